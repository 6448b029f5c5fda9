/** One of a few: a native list, so that keyboard, phone and reader know it. */
import type { ComponentChildren, JSX } from 'preact';

/** One of the few: what it is called, and what stands for it in files. */
export interface Option {
  readonly value: string;
  readonly label: string;
  /** What it is one of; options of a group stand together. */
  readonly group?: string;
  /** More about it, where the list has room to say so. */
  readonly hint?: string;
}

interface Props {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly hint?: string;
  readonly hooks?: Readonly<Record<`data-${string}`, string | number>>;
  /** The label is on the screen already, in a heading beside it. */
  readonly unlabelled?: boolean;
  /** It is not the default. */
  readonly changed?: boolean;
  /** What is always to be read under it. */
  readonly note?: ComponentChildren;
  readonly onChange: (value: string) => void;
}

/** A labelled list; a value that is not among the options is shown all the same, as it stands. */
export function Choice({ label, value, options, hint, hooks, unlabelled, changed, note, onChange }: Props): JSX.Element {
  const known = options.some((option) => option.value === value);
  return (
    <label class={`choice${changed ? ' changed' : ''}`} title={hint}>
      {unlabelled ? null : <span class="choice-label">{label}</span>}
      <select aria-label={label} value={value} {...hooks} onChange={(event) => onChange(event.currentTarget.value)}>
        {known ? null : <option value={value}>{value}</option>}
        {groupsOf(options).map(({ group, members }) =>
          group === '' ? (
            members.map((option) => <Item key={option.value} option={option} value={value} />)
          ) : (
            <optgroup key={group} label={group}>
              {members.map((option) => (
                <Item key={option.value} option={option} value={value} />
              ))}
            </optgroup>
          ),
        )}
      </select>
      {note ? <span class="meaning">{note}</span> : null}
    </label>
  );
}

const Item = ({ option, value }: { option: Option; value: string }): JSX.Element => (
  <option value={option.value} title={option.hint} selected={option.value === value}>
    {option.label}
  </option>
);

/** Neighbours of one group together. */
function groupsOf(options: readonly Option[]): { group: string; members: Option[] }[] {
  const groups: { group: string; members: Option[] }[] = [];
  for (const option of options) {
    const group = option.group ?? '';
    const last = groups.at(-1);
    if (last?.group === group) last.members.push(option);
    else groups.push({ group, members: [option] });
  }
  return groups;
}
