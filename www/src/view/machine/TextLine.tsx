/** One line of text; it acts when the hand is done, and Escape takes it back. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

interface Props {
  readonly label: string;
  /** In words, for those who do not see where it stands. */
  readonly name: string;
  readonly hint?: string;
  readonly value: string;
  /** What an empty text stands for. */
  readonly placeholder?: string;
  readonly hooks: Readonly<Record<`data-${string}`, string | number>>;
  /** What is wrong with a text; such a one is only marked. */
  readonly wrongOf?: (text: string) => string | null;
  readonly onChange: (text: string) => void;
}

export function TextLine({ label, name, hint, value, placeholder, hooks, wrongOf, onChange }: Props): JSX.Element {
  const [draft, setDraft] = useState<string | null>(null);
  const wrong = draft === null ? null : (wrongOf?.(draft) ?? null);
  const end = (): void => {
    if (draft !== null && wrong === null && draft !== value) onChange(draft.trim());
    setDraft(null);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') end();
    if (event.key === 'Escape' && draft !== null) setDraft(null);
    else return;
    event.stopPropagation();
  };
  return (
    <label class="text-line" title={hint}>
      <span class="quantity-label">{label}</span>
      <input
        type="text"
        class="field"
        autocomplete="off"
        spellcheck={false}
        placeholder={placeholder}
        {...hooks}
        aria-label={name}
        aria-description={hint}
        aria-invalid={wrong !== null}
        value={draft ?? value}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onBlur={end}
        onKeyDown={press}
      />
      {wrong === null ? null : (
        <span class="refused" role="status">
          {wrong}
        </span>
      )}
    </label>
  );
}
