/**
 * What crosses between page and worker: two tagged unions and their plain data.
 * Times are nanoseconds as numbers (exact below 2^53). Sides: 0 = A, 1 = B.
 */

import type { Scenario } from '../tasks/scenario';
import type { Between, Look } from './between';
import type { MachineMap, NamedMachine } from './machines';
import type { Cost, Knob, KernelChoice, Preset, VersionLine, Versions } from './presets';
import type { ClockRow, CpuRow, Moves, SideSummary, Summary, TaskRow } from './summary';

/** A side: which kernel, and what differs from its defaults. */
export interface Side {
  kernel: string;
  hz: number;
  assumed_cpus: number;
  preemption?: 'none' | 'voluntary' | 'full' | 'lazy';
  /** Numbers, and the words of choices. */
  knobs: Record<string, number | string>;
  features: string[];
  /** Or named parameters over one of the tables, `base`; without it those not named are zero. */
  costs: 'zero' | 'recorded' | 'machine' | Record<string, number | string>;
  /** What the kernel does about clamps, and what the system allows; what the engine reads is in the schema of scenario files. */
  uclamp?: Record<string, unknown>;
  /** Who sets the clocks of CPUs; `performance` without it. */
  governor?: 'performance' | 'schedutil';
  /** Heat, with one time constant; none without it. */
  thermal?: Record<string, number>;
}

/** A scenario file, as written; the engine checks it. */
export type { Scenario };

/** Whether lines are drawn, and how: `relative` to V (or min_vruntime); `absolute` as they are, lag as service owed. */
export type Axis = 'off' | 'relative' | 'absolute';
/** The lines of entities, each on its own axis. Deadlines share the panel of vruntime while both have the same axis. */
export interface Lines {
  readonly lag: Axis;
  readonly vruntime: Axis;
  readonly deadline: Axis;
}
/** Colours of a picture: on a screen, or on white paper. */
export type Paper = 'light' | 'dark' | 'print';

/** What a frame is to show, and how large. */
export interface View {
  from_ns: number;
  to_ns: number;
  width: number;
  height: number;
  theme: Paper;
  lines: Lines;
  /** Names of tasks without lines; in lanes they are grey. */
  hidden: string[];
  /** The other tasks are drawn faint; empty for none. */
  highlight: string;
  /** Whose queue the lines are of. */
  cpu: number;
  /** Names of the groups of CPUs that are closed. */
  closed: string[];
  /** The row of the list of lanes from which on they are in sight. */
  first_row: number;
}

/**
 * A frame is a flat list of operations (`ops`), drawn in order; strings are in `texts`. Coordinates are CSS pixels.
 * Colours are 0xRRGGBBAA. The first number of an operation is its code:
 *
 *   0 fill    colour                                 sets the colour of rect, polygon, disc and text
 *   1 stroke  colour width                           sets the pen of outline, path and circle
 *   2 rect    x y width height                       filled
 *   3 outline x y width height                       stroked
 *   4 path    n x1 y1 … xn yn                        stroked, open
 *   5 polygon n x1 y1 … xn yn                        filled
 *   6 disc    x y radius                             filled
 *   7 circle  x y radius                             stroked
 *   8 text    x y size quarter h v bold index        size in px; quarter turns clockwise; h: 0 left, 1 centre,
 *                                                    2 right; v: 0 top, 1 middle, 2 bottom; bold 0 or 1
 *
 * Outlines, paths and circles go through pixel centres: draw them half a pixel to the right and down. Text is in
 * `FONT` (system-ui, sans-serif); its widths were estimated without a browser, on the safe side.
 */
export type Ops = Float64Array;

/** A picture that is not the figure: the overview, a thumbnail, a distribution. */
export interface Picture {
  ops: Ops;
  texts: string[];
  width: number;
  height: number;
}

/** From the top to before the bottom, in CSS pixels. */
export interface Rows {
  top: number;
  bottom: number;
}

/** Where things are in a frame, in CSS pixels, so that the page can draw over it. Side 2 is the recording. */
export interface Layout {
  plot_left: number;
  plot_right: number;
  panels: { side: number; kind: 'lane' | 'lag' | 'vruntime' | 'deadline' | 'clock'; cpu: number; top: number; bottom: number; label: string }[];
  /** A panel of kind `lane` has bars and, below them, a row for each task that has room; `task` indexes the scenario. */
  lanes: {
    side: number;
    cpu: number;
    bars: Rows;
    rows: { task: number; top: number; bottom: number }[];
    /** On a machine with several CPUs, where those stand who wait on the queue; `null` where there is no room. */
    queue: Rows | null;
  }[];
  /** Titles of groups of CPUs. */
  groups: { side: number; name: string; label: string; closed: boolean; top: number; bottom: number }[];
  /** Which rows of the list of lanes are in sight; `null` on a machine with one CPU. */
  sight: { first: number; count: number; total: number } | null;
  /** The strip of the shared time axis: between A and B, or below a side that is alone. */
  axis: Rows;
  /** True when more happened than a pixel column can show. */
  thinned: boolean;
  /** The colour of each task, in the scenario's order, as `#rrggbb`. */
  colors: string[];
}

