/** Where candidates stand on the axis of virtual time, from V: pure. */
import type { Decision } from '../worker/protocol';
import { candidateName } from './tell';

type Candidate = Pick<Decision['candidates'][number], 'name' | 'group' | 'vruntime_ns' | 'lag_ns' | 'deadline_ns' | 'eligible'>;

/** A candidate's place. */
export interface Standing {
  readonly name: string;
  /** vruntime − V; eligible up to 0. */
  readonly from_v_ns: number;
  /** Deadline − V; `null` where there are no deadlines. */
  readonly deadline_from_v_ns: number | null;
  readonly eligible: boolean;
}

/** The part of the axis that shows them all, and V. */
export interface Axis {
  readonly standings: readonly Standing[];
  readonly least_ns: number;
  readonly greatest_ns: number;
}

/** Virtual times use all 64 bits and wrap: only differences are numbers. */
const difference = (later: string, earlier: string): number => Number(BigInt.asIntN(64, BigInt(later) - BigInt(earlier)));

const standingOf = (one: Candidate, eevdf: boolean): Standing => {
  const { vruntime_ns, lag_ns, deadline_ns, eligible } = one;
  // Not the negative of zero, which would be written with a minus.
  const from_v_ns = 0 - Number(lag_ns);
  const deadline_from_v_ns = eevdf ? from_v_ns + difference(deadline_ns, vruntime_ns) : null;
  return { name: candidateName(one), from_v_ns, deadline_from_v_ns, eligible };
};

/** Everybody's place, in the order of the table. Under CFS there are no deadlines. */
export function axisOf(candidates: readonly Candidate[], eevdf: boolean): Axis {
  const standings = candidates.map((one) => standingOf(one, eevdf));
  const places = standings.flatMap(({ from_v_ns, deadline_from_v_ns }) => [from_v_ns, deadline_from_v_ns ?? from_v_ns]);
  return { standings, least_ns: Math.min(0, ...places), greatest_ns: Math.max(0, ...places) };
}
