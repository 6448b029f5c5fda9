/** A quantity that is not set. */
import type { JSX } from 'preact';

interface Props {
  readonly label: string;
  readonly hint: string;
  readonly hooks: Readonly<Record<`data-${string}`, string>>;
  /** On the button. */
  readonly words: string;
  readonly onSet: () => void;
}

/** In place of its number, the way to set it. */
export function Unset({ label, hint, hooks, words, onSet }: Props): JSX.Element {
  return (
    <div class="quantity">
      <span class="quantity-label">{label}</span>
      <button type="button" class="wide" title={hint} {...hooks} onClick={onSet}>
        {words}
      </button>
    </div>
  );
}
