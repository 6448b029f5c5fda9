/** What kernel paths cost on a side: nothing, as recorded, as is likely on the machine, or a table of one's own. Pure. */
import type { Preset, Side } from '../../worker/protocol';

type Costs = Side['costs'];
type Cost = Preset['costs'][number];

/** How a side's costs are chosen. */
export type CostKind = 'zero' | 'recorded' | 'machine' | 'own';

/** Which of them it is. */
export const kindOf = (costs: Costs): CostKind => (typeof costs === 'string' ? costs : 'own');

/** What each path costs, in ns; a path that a table does not name costs nothing. What a machine's cost only the engine knows: then what was recorded. */
export function costNs(costs: Costs, { name, ns }: Cost): number {
  if (costs === 'zero') return 0;
  return typeof costs === 'string' ? ns : (costs[name] ?? 0);
}

/** The costs of another kind; one's own begin with what was recorded, unless there are own ones already. */
export function asKind(costs: Costs, recorded: readonly Cost[], kind: CostKind): Costs {
  if (kind !== 'own') return kind;
  return typeof costs === 'string' ? tableOf('recorded', recorded) : costs;
}

/** A table of one's own with one cost changed; everything else costs what it did. */
export const withCost = (costs: Costs, recorded: readonly Cost[], name: string, ns: number): Costs => ({
  ...tableOf(costs, recorded),
  [name]: ns,
});

const tableOf = (costs: Costs, recorded: readonly Cost[]): Record<string, number> =>
  Object.fromEntries(recorded.map((cost) => [cost.name, costNs(costs, cost)]));

/** True if two sides have the same costs, whatever objects hold them. */
export function sameCosts(a: Costs, b: Costs): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => (a[name] ?? 0) === (b[name] ?? 0));
}
