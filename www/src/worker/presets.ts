/** What kernels offer to be set, and what differs from version to version. Part of the protocol. */

/** A number that a kernel lets be set: its name there, its default, its limits. */
export interface Knob {
  name: string;
  unit: string;
  value: number;
  min: number;
  max: number;
  meaning: string;
}
/** A setting that is one of a few words: its name in the kernel, its default, its words in the kernel's order. */
export interface KernelChoice {
  name: string;
  value: string;
  values: string[];
  meaning: string;
}
/** What a kernel path costs, in the unit that its name ends with: ns, or thousandths. */
export interface Cost {
  name: string;
  value: number;
  meaning: string;
  /** It is paid only with several CPUs, groups, clamps or clocks. */
  between: boolean;
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
  choices: KernelChoice[];
  /** `between`: it does something only where there are several CPUs. */
  features: { name: string; on: boolean; between: boolean; meaning: string }[];
  /** What kernel paths cost in recordings of this kernel. */
  costs: Cost[];
}

/** A line of the table of versions: one thing, with a cell for each kernel. */
export interface VersionLine {
  topic: 'rule' | 'feature' | 'tunable' | 'preemption';
  /** It is about what is decided between CPUs. */
  between: boolean;
  /** The rule's name, or the kernel's name of a feature or tunable. */
  name: string;
  meaning: string;
  /** Words, on or off, or a number in the unit that the name ends with; `null` where a kernel does not have it. */
  cells: (string | boolean | number | null)[];
}
/** What differs from version to version, oldest first. */
export interface Versions {
  kernels: Pick<Preset, 'name' | 'family' | 'note'>[];
  lines: VersionLine[];
}
