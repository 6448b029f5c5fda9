/** What crosses about decisions between CPUs. Plain data. */

/** A decision between CPUs: what was asked for, and every test in order. */
export interface Between {
  asked: string;
  tests: {
    cpu: number;
    finding: string;
    holds: boolean;
    /** It settled the decision; at most one does. */
    decides: boolean;
    rule: string;
    source: string;
    /** Names and values of what was compared. */
    operands: [string, string][];
  }[];
}

/** A look of a CPU for tasks of others. */
export interface Look {
  t_ns: number;
  /** The domain that was looked through, with its CPUs; empty where the CPU did not get so far. */
  domain: string;
  /** What came of it and why. */
  sentence: string;
  /** How many tasks it moved. */
  moved: number;
  /** The log of decisions has it too. */
  told: boolean;
  between: Between;
}
