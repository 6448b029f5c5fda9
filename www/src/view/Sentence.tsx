/** What was decided on a side, in one sentence, and when. */
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { SideIndex } from '../state/doc';
import { sideTitle } from '../state/session';
import type { State } from '../state/state';
import type { Playhead } from '../state/store';
import { formatClock, formatDuration } from '../time';
import { Letter } from './Letter';

interface Props {
  readonly side: SideIndex;
  readonly state: State;
  readonly playhead: Playhead;
}

/** Room is kept for the longest sentence that is usual, so that nothing jumps while the page plays. */
export function Sentence({ side, state, playhead }: Props): JSX.Element {
  const decision = state.answers.decisions[side];
  return (
    <div class="sentence" data-side={side}>
      <p class="sentence-head">
        <Letter side={side} />
        <span>{sideTitle(state, side).slice(4)}</span>
        <span class="spring" />
        {decision ? <When t_ns={decision.t_ns} playhead={playhead} /> : null}
      </p>
      <p class="sentence-text">
        {decision ? decision.sentence : state.answers.summary ? 'Nothing has been decided yet.' : '\u00a0'}
      </p>
    </div>
  );
}

/** When it was decided, and how long before the playhead; it writes itself, as the playhead moves with every frame. */
function When({ t_ns, playhead }: { t_ns: number; playhead: Playhead }): JSX.Element {
  const ago = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const write = (): void => {
      const passed_ns = playhead.at_ns - t_ns;
      ago.current?.closest('.sentence')?.classList.toggle('now', passed_ns === 0);
      if (ago.current) ago.current.textContent = passed_ns > 0 ? `${formatDuration(passed_ns)} ago` : '';
    };
    write();
    return playhead.subscribe(write);
  }, [t_ns, playhead]);
  return (
    <>
      <span class="ago" ref={ago} aria-hidden="true" />
      <span class="when">{formatClock(t_ns)}</span>
    </>
  );
}
