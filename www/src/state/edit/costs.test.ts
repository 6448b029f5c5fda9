import { expect, test } from 'vitest';
import { asKind, costNs, kindOf, sameCosts, withCost } from './costs';

const RECORDED = [
  { name: 'tick_ns', ns: 900, meaning: '' },
  { name: 'wakeup_ns', ns: 400, meaning: '' },
];

test('each kind has its costs', () => {
  expect(RECORDED.map((cost) => costNs('zero', cost))).toEqual([0, 0]);
  expect(RECORDED.map((cost) => costNs('recorded', cost))).toEqual([900, 400]);
  expect(RECORDED.map((cost) => costNs({ tick_ns: 7 }, cost))).toEqual([7, 0]);
});

test('own costs begin with the recorded ones, and stay when they are there', () => {
  expect(asKind('zero', RECORDED, 'own')).toEqual({ tick_ns: 900, wakeup_ns: 400 });
  const own = { tick_ns: 7 };
  expect(asKind(own, RECORDED, 'own')).toBe(own);
  expect(asKind(own, RECORDED, 'zero')).toBe('zero');
  expect([kindOf(own), kindOf('recorded')]).toEqual(['own', 'recorded']);
});

test('changing one makes them one’s own, and changes nothing else', () => {
  expect(withCost('recorded', RECORDED, 'tick_ns', 5)).toEqual({ tick_ns: 5, wakeup_ns: 400 });
  expect(withCost({ tick_ns: 7 }, RECORDED, 'wakeup_ns', 5)).toEqual({ tick_ns: 7, wakeup_ns: 5 });
});

test('costs are compared by what they are', () => {
  expect(sameCosts({ tick_ns: 0, wakeup_ns: 3 }, { wakeup_ns: 3 })).toBe(true);
  expect(sameCosts({ wakeup_ns: 3 }, { wakeup_ns: 4 })).toBe(false);
  expect(sameCosts('zero', {})).toBe(false);
});
