import { expect, test } from 'vitest';
import { baseOf, costOf, ownOf, sameCosts, withCost, type Standards } from './costs';

const STANDARDS: Standards = (base, name) => ({ zero: 0, recorded: { tick_ns: 900, wakeup_ns: 400 }[name] ?? 0, machine: 50 })[base];
const of = (costs: Parameters<typeof costOf>[0]) => ['tick_ns', 'wakeup_ns'].map((name) => costOf(costs, { name }, STANDARDS));

test('each table has its costs, and one’s own stand over them', () => {
  expect(of('zero')).toEqual([0, 0]);
  expect(of('recorded')).toEqual([900, 400]);
  expect(of({ tick_ns: 7 })).toEqual([7, 0]);
  expect(of({ base: 'recorded', tick_ns: 7 })).toEqual([7, 400]);
  expect(of({ base: 'machine', wakeup_ns: 0 })).toEqual([50, 0]);
});

test('a cost that the engine has not told yet is none', () => expect(costOf('machine', { name: 'x_ns' }, () => undefined)).toBe(0));

test('one cost is set over its table, and taken back', () => {
  const set = withCost('machine', 'ipi_ns', 5);
  expect(set).toEqual({ base: 'machine', ipi_ns: 5 });
  expect([baseOf(set), ownOf(set)]).toEqual(['machine', { ipi_ns: 5 }]);
  expect(withCost(set, 'ipi_ns', null)).toBe('machine');
  expect(withCost('zero', 'ipi_ns', 5)).toEqual({ ipi_ns: 5 });
  expect(withCost({ tick_ns: 7 }, 'wakeup_ns', 5)).toEqual({ tick_ns: 7, wakeup_ns: 5 });
});

test('costs are compared by what they are', () => {
  expect(sameCosts({ tick_ns: 0, wakeup_ns: 3 }, { wakeup_ns: 3 })).toBe(true);
  expect(sameCosts({ wakeup_ns: 3 }, { wakeup_ns: 4 })).toBe(false);
  expect(sameCosts('zero', {})).toBe(true);
  expect(sameCosts('recorded', { base: 'recorded', tick_ns: 0 })).toBe(false);
  expect(sameCosts('recorded', 'machine')).toBe(false);
});
