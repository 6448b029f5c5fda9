/** What a person has made: the part of the state that a link holds. Plain data, never changed in place. */
import type { Range } from './canvas/viewport';
import type { Scenario } from './scenario';
import type { Ns } from './time';
import type { Side } from './worker/protocol';

/** A is 0, B is 1. */
export type SideIndex = 0 | 1;
/** The letters that sides are called by. */
export const SIDE_NAMES = ['A', 'B'] as const;
/** Both sides, for loops that keep the index's type. */
export const BOTH: readonly SideIndex[] = [0, 1];

/** `system` follows what the person has set for all programs. */
export type Theme = 'system' | 'light' | 'dark';
/** Virtual times as they are, or as distances to the queue's average. */
export type Axis = 'relative' | 'absolute';

/** Everything that decides what is simulated and what is seen of it, but for the moment of the playhead. */
export interface Doc {
  readonly scenario: Scenario;
  readonly sides: readonly [Side, Side];
  /** The visible part; `null` shows the whole run, however long it is. */
  readonly range: Range | null;
  readonly axis: Axis;
  /** Names of tasks whose lines are not drawn. */
  readonly hidden: readonly string[];
  readonly theme: Theme;
}

/** What a link holds. The playhead is apart because it moves with every frame of playback. */
export interface Linked {
  readonly doc: Doc;
  readonly playhead_ns: Ns;
}

/** A side that differs in nothing from its kernel's defaults. */
export function plainSide(kernel: string): Side {
  return { kernel, hz: 250, assumed_cpus: 1, knobs: {}, features: [], costs: 'zero' };
}

/** What the page compares when nothing else is asked for. */
export const DEFAULT_SIDES: readonly [Side, Side] = [plainSide('6.5'), plainSide('7.2')];
