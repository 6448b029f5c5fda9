import { expect, test } from 'vitest';
import type { Layout } from '../worker/protocol';
import { snappedUs } from './snap';

const shown = (from_ns: number, to_ns: number) => ({ from_ns, to_ns, layout: { plot_left: 0, plot_right: 1_000 } as Layout });

test.each([
  [0, 300_000_000, 500, 150_000],
  [0, 300_000_000, 333, 99_900],
  [1_000_000, 1_100_000, 7, 1_001],
  [0, 300_000_000, -4, 0],
])('from %d to %d ns, pixel %d is %d µs', (from_ns, to_ns, x, expected) =>
  expect(snappedUs(shown(from_ns, to_ns), x)).toBe(expected));
