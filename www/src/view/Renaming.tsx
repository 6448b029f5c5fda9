/** A name that can be changed. */
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';

interface Props {
  readonly name: string;
  /** What is named, for readers. */
  readonly label: string;
  /** What is wrong with a new name; `null` if nothing is. */
  readonly wrongOf: (name: string) => string | null;
  readonly hooks: Readonly<Record<`data-${string}`, string | number>>;
  readonly onRename: (name: string) => void;
}

/** Renames when it is left or Enter is pressed; a name that cannot be is marked, and Escape takes it back. */
export function Renaming({ name, label, wrongOf, hooks, onRename }: Props): JSX.Element {
  const [draft, setDraft] = useState<string | null>(null);
  const id = useId();
  const shown = draft ?? name;
  const wrong = wrongOf(shown);
  const done = (): void => {
    if (draft !== null && !wrong && draft !== name) onRename(draft);
    setDraft(null);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') done();
    if (event.key !== 'Escape' || draft === null) return;
    event.preventDefault();
    event.stopPropagation();
    setDraft(null);
  };
  return (
    <span class="number naming">
      <input
        type="text"
        class="task-name"
        value={shown}
        aria-label={label}
        aria-invalid={wrong !== null}
        aria-errormessage={wrong === null ? undefined : id}
        spellcheck={false}
        autocomplete="off"
        {...hooks}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onBlur={done}
        onKeyDown={press}
      />
      {wrong === null ? null : (
        <span class="wrong" id={id} role="status" aria-live="polite">
          {wrong}
        </span>
      )}
    </span>
  );
}
