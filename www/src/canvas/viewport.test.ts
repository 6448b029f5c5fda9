import { describe, expect, test } from 'vitest';
import { ns } from '../time';
import { around, between, clampRange, fit, pan, pixelAt, reveal, sameRange, span, SPAN_MIN_NS, timeAt, zoom, type Range } from './viewport';

const END = 80_000_000;
const PLOT = { left: 100, right: 900 };
const range = (from: number, to: number): Range => ({ from_ns: ns(from), to_ns: ns(to) });

describe('time and pixel', () => {
  test('the edges of the plot are the edges of the window', () => {
    expect(timeAt(range(10, 810), PLOT, 100)).toBe(10);
    expect(timeAt(range(10, 810), PLOT, 900)).toBe(810);
    expect(pixelAt(range(10, 810), PLOT, 410)).toBe(500);
  });
  test('there and back', () => {
    const window = range(30_000_000, 60_000_000);
    for (const x of [100, 333, 899]) expect(pixelAt(window, PLOT, timeAt(window, PLOT, x))).toBeCloseTo(x, 3);
  });
  test('a plot without width divides by nothing', () => {
    expect(timeAt(range(5, 10), { left: 7, right: 7 }, 7)).toBe(5);
  });
});

describe('zoom', () => {
  test('what is under the pointer stays there', () => {
    const window = range(30_000_000, 60_000_000);
    const pivot = timeAt(window, PLOT, 300);
    expect(pixelAt(zoom(window, 0.5, pivot, END), PLOT, pivot)).toBeCloseTo(300, 3);
  });
  test('stops at the whole run', () => expect(zoom(range(1e7, 2e7), 1e9, 1.5e7, END)).toEqual(fit(END)));
  test('stops before a pixel has no time', () => {
    expect(span(zoom(range(1e7, 2e7), 1e-12, 1.5e7, END))).toBe(SPAN_MIN_NS);
  });
});

describe('pan', () => {
  test('moves', () => expect(pan(range(10, 3010), 5, END)).toEqual(range(15, 3015)));
  test('stops at both ends and keeps its length', () => {
    expect(pan(range(1e6, 3e6), -9e9, END)).toEqual(range(0, 2e6));
    expect(pan(range(1e6, 3e6), 9e9, END)).toEqual(range(END - 2e6, END));
  });
});

describe('clamp', () => {
  test('a window past the end of a shortened run comes back', () => {
    expect(clampRange(range(7e7, 8e7), 4e7)).toEqual(range(3e7, 4e7));
  });
  test('an inverted window opens again', () => expect(span(clampRange(range(50, 10), END))).toBe(SPAN_MIN_NS));
  test('an empty run still has a window', () => expect(fit(0)).toEqual(range(0, SPAN_MIN_NS)));
});

describe('reveal', () => {
  test('leaves a visible moment alone', () => {
    const window = range(0, 1e7);
    expect(reveal(window, 5e6, END)).toBe(window);
  });
  test('brings a moment on either side into view', () => {
    const window = range(2e7, 3e7);
    for (const t of [1e6, 7.9e7]) {
      const moved = reveal(window, t, END);
      expect(t >= moved.from_ns && t <= moved.to_ns).toBe(true);
      expect(sameRange(moved, window)).toBe(false);
    }
  });
});

describe('around', () => {
  test('leaves room at both sides', () => expect(around(range(2e6, 6e6), END)).toEqual(range(1e6, 7e6)));
  test('stays within the run', () => expect(around(range(0, 4e6), END)).toEqual(range(0, 6e6)));
  test('an instant has a window too', () => expect(span(around(range(5e6, 5e6), END))).toBeGreaterThanOrEqual(SPAN_MIN_NS));
});

describe('between', () => {
  test('begins and ends where it should', () => {
    expect(between(range(0, 10), range(100, 300), 0)).toEqual(range(0, 10));
    expect(between(range(0, 10), range(100, 300), 1)).toEqual(range(100, 300));
  });
  test('a zoom keeps its pivot on the way', () => {
    const [from, pivot] = [range(1e7, 5e7), 2e7];
    const to = zoom(from, 0.5, pivot, END);
    expect(pixelAt(between(from, to, 0.3), PLOT, pivot)).toBeCloseTo(pixelAt(from, PLOT, pivot), 3);
  });
});
