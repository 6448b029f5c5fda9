/** The marks of the picture, small, for rows that speak of them: the same shape for the same kind of event. */
import type { JSX } from 'preact';

/** A shape in a box of 12 by 12; lines unless it is filled. */
interface Shape {
  readonly path: string;
  readonly filled?: true;
}

const TRIANGLE = 'M1 1.5h10L6 11z';
const DISC = 'M6 2.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7';
const DIAMOND = 'M6 1l4.5 5L6 11L1.5 6z';

const SHAPES: Readonly<Record<string, Shape>> = {
  SwitchPreempted: { path: TRIANGLE, filled: true },
  WakeupPreempts: { path: TRIANGLE, filled: true },
  Wakeup: { path: TRIANGLE },
  WakeupIdle: { path: TRIANGLE },
  Fork: { path: TRIANGLE },
  SwitchExited: { path: 'M2.5 2.5l7 7M2.5 9.5l7-7' },
  SwitchYielded: { path: 'M9.5 1.5L3 6l6.5 4.5' },
  SwitchChanged: { path: 'M2.5 2.5h7v7h-7z', filled: true },
  SwitchHrtick: { path: DIAMOND, filled: true },
  Hrtick: { path: DIAMOND },
  SwitchDelayed: { path: DISC },
  SwitchBlocked: { path: DISC, filled: true },
  SwitchTick: { path: 'M6 1v10' },
  TickResched: { path: 'M6 1v10' },
  Keep: { path: 'M3 6h6' },
  SwitchIdle: { path: 'M2.5 2v8l7-4z' },
  Placed: { path: 'M1.5 6h8M6.5 3l3 3l-3 3' },
  Pulled: { path: 'M6 1v9M2.5 6.5L6 10l3.5-3.5' },
  NothingPulled: { path: 'M3 6h6' },
  ClockSet: { path: 'M1 8h3V4h4v2h3' },
  SwitchMigrated: { path: 'M6 11V2M2.5 5.5L6 2l3.5 3.5' },
};

/** The mark of an event by its kind; an empty place for a kind that has none. */
export function KindMark({ kind }: { kind: string }): JSX.Element {
  const shape = SHAPES[kind];
  return (
    <svg class="kind-mark" viewBox="0 0 12 12" aria-hidden="true">
      {shape ? <path d={shape.path} fill={shape.filled ? 'currentColor' : 'none'} /> : null}
    </svg>
  );
}
