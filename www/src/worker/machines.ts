/** What the engine says of machines: plain data. */
import type { Cost } from './presets';

/** A machine that has a name. */
export interface NamedMachine {
  name: string;
  title: string;
  about: string;
  cpus: number;
}

/** What a machine of a scenario is. */
export interface MachineMap {
  /** Which of the parts of each kind a CPU is in, and its domains, smallest first. */
  cpus: {
    capacity: number;
    kind: string;
    /** 0 where no clock is told. */
    max_khz: number;
    node: number;
    llc: number;
    cluster: number;
    core: number;
    domains: number[];
  }[];
  domains: {
    level: string;
    cpus: string;
    groups: number;
    prefer_sibling: boolean;
    asym_capacity: boolean;
    imbalance_pct: number;
    min_interval_ms: number;
    max_interval_ms: number;
  }[];
  /** CPUs with one clock, as the kernel lists them, and whether it is known what its points take; only those whose points are told. */
  clocks: { cpus: string; max_khz: number; powered: boolean }[];
  /** What kernel paths are likely to cost on it. */
  costs: Cost[];
  /** The same machine by its parts, as files write it. */
  parts: Record<string, unknown>;
}