/** What a stretch of a lane or of a row below it is. */
export type SpanKind = 'run' | 'wait' | 'delayed' | 'throttled' | 'idle';

/** What is under a pixel of the last frame. */
export interface Hit {
  side: number;
  cpu: number;
  /**
   * `event`: a mark, or what happened within a few pixels on the strip of marks. `line` and `name`: an entity's. `cpu`: the number
   * beside a lane. `group`: of CPUs. `idle queued`: a CPU was idle while tasks were queued.
   */
  what: SpanKind | 'event' | 'line' | 'name' | 'cpu' | 'group' | 'idle queued';
  /** Empty for an idle CPU. */
  task: string;
  /** The instant under the pixel; of an event, its own. */
  t_ns: number;
  /** The stretch; of an event, its instant twice. */
  from_ns: number;
  to_ns: number;
  /** The trace row of an event, else -1. */
  row: number;
  /** In a few words: `hog runs 4 ms`. */
  label: string;
}

/** A row of the trace with what was decided there. */
export interface Moment {
  row: number;
  t_ns: number;
  sentence: string;
}

/** A task on a CPU, in a queue, or nobody on a CPU: from when to when, and why it began and ended. */
export interface Span {
  side: number;
  cpu: number;
  kind: SpanKind;
  task: string;
  from_ns: number;
  to_ns: number;
  /** `null` at the ends of the run. */
  begins: Moment | null;
  ends: Moment | null;
}

/** A minimum and a maximum of utilisation, of 1024. */
export interface ClampPair {
  min: number;
  max: number;
}

/** A side at an instant. Virtual times are text: they use all 64 bits. */
export interface SideValues {
  /** The CPU whose queue this is. */
  cpu: number;
  /** Who has the CPU; empty when it is idle. */
  running: string;
  /** V, the weighted mean of vruntime over all queued. */
  avg_vruntime_ns: string;
  /** Of CFS; empty under EEVDF. */
  min_vruntime_ns: string;
  /** Σ w·(V − v) over all queued: 0 but for rounding, which stays below Σ w. */
  lag_sum: string;
  weight_sum: number;
  /** Whether clamps are counted: `compiled-out`, `off`, `used` or `always`. */
  clamp_key: string;
  /** Of the CPU. */
  clamps: ClampPair;
  /** Clocks whose points are told, each by its lowest CPU. */
  clocks: { cpu: number; khz: number }[];
  /** In the scenario's order. */
  tasks: {
    name: string;
    state: string;
    /** The CPU that it is on, was on, or is going to wake on. */
    cpu: number;
    weight: number;
    vruntime_ns: string;
    lag_ns: string;
    /** What its virtual times are measured from: V, or under CFS min_vruntime, of the queue in which it stands; empty while in none. */
    reference_ns: string;
    deadline_ns: string;
    eligible: boolean;
    /** Protected up to this vruntime; empty if it is not. */
    protect_ns: string;
    /** In force; everything is allowed where clamps are not counted. */
    clamps: ClampPair;
    /** How much of the biggest CPU it needed lately, of 1024; nothing where no load is tracked. */
    util?: number;
  }[];
}

/** What the log of decisions can be narrowed to. */
export type LogGroup = 'wakeup' | 'preemption' | 'tick' | 'slice timer' | 'block' | 'yield' | 'exit' | 'keep' | 'change' | 'throttle' | 'placement' | 'balance';

/** A decision in the log. */
export interface LogRow extends Moment {
  cpu: number;
  group: LogGroup;
  kind: string;
  task: string;
  other: string;
}

export type { Between, ClockRow, CpuRow, Look, Moves, SideSummary, Summary, TaskRow };

/** A recording of a real kernel, as the third row shows it. */
export interface Recorded {
  /** As in its header: `7.2`, `7.2.13+deb14-cloud-amd64`. */
  kernel: string;
  release: string;
  /** What ran in it; a scenario like any other. */
  scenario: Scenario;
  /** The side that simulates it best: its kernel's preset and settings, with recorded costs. */
  side: Side;
  end_ns: number;
  tasks: TaskRow[];
}

/** One decision: its place in the trace, the sentence, the rule and its operands. */
export interface Decision {
  side: number;
  index: number;
  t_ns: number;
  cpu: number;
  kind: string;
  task: string;
  other: string;
  sentence: string;
  rule: string;
  source: string;
  operands: { name: string; value: string }[];
  /** Each group is followed by those in it, `depth` being how many groups an entity is in. */
  candidates: {
    name: string;
    group: boolean;
    depth: number;
    weight: number;
    vruntime_ns: string;
    lag_ns: string;
    eligible: boolean;
    deadline_ns: string;
    slice_ns: number;
    state: string;
    protected: boolean;
  }[];
  /** What each level of a pick in groups chose and why, from the root down; empty where there is one level. */
  levels: {
    chosen: string;
    because: string;
    /** The first at which somebody else runs than before. */
    decides: boolean;
  }[];
  /** What was looked at, of a decision between CPUs. */
  between: Between | null;
}

