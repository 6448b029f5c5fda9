/**
 * What crosses between page and worker: two tagged unions and their plain data.
 * Times are nanoseconds as numbers (exact below 2^53). Sides: 0 = A, 1 = B.
 */

import type { Scenario } from '../scenario';

/** A side: which kernel, and what differs from its defaults. */
export interface Side {
  kernel: string;
  hz: number;
  assumed_cpus: number;
  preemption?: 'voluntary' | 'full' | 'lazy';
  knobs: Record<string, number>;
  features: string[];
  /** Or named parameters in ns; those not named are zero. */
  costs: 'zero' | 'recorded' | Record<string, number>;
}

/** A scenario file, as written; the engine checks it. */
export type { Scenario };

/** What a frame is to show, and how large. */
export interface View {
  from_ns: number;
  to_ns: number;
  width: number;
  height: number;
  theme: 'light' | 'dark' | 'print';
  axis: 'relative' | 'absolute';
  hidden: string[];
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

/** Where things are in a frame, in CSS pixels, so that the page can hit-test and draw overlays. */
export interface Layout {
  plot_left: number;
  plot_right: number;
  /** Deadlines are drawn in the vruntime panel: they are compared on the same scale. */
  panels: { side: number; kind: 'lane' | 'lag' | 'vruntime'; top: number; bottom: number; label: string }[];
  /** The strip of the shared time axis: between A and B, or below a side that is alone. */
  axis: { top: number; bottom: number };
  /** True when more happened than a pixel column can show. */
  thinned: boolean;
  /** The colour of each task, in the scenario's order, as `#rrggbb`. */
  colors: string[];
}

/** What one task got on one side. */
export interface TaskRow {
  name: string;
  policy: string;
  nice: number;
  cpu_ns: number;
  share_permille: number;
  switches: number;
  preempted: number;
  wakeups: number;
  wait_mean_ns: number;
  wait_p50_ns: number;
  wait_p99_ns: number;
  wait_max_ns: number;
}

/** One side's run in numbers; the hash differs as soon as any event does. */
export interface SideSummary {
  kernel: string;
  events: number;
  hash: string;
  end_ns: number;
  tasks: TaskRow[];
}

/** What came of an `open`: A, then B. */
export interface Summary {
  sides: SideSummary[];
}

/** One decision: its place in the trace, the sentence, the rule and its operands. */
export interface Decision {
  side: number;
  index: number;
  t_ns: number;
  kind: string;
  task: string;
  other: string;
  sentence: string;
  rule: string;
  source: string;
  operands: { name: string; value: string }[];
  candidates: {
    name: string;
    weight: number;
    vruntime_ns: string;
    lag_ns: string;
    eligible: boolean;
    deadline_ns: string;
    slice_ns: number;
    state: string;
    protected: boolean;
  }[];
}

/** A number that a kernel lets be set: its name there, its default, its limits. */
export interface Knob {
  name: string;
  unit: string;
  value: number;
  min: number;
  max: number;
  meaning: string;
}
/** A kernel version and everything that can be set in it. */
export interface Preset {
  name: string;
  family: 'CFS' | 'EEVDF';
  note: string;
  /** The default, and all that the kernel has. */
  preemption: string;
  preemption_models: string[];
  knobs: Knob[];
  features: { name: string; on: boolean; meaning: string }[];
}

/** Questions; the answer carries the same `id`. */
export type ToWorker =
  /** Default knob values depend on the number of CPUs the kernel scaled them for. */
  | { type: 'presets'; id: number; assumed_cpus: number }
  /** A newer `open` supersedes one that is still running; only the newest is answered. */
  | { type: 'open'; id: number; scenario: Scenario; sides: readonly Side[] }
  | { type: 'frame'; id: number; view: View }
  /**
   * Step 0: the last decision at or before `t_ns`. Steps -1 and 1: the one before or after row `index` of the trace
   * (several can share an instant), or, without an index, before or after the instant `t_ns`. `deciding` leaves out
   * rows that decide nothing, such as a tick that changes nothing.
   */
  | { type: 'decision'; id: number; side: number; t_ns: number; index?: number; step: -1 | 0 | 1; deciding: boolean }
  /** Stops a running `open`; it is not answered any more, and what was open before stays open. */
  | { type: 'cancel'; id: number };

/** Answers, and what the worker says of itself. */
export type FromWorker =
  | { type: 'presets'; id: number; presets: Preset[] }
  | { type: 'progress'; id: number; done: number }
  | { type: 'opened'; id: number; summary: Summary }
  | { type: 'frame'; id: number; ops: Ops; texts: string[]; layout: Layout }
  | { type: 'decision'; id: number; decision: Decision | null }
  | { type: 'refused'; id: number; message: string }
  | { type: 'failed'; message: string };
