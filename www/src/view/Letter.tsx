/** The letter that a side is called by: told apart by shape, never by colour. */
import type { JSX } from 'preact';

const NAMES = ['A', 'B', 'rec'] as const;

interface Props {
  /** 0 and 1 are A and B, 2 is the recording. */
  readonly side: number;
  /** Where the words around it name the side already. */
  readonly silent?: boolean;
}

/** A, B, or `rec` for a recording. */
export function Letter({ side, silent = false }: Props): JSX.Element {
  const name = NAMES[side] ?? NAMES[2];
  return (
    <span class={`letter letter-${name.toLowerCase()}`} aria-hidden={silent}>
      {name}
    </span>
  );
}
