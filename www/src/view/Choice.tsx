/** One of a few: a native list, so that keyboard, phone and reader know it. */
import type { JSX } from 'preact';

/** One of the few: what it is called, and what stands for it in files. */
export interface Option {
  readonly value: string;
  readonly label: string;
}

interface Props {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly hint?: string;
  readonly hooks?: Readonly<Record<`data-${string}`, string | number>>;
  /** The label is on the screen already, in a heading beside it. */
  readonly unlabelled?: boolean;
  readonly onChange: (value: string) => void;
}

/** A labelled list; a value that is not among the options is shown all the same, as it stands. */
export function Choice({ label, value, options, hint, hooks, unlabelled, onChange }: Props): JSX.Element {
  const known = options.some((option) => option.value === value);
  return (
    <label class="choice" title={hint}>
      {unlabelled ? null : <span class="choice-label">{label}</span>}
      <select aria-label={label} value={value} {...hooks} onChange={(event) => onChange(event.currentTarget.value)}>
        {known ? null : <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
