/** What came of a run in numbers: tasks, CPUs, and the side as a whole. Part of the protocol. */

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
  /** Times it gave the CPU up by blocking or ending. */
  voluntary: number;
  /** Time in which it had work and might not run. */
  throttled_ns: number;
  /** Jobs of a DEADLINE task that were finished after their deadline. */
  missed: number;
  wait_count: number;
  wait_mean_ns: number;
  wait_p50_ns: number;
  wait_p99_ns: number;
  wait_max_ns: number;
  /** When the longest wait ended. */
  wait_max_at_ns: number;
  /** Least and greatest lag when it was switched in or out, as service owed; 0 for a recording, which does not have them all. */
  lag_min_ns: number;
  lag_max_ns: number;
  /** By how much lag may differ from 0; 0 where there is no bound (CFS). */
  lag_bound_ns: number;
}

/** How tasks came from one CPU to another. */
export interface Moves {
  /** They woke or began on another CPU than they were on. */
  placed: number;
  /** They waited, and were pulled by a balance. */
  pulled: number;
  /** They waited, and were stolen by a CPU that had nothing. */
  stolen: number;
  /** They ran, and were pushed away by a balance. */
  pushed: number;
  /** They had to leave as their affinity changed. */
  confined: number;
}

/** One CPU in numbers. */
export interface CpuRow {
  cpu: number;
  idle_ns: number;
  switches: number;
  /** How often placement chose it. */
  chosen: number;
  /** How tasks came to it from others. */
  moves: Moves;
  /** How often it looked for tasks and pulled none. */
  declined: number;
  /** How often a look by the clock, for it or by it, moved nothing and had no source; the log leaves those out. */
  quiet: number;
  /** Used while it was busy; nothing where no power is told. */
  energy_uj?: number;
}

/** CPUs with one clock, as the kernel lists them. */
export interface ClockRow {
  cpus: string;
  max_khz: number;
  /** Over the whole run. */
  mean_khz: number;
  changes: number;
  /** Of its CPUs together; nothing where no power is told. */
  energy_uj?: number;
}

/** One side's run in numbers; the hash differs as soon as any event does. */
export interface SideSummary {
  kernel: string;
  events: number;
  hash: string;
  end_ns: number;
  idle_ns: number;
  switches: number;
  cpus: CpuRow[];
  /** Moves by the smallest domain that has both CPUs, as the kernel calls it. */
  levels: { name: string; moves: Moves; quiet: number }[];
  /** Time in which a CPU was idle while another of its last-level cache had two tasks or more, of all caches together. */
  idle_queued_ns: number;
  /** Kernel paths that took time: how often, each time, and all together. Empty without costs. */
  costs: { name: string; count: number; each_ns: number; total_ns: number }[];
  /** Empty where no points of clocks are told. */
  clocks: ClockRow[];
  tasks: TaskRow[];
}

/** What came of an `open`: A, then B unless it is closed. */
export interface Summary {
  sides: SideSummary[];
}
