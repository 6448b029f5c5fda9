/** The line about a task or a group in its list. */
import type { JSX } from 'preact';

interface Props {
  readonly name: string;
  readonly words: string;
  readonly open: boolean;
  readonly hooks: Readonly<Record<`data-${string}`, string>>;
  readonly onOpen: (name: string | null) => void;
}

/** Opens and closes what it is about. */
export function OpenLine({ name, words, open, hooks, onOpen }: Props): JSX.Element {
  return (
    <button
      type="button"
      class="task-does"
      aria-expanded={open}
      title={words}
      {...hooks}
      onClick={() => onOpen(open ? null : name)}
    >
      <span class="visually-hidden">{name}: </span>
      <span class="task-words">{words}</span>
    </button>
  );
}
