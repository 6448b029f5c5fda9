/** What the recordings say, as `cargo xtask conformance` writes it; see `tests/src/conformance/proof.rs`. */
import type { Scenario, Side } from '../worker/protocol';

/** How model and kernel agree. */
export interface Score {
  readonly decisions: number;
  readonly wrong: number;
  readonly unclear: number;
  readonly numbers: number;
  /** Numbers off by 1 ns or more. */
  readonly inexact: number;
}

/** A kernel that recordings were made on, with its sums. */
export interface KernelSum extends Score {
  readonly kernel: string;
  readonly release: string | null;
  readonly preset: string | null;
  readonly recordings: number;
  /** Tasks simulated from scratch, and by how many hundredths of a percent their CPU shares are off: on average, and 95 % of them. */
  readonly tasks: number;
  readonly share_off_mean_bp: number;
  readonly share_off_95_bp: number;
}

/** The same of recordings of several CPUs; a share is one of a single CPU. */
export interface SeveralSum extends KernelSum {
  /** Shares of tasks that are alike, each beside that of its rank: how far they are off on average. */
  readonly rank_off_mean_bp: number;
  /** How far outside what 24 starts give: when each CPU balanced last before a recording is not known. */
  readonly outside_mean_bp: number;
  readonly migrations: readonly [recorded: number, simulated: number];
}

/** One kernel, one family of workloads. */
export interface Cell extends Score {
  readonly kernel: string;
  readonly family: string;
  readonly recordings: number;
}

/** CPU share in hundredths of a percent, switches in, mean and greatest wait in µs; migrations only where there are several CPUs. */
export type Figures = readonly [share_bp: number, switches: number, wait_mean_us: number, wait_max_us: number, migrations?: number];
/** A task as it was recorded, and simulated from scratch. */
export type TaskRow = readonly [name: string, recorded: Figures, simulated: Figures];

/** One recording. */
export interface Entry extends Score {
  /** Its path below the folder of recordings. */
  readonly file: string;
  readonly kernel: string;
  readonly family: string;
  /** Empty where it cannot be simulated; `refusal` says why. */
  readonly tasks: readonly TaskRow[];
  readonly refusal?: string;
  /** Places in the lists of scenarios and sides. */
  readonly scenario: number | null;
  readonly side: number | null;
}

/** A recording that was not compared, and why. */
export interface LeftOut {
  readonly file: string;
  readonly kernel: string;
  readonly family: string;
  readonly reason: string;
}

/** What holds a preset. */
export interface PresetHold {
  readonly name: string;
  readonly policy: 'CFS' | 'EEVDF';
  /** Kernels whose recordings it is compared with. */
  readonly recorded: readonly string[];
  /** How many worked examples have integers for it. */
  readonly examples: number;
  /** The version before, if it follows the same policy. */
  readonly before: string | null;
  /** Differences from it that a scenario shows; and rules that none can show, each with the reason. */
  readonly shown: number;
  readonly silent: readonly (readonly [rule: string, words: string])[];
}

/** What the recordings of a kernel do not tell, a sentence each. */
export interface Gap {
  readonly kernel: string;
  readonly words: readonly string[];
}

/** All of it; what is added up over recordings of several CPUs stands apart. */
export interface Proof {
  readonly about: readonly (readonly [key: string, words: string])[];
  readonly families: readonly (readonly [letter: string, name: string])[];
  readonly kernels: readonly KernelSum[];
  readonly cells: readonly Cell[];
  readonly several_kernels: readonly SeveralSum[];
  readonly several_cells: readonly Cell[];
  readonly several_gaps: readonly Gap[];
  readonly left_out: readonly LeftOut[];
  readonly gaps: readonly Gap[];
  readonly presets: readonly PresetHold[];
  readonly recordings: readonly Entry[];
  readonly scenarios: readonly Scenario[];
  readonly sides: readonly Side[];
}
