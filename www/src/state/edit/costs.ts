/** What kernel paths cost on a side: one of the tables that there are, with some costs of one's own over it. Pure. */
import type { Cost, Side } from '../../worker/protocol';

type Costs = Side['costs'];
type Own = Exclude<Costs, string>;

/** The tables that there are: nothing, as recorded, as is likely on the machine. */
export const COST_BASES = ['zero', 'recorded', 'machine'] as const;
export type CostBase = (typeof COST_BASES)[number];

/** What each base says of a cost; `undefined` until the engine has said it. */
export type Standards = (base: CostBase, name: string) => number | undefined;

/** The table under one's own costs. */
export function baseOf(costs: Costs): CostBase {
  if (typeof costs === 'string') return costs;
  return COST_BASES.find((base) => base === costs['base']) ?? 'zero';
}

/** One's own costs, by name. */
export function ownOf(costs: Costs): Readonly<Record<string, number>> {
  if (typeof costs === 'string') return {};
  return Object.fromEntries(Object.entries(costs).filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}

/** One cost set, or with `null` left to the table; everything else costs what it did. */
export function withCost(costs: Costs, name: string, value: number | null): Costs {
  const { [name]: _, ...others } = ownOf(costs);
  const own = value === null ? others : { ...others, [name]: value };
  const base = baseOf(costs);
  if (Object.keys(own).length === 0) return base;
  return base === 'zero' ? own : { base, ...own };
}

/** What one costs; 0 as long as the engine has not said it. */
export function costOf(costs: Costs, { name }: Pick<Cost, 'name'>, standards: Standards): number {
  return ownOf(costs)[name] ?? standards(baseOf(costs), name) ?? 0;
}

/** True if two sides have the same costs, whatever objects hold them. */
export function sameCosts(a: Costs, b: Costs): boolean {
  const [x, y]: [Own, Own] = [{ base: baseOf(a), ...ownOf(a) }, { base: baseOf(b), ...ownOf(b) }];
  const names = new Set([...Object.keys(x), ...Object.keys(y)]);
  const free = x['base'] === 'zero' && y['base'] === 'zero';
  return [...names].every((name) => (free && name !== 'base' ? (x[name] ?? 0) === (y[name] ?? 0) : x[name] === y[name]));
}
