import { describe, expect, test } from 'vitest';
import { AT_TOP, BAR_PX_MAX, barHeight, isSeen, present, reveal, scrolled, scrollTo, seen, settled, type Sizes } from './scroll';

const SHORT: Sizes = { total: 100, row_px: 20, view_px: 200 };
const LONG: Sizes = { total: 1_000_000, row_px: 20, view_px: 200 };

describe('a list that fits', () => {
  test('moves as the bar does', () => expect(scrolled(AT_TOP, 730, SHORT)).toEqual({ top_px: 730, bar_px: 730 }));
  test('shows the rows that are seen in part', () => expect(seen(scrollTo(30, SHORT), SHORT)).toEqual({ first: 1, count: 11 }));
  test('ends with the last row at the foot', () => expect(scrollTo(99_999, SHORT).top_px).toBe(1_800));
  test('that is shorter than the view does not move', () => {
    const few = { ...SHORT, total: 3 };
    expect([scrollTo(50, few), seen(AT_TOP, few)]).toEqual([AT_TOP, { first: 0, count: 3 }]);
  });
  test('that is empty shows nothing', () => expect(seen(AT_TOP, { ...SHORT, total: 0 })).toEqual({ first: 0, count: 0 }));
});

describe('a list beyond what browsers scroll', () => {
  test('has the longest bar', () => expect(barHeight(LONG)).toBe(BAR_PX_MAX));
  test('moves by pixels under a wheel', () => {
    const middle = scrollTo(10_000_000, LONG);
    expect(scrolled(middle, middle.bar_px + 60, LONG).top_px - middle.top_px).toBe(60);
  });
  test('moves by shares under a dragged bar', () => {
    const half = (BAR_PX_MAX - LONG.view_px) / 2;
    expect(scrolled(AT_TOP, half, LONG).top_px).toBeCloseTo((20_000_000 - 200) / 2);
  });
  test('reaches both ends', () => {
    const end = scrolled(scrollTo(19_000_000, LONG), BAR_PX_MAX - LONG.view_px, LONG);
    expect(seen(end, LONG)).toEqual({ first: 999_990, count: 10 });
    expect(scrolled(scrollTo(90, LONG), 0, LONG).top_px).toBe(0);
  });
  test('every row can be reached, and the bar settles where it belongs', () => {
    for (let row = 0; row < LONG.total; row += 99_991) {
      const at = reveal(AT_TOP, row, LONG);
      expect(isSeen(at, row, LONG)).toBe(true);
      expect(settled({ ...at, bar_px: 0 }, LONG)).toEqual(at);
    }
  });
  test('a long way by small steps ends where a jump does', () => {
    let scroll = scrollTo(5_000_000, LONG);
    const start = scroll.top_px;
    for (let i = 0; i < 500; i++) scroll = settled(scrolled(scroll, scroll.bar_px + 100, LONG), LONG);
    expect(scroll.top_px).toBeCloseTo(start + 50_000);
  });
});

describe('a row comes into sight', () => {
  const at = scrollTo(400, SHORT);
  test.each([
    ['in sight: no movement', 25, 400],
    ['just above: to the head', 19, 380],
    ['just below: to the foot', 30, 420],
  ])('%s', (_, row, top_px) => expect(present(at, row, SHORT).top_px).toBe(top_px));
  test('from afar: to the middle', () => expect(present(at, 80, SHORT).top_px).toBe(80.5 * 20 - 100));
  test('what is seen in part counts as seen', () => {
    expect([19, 20, 29, 30].map((row) => isSeen(at, row, SHORT))).toEqual([false, true, true, false]);
  });
});
