import { describe, expect, test } from 'vitest';
import { axisOf } from './virtualAxis';

const HOG = { name: 'hog', group: false, vruntime_ns: '51500000', lag_ns: '-1000000', deadline_ns: '54500000', eligible: false };
const SLEEPER = { name: 'sleeper', group: false, vruntime_ns: '49500000', lag_ns: '1000000', deadline_ns: '52500000', eligible: true };

describe('places on the axis', () => {
  const { standings, least_ns, greatest_ns } = axisOf([HOG, SLEEPER], true);
  test('who has lag is behind V', () => expect(standings.map((one) => one.from_v_ns)).toEqual([1_000_000, -1_000_000]));
  test('deadlines are as far on as the request', () =>
    expect(standings.map((one) => one.deadline_from_v_ns)).toEqual([4_000_000, 2_000_000]));
  test('the axis holds all of them', () => expect([least_ns, greatest_ns]).toEqual([-1_000_000, 4_000_000]));
});

test('under CFS there are no deadlines', () => expect(axisOf([HOG], false).standings[0]!.deadline_from_v_ns).toBeNull());
test('V is always on the axis', () => {
  const { least_ns, greatest_ns } = axisOf([HOG], false);
  expect([least_ns, greatest_ns]).toEqual([0, 1_000_000]);
});
test('a deadline beyond the wrap is still later', () => {
  const wrapping = { ...HOG, vruntime_ns: '18446744073709551000', deadline_ns: '384', lag_ns: '0' };
  expect(axisOf([wrapping], true).standings[0]!.deadline_from_v_ns).toBe(1_000);
});
