/** A setting that is usually the same on both sides, and need not be. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { SIDE_NAMES, type SideIndex } from '../../state/doc';
import { sideTitle } from '../../state/session';
import { shownSides, type State } from '../../state/state';

interface Props {
  readonly title: string;
  readonly state: State;
  /** True if both sides have the same now. */
  readonly same: boolean;
  /** Makes B's as A's. */
  readonly onJoin: () => void;
  /** The control for these sides, the first of which has the value that is shown. */
  readonly children: (sides: readonly SideIndex[]) => JSX.Element;
}

/** One control for both sides, or one for each. Values that differ are never hidden behind one control. */
export function Paired({ title, state, same, onJoin, children }: Props): JSX.Element {
  const [apart, setApart] = useState(false);
  const shown = shownSides(state);
  const split = shown.length > 1 && (apart || !same);
  const toggle = (): void => {
    if (split) onJoin();
    setApart(!split);
  };
  return (
    <section class="side" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {shown.length > 1 ? (
          <button type="button" class="quiet" aria-pressed={split} title={split ? 'B becomes as A' : 'Set A and B apart'} onClick={toggle}>
            A, B apart<span class="visually-hidden">: {title}</span>
          </button>
        ) : null}
      </header>
      {split
        ? shown.map((side) => (
            <div key={side} class="apart" role="group" aria-label={`${title} of side ${SIDE_NAMES[side]}`}>
              <h3>{sideTitle(state, side)}</h3>
              {children([side])}
            </div>
          ))
        : children(shown)}
    </section>
  );
}
