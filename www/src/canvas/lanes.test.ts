import { describe, expect, it } from 'vitest';
import { LAYOUT } from '../testing/layout';
import { besideLanes, keyed, laneKeys, rowsOf, scrolled, thumbOf } from './lanes';

const SIGHT = { first: 4, count: 3, total: 20 };
const lane = (cpu: number) => ({ side: 0, cpu, bars: { top: cpu * 10, bottom: cpu * 10 + 8 }, rows: [], queue: null });
const LANES = [lane(4), lane(0), lane(5)];

describe('the list of lanes', () => {
  it('chooses the next CPU in the order of the lanes', () => {
    expect(laneKeys('ArrowDown', LANES, 4, SIGHT)).toEqual({ cpu: 0 });
    expect(laneKeys('ArrowUp', LANES, 0, SIGHT)).toEqual({ cpu: 4 });
  });

  it('moves the list where the lanes in sight end', () => {
    expect(laneKeys('ArrowDown', LANES, 5, SIGHT)).toEqual({ first: 5 });
    expect(laneKeys('ArrowUp', LANES, 4, SIGHT)).toEqual({ first: 3 });
    expect(laneKeys('ArrowUp', LANES, 4, { ...SIGHT, first: 0 })).toEqual({ first: 0 });
  });

  it('begins with the first lane in sight where the chosen one is not', () => {
    expect(laneKeys('ArrowDown', LANES, 17, SIGHT)).toEqual({ cpu: 4 });
  });

  it('turns pages and leaves other keys alone', () => {
    expect(laneKeys('PageDown', LANES, 4, SIGHT)).toEqual({ first: 7 });
    expect(laneKeys('x', LANES, 4, SIGHT)).toBeNull();
  });
});

describe('the scrollbar', () => {
  it('stays within the list', () => {
    expect([keyed('Home', SIGHT), keyed('End', SIGHT), keyed('PageUp', SIGHT)]).toEqual([0, 17, 1]);
    expect(scrolled(SIGHT, 100)).toBe(17);
  });

  it('has a thumb as long as what is in sight, from end to end', () => {
    const bar = { top: 100, bottom: 300 };
    expect(thumbOf({ first: 0, count: 10, total: 20 }, bar)).toEqual({ top: 100, bottom: 200 });
    expect(thumbOf({ first: 10, count: 10, total: 20 }, bar)).toEqual({ top: 200, bottom: 300 });
    expect(thumbOf({ first: 0, count: 1, total: 500 }, bar).bottom).toBe(112);
  });

  it('moves at least a row with each turn of the wheel', () => {
    expect([rowsOf(3), rowsOf(-3), rowsOf(100)]).toEqual([1, -1, 6]);
  });
});

describe('the place beside the lanes', () => {
  it('is only there on a machine with several CPUs', () => {
    expect(besideLanes(LAYOUT, { x: 20, y: 40 })).toBe(false);
    const several = { ...LAYOUT, sight: SIGHT };
    expect(besideLanes(several, { x: 20, y: 40 })).toBe(true);
    expect(besideLanes(several, { x: 200, y: 40 })).toBe(false);
  });
});
