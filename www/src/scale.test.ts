import { expect, test } from 'vitest';
import { positionOf, scaleOf, TRAVEL, valueAt } from './scale';

const SLICE = scaleOf(100_000, 100_000_000);
const NICE = scaleOf(-20, 19);
const COST = scaleOf(0, 10_000_000);

test('wide ranges are logarithmic, narrow ones and those with negative values are not', () => {
  expect([SLICE.log, NICE.log, COST.log]).toEqual([true, false, true]);
});

test('the ends are exact', () => {
  for (const scale of [SLICE, NICE, COST]) {
    expect([valueAt(scale, 0), valueAt(scale, TRAVEL)]).toEqual([scale.min, scale.max]);
    expect([positionOf(scale, scale.min), positionOf(scale, scale.max)]).toEqual([0, TRAVEL]);
  }
});

test('values are round', () => expect(valueAt(SLICE, 493)).toBe(3_000_000));
test('every nice value can be reached', () => {
  for (let nice = -20; nice <= 19; nice++) expect(valueAt(NICE, positionOf(NICE, nice))).toBe(nice);
});
test('there and back is close', () => {
  for (const value of [120_000, 700_000, 3_000_000, 42_000_000]) {
    expect(Math.abs(valueAt(SLICE, positionOf(SLICE, value)) / value - 1)).toBeLessThan(0.05);
  }
});
test('further is never less', () => {
  for (let p = 1; p <= TRAVEL; p++) expect(valueAt(SLICE, p)).toBeGreaterThanOrEqual(valueAt(SLICE, p - 1));
});
test('values outside sit at the ends', () => expect([positionOf(SLICE, 1), positionOf(SLICE, 1e12)]).toEqual([0, TRAVEL]));
test('a scale of one value divides by nothing', () => expect(positionOf(scaleOf(5, 5), 5)).toBe(0));
