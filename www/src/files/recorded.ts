/** Recordings of real kernels that come with the page: what each shows, and what it is compared with. */
import { DEFAULT_SIDES, plainSide } from '../state/doc';
import type { Preset, Side } from '../worker/protocol';

/** A recording as `recordings.json` lists it. */
export interface Listed {
  /** Below `tests/recordings`. */
  readonly file: string;
  readonly title: string;
  readonly lesson: string;
}

/** Where recordings lie, by the name that they are listed under. */
export type Addresses = Readonly<Record<string, string>>;

/** A plain kernel of the other policy, with the same tick: what the page compares with when nothing else is asked for. */
export function otherThan({ hz, assumed_cpus, costs }: Side, family: Preset['family']): Side {
  const kernel = DEFAULT_SIDES[family === 'CFS' ? 1 : 0].kernel;
  return { ...plainSide(kernel), hz, assumed_cpus, costs: costs === 'zero' ? 'zero' : 'recorded' };
}

/** A window in which single turns are legible; recordings have hundreds. */
const LOOK_US = 120_000;

/** Where to look first in a recording, as the `view` of a scenario file says it: its beginning, the playhead well inside. */
export function firstLook(duration_us: number): object {
  const to_us = Math.min(duration_us, LOOK_US);
  return { from_us: 0, to_us, playhead_us: Math.round(to_us / 2) };
}
