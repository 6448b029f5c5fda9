/** One of a very few, all in sight: native radio buttons, so that arrow keys and readers know them. */
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { Option } from './Choice';

interface Props<T extends string> {
  /** What is chosen, for readers; the screen says it beside it. */
  readonly label: string;
  readonly value: T;
  readonly options: readonly (Option & { readonly value: T; readonly hint?: string })[];
  readonly hooks?: Readonly<Record<`data-${string}`, string | number>>;
  readonly onChange: (value: T) => void;
}

/** A row of choices that share an edge. */
export function Segments<T extends string>({ label, value, options, hooks, onChange }: Props<T>): JSX.Element {
  const group = useId();
  return (
    <div class="segments" role="radiogroup" aria-label={label} {...hooks}>
      {options.map((option) => (
        <label key={option.value} title={option.hint}>
          <input
            type="radio"
            name={group}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
