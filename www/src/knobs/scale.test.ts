import { expect, test } from 'vitest';
import { dragged, positionOf, scaleOf, stepped, TRAVEL, valueAt } from './scale';

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

test('a finer hand gets more digits', () => expect(String(valueAt(SLICE, 493.3, 4)).replace(/0+$/, '')).toHaveLength(4));

test.each([
  [3_000_000, 1, 3_100_000],
  [3_000_000, -1, 2_900_000],
  [1_000_000, -1, 990_000],
  [990_000, 1, 1_000_000],
  [2_847_123, 1, 2_900_000],
  [2_847_123, -1, 2_800_000],
  [3_000_000, 10, 4_000_000],
  [1_000_000, -10, 900_000],
  [100_000, -1, 100_000],
  [100_000_000, 1, 100_000_000],
])('on a log scale %d and %d steps is %d', (value, steps, expected) => expect(stepped(SLICE, value, steps)).toBe(expected));

test('linear steps are whole and end at the ends', () => {
  expect([stepped(NICE, 0, 1), stepped(NICE, 0, -10), stepped(NICE, 15, 10)]).toEqual([1, -10, 19]);
});

test('zero can be left and reached by steps', () => {
  expect(stepped(COST, 0, 1)).toBe(100);
  expect(stepped(COST, 100, -1)).toBe(0);
  expect(stepped(COST, 0, -1)).toBe(0);
});

test('every step moves, but at the ends', () => {
  for (let value = SLICE.min; value < SLICE.max; ) {
    const next = stepped(SLICE, value, 1);
    expect(next).toBeGreaterThan(value);
    expect(stepped(SLICE, next, -1)).toBeLessThan(next);
    value = next;
  }
});

test('a drag goes from end to end and not beyond, a fine one a tenth as far', () => {
  expect([dragged(0, 400, false), dragged(0, 4_000, false), dragged(500, -4_000, false)]).toEqual([TRAVEL, TRAVEL, 0]);
  expect(dragged(500, 40, true)).toBe(510);
});
