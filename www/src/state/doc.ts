/** What a person has made: the part of the state that a link holds. Plain data, never changed in place. */
import type { Range } from '../canvas/viewport';
import type { Scenario } from '../tasks/scenario';
import type { Ns } from '../time';
import type { Lines, Side, SpanKind } from '../worker/protocol';

/** A is 0, B is 1. */
export type SideIndex = 0 | 1;
/** The letters that sides are called by. */
export const SIDE_NAMES = ['A', 'B'] as const;
/** Both sides, for loops that keep the index's type. */
export const BOTH: readonly SideIndex[] = [0, 1];
/** The recording's place beside the sides: a row that is shown and cannot be changed. */
export const RECORDING = 2;

/** `system` follows what the person has set for all programs. */
export type Theme = 'system' | 'light' | 'dark';

/** What is picked out: a stretch of a lane or row, or an event by its row of the trace. */
export interface Selection {
  /** A, B, or the recording. */
  readonly side: number;
  readonly kind: SpanKind | 'event';
  /** Empty for an idle CPU. */
  readonly task: string;
  /** When it begins; of an event, when it happened. */
  readonly t_ns: Ns;
  /** The row of the trace of an event, else -1. */
  readonly row: number;
  /** On which CPU, where several can be idle. */
  readonly cpu?: number;
}

/** How the CPUs of a machine with several of them are looked at. */
export interface Lanes {
  /** Whose queue the lines are of. */
  readonly cpu: number;
  /** No hand has chosen it: it goes where the selected stretch is. */
  readonly follows: boolean;
  /** Names of the groups of CPUs that are closed. */
  readonly closed: readonly string[];
  /** The row of the list of lanes from which on they are in sight. */
  readonly first: number;
}

/** The first CPU until something is selected, and all groups open. */
export const FIRST_LANES: Lanes = { cpu: 0, follows: true, closed: [], first: 0 };

/** Everything that decides what is simulated and what is seen of it, but for the moment of the playhead. */
export interface Doc {
  readonly scenario: Scenario;
  readonly sides: readonly [Side, Side];
  /** B is closed, and keeps its settings. */
  readonly alone: boolean;
  /** The visible part; `null` shows the whole run, however long it is. */
  readonly range: Range | null;
  readonly lines: Lines;
  readonly lanes: Lanes;
  /** Names of tasks whose lines are not drawn. */
  readonly hidden: readonly string[];
  /** The task that the others are drawn faint for; empty for none. */
  readonly highlight: string;
  readonly selection: Selection | null;
  readonly theme: Theme;
  /** Name of the recording that comes with the page and is shown as a third row. */
  readonly recording: string | null;
}

/**
 * The rows of the traces that a hand has stepped to, of A and of B, for several decisions can share the instant of the playhead;
 * -1 before the first one, and `null` where the last one at that instant is told.
 */
export type Rows = readonly [number | null, number | null];

/** What a link holds. The playhead is apart because it moves with every frame of playback. */
export interface Linked {
  readonly doc: Doc;
  readonly playhead_ns: Ns;
  readonly rows?: Rows | undefined;
}

/** How lines are drawn when nothing else is asked for. */
export const DEFAULT_LINES: Lines = { lag: 'relative', vruntime: 'relative', deadline: 'relative' };

/** The CPU that is looked at where nothing else leads there; `null` where the selection does, or it is the first. */
export function chosenCpu({ lanes: { cpu, follows }, selection }: Doc): number | null {
  const led = cpu === 0 || (selection !== null && selection.kind !== 'event');
  return follows && led ? null : cpu;
}

/** A page that shows a scenario and looks at nothing in particular. */
export function plainDoc(scenario: Scenario, sides: Doc['sides'], theme: Theme): Doc {
  const looking = { range: null, lines: DEFAULT_LINES, lanes: FIRST_LANES, hidden: [], highlight: '', selection: null, recording: null };
  return { scenario, sides, alone: false, ...looking, theme };
}

/** A side that differs in nothing from its kernel's defaults. */
export function plainSide(kernel: string): Side {
  return { kernel, hz: 250, assumed_cpus: 1, knobs: {}, features: [], costs: 'zero' };
}

/** The sides that are open, A first. */
export const openSides = ({ alone }: Pick<Doc, 'alone'>): readonly SideIndex[] => (alone ? [0] : BOTH);

/** What the page compares when nothing else is asked for. */
export const DEFAULT_SIDES: readonly [Side, Side] = [plainSide('6.5'), plainSide('7.2')];