export type { Cost, Knob, KernelChoice, Preset, VersionLine, Versions };

/** Questions; the answer carries the same `id`. */
export type ToWorker =
  /** Default knob values depend on the number of CPUs the kernel scaled them for. */
  | { type: 'presets'; id: number; assumed_cpus: number }
  | { type: 'versions'; id: number }
  | { type: 'machines'; id: number }
  /** What a machine is, as a scenario writes it. */
  | { type: 'machine'; id: number; machine: unknown }
  /** One side or two. A newer `open` supersedes one that is still running; only the newest is answered. */
  | { type: 'open'; id: number; scenario: Scenario; sides: readonly Side[] }
  | { type: 'frame'; id: number; view: View }
  /** The whole run in a strip, time from `plot_left` to `plot_right`. */
  | { type: 'overview'; id: number; width: number; height: number; plot_left: number; plot_right: number; theme: Paper; hidden: string[] }
  /** Lanes of a scenario that is not open, small. What is open stays open. */
  | { type: 'thumbnail'; id: number; scenario: Scenario; sides: readonly Side[]; width: number; height: number; theme: Paper }
  /** How long waits were, A beside B; of one task, or with an empty name of all. */
  | { type: 'distribution'; id: number; width: number; height: number; theme: Paper; task: string }
  /** What is under a pixel of the last frame; `null` for nothing. */
  | { type: 'hit'; id: number; x: number; y: number }
  /**
   * Step 0: the stretch of that task and kind at `t_ns`. Steps -1 and 1: the task's stretch before or after, of any kind. Of nobody's
   * stretches `cpu` leaves those of that CPU.
   */
  | { type: 'span'; id: number; side: number; kind: SpanKind; task: string; t_ns: number; step: -1 | 0 | 1; cpu?: number }
  /** Every entity at an instant, with the queue of a CPU, the first one if none is named. */
  | { type: 'values'; id: number; t_ns: number; cpu?: number }
  /**
   * `count` decisions from position `from` of those that concern `task` (empty: any) and are in one of `groups` (empty: any).
   * `find` asks for the position of a trace row among them, or of the last one before it. `cpu` leaves those of that CPU.
   */
  | { type: 'log'; id: number; side: number; task: string; groups: readonly LogGroup[]; from: number; count: number; find?: number; cpu?: number }
  /** The first looks for a CPU in a stretch of time, also those that the log leaves out; a hundred at most. */
  | { type: 'looks'; id: number; side: number; cpu: number; from_ns: number; to_ns: number }
  /**
   * Step 0: row `index`, or without an index the last one at or before `t_ns`. Steps -1 and 1: the one before or after row
   * `index` of the trace (several can share an instant), or, without an index, before or after the instant `t_ns`.
   * `of` says which rows count: decisions, periodic ticks, or all.
   */
  | { type: 'decision'; id: number; side: number; t_ns: number; index?: number; step: -1 | 0 | 1; of: 'decision' | 'tick' | 'row' }
  /** Shows a recording (its file's bytes, gzip or plain) as a third row; `null` takes it away. It stays when others are opened. */
  | { type: 'recording'; id: number; bytes: Uint8Array | null }
  /** The view as SVG, text as text. */
  | { type: 'svg'; id: number; view: View }
  /** The trace of a side as CSV, or its numbers as `perf sched latency` lays them out. */
  | { type: 'text'; id: number; side: number; format: 'csv' | 'table' }
  /** Stops a running `open`; it is not answered any more, and what was open before stays open. */
  | { type: 'cancel'; id: number };

/** Answers, and what the worker says of itself. */
export type FromWorker =
  | { type: 'presets'; id: number; presets: Preset[] }
  | { type: 'versions'; id: number; versions: Versions }
  | { type: 'machines'; id: number; machines: NamedMachine[] }
  | { type: 'machine'; id: number; map: MachineMap }
  | { type: 'progress'; id: number; done: number }
  | { type: 'opened'; id: number; summary: Summary }
  | { type: 'frame'; id: number; ops: Ops; texts: string[]; layout: Layout }
  /** Of an overview, a thumbnail or a distribution. */
  | { type: 'picture'; id: number; picture: Picture }
  | { type: 'hit'; id: number; hit: Hit | null }
  | { type: 'span'; id: number; span: Span | null }
  | { type: 'values'; id: number; sides: SideValues[] }
  | { type: 'log'; id: number; total: number; position: number; rows: LogRow[] }
  | { type: 'looks'; id: number; looks: Look[] }
  | { type: 'decision'; id: number; decision: Decision | null }
  | { type: 'recorded'; id: number; recorded: Recorded | null }
  /** Of an svg, a csv or a table. */
  | { type: 'text'; id: number; text: string }
  /** `place` as in `threads[0].script[3]`; empty where there is none. */
  | { type: 'refused'; id: number; message: string; place: string }
  | { type: 'failed'; message: string };
