/**
 * Where a step leads when two sides are stepped together: pure.
 *
 * Each side has a decision that stands: its last one at or before the playhead. Several can share an instant, on one
 * side or on both; those of the two sides are walked through at the same time, so that they can be compared.
 */
import type { Decision } from '../worker/protocol';

/** A decision of each side, A's first. */
export type Pair = readonly [Decision | null, Decision | null];

/** Where the playhead goes, and what then stands on each side. */
export interface Step {
  readonly t_ns: number;
  readonly decisions: Pair;
}

const at = (decision: Decision | null, t_ns: number): boolean => decision?.t_ns === t_ns;
const latest = (pair: Pair): number => Math.max(pair[0]?.t_ns ?? 0, pair[1]?.t_ns ?? 0);

/** The instant of the later of the two; 0 if nothing has been decided yet. */
export const standingAt = latest;

/** To the earlier of the next decisions, or to both if they share the instant; `null` at the end. */
export function forward(standing: Pair, next: Pair): Step | null {
  const times = next.flatMap((decision) => (decision ? [decision.t_ns] : []));
  if (times.length === 0) return null;
  const t_ns = Math.min(...times);
  const pick = (side: 0 | 1): Decision | null => (at(next[side], t_ns) ? next[side] : standing[side]);
  return { t_ns, decisions: [pick(0), pick(1)] };
}

/**
 * Back from the instant of the later one: within that instant where there is more of it, else to what stood before it.
 *
 * `previous` are the neighbours of what stands; `null` for a side at its first decision.
 */
export function back(standing: Pair, previous: Pair): Step {
  const t_ns = latest(standing);
  const within = at(previous[0], t_ns) || at(previous[1], t_ns);
  const pick = (side: 0 | 1): Decision | null => {
    if (!at(standing[side], t_ns)) return standing[side];
    return !within || at(previous[side], t_ns) ? previous[side] : standing[side];
  };
  const decisions: Pair = [pick(0), pick(1)];
  return { t_ns: within ? t_ns : latest(decisions), decisions };
}
