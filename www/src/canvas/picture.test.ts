import { expect, test } from 'vitest';
import { LAYOUT } from '../testing/layout';
import { groundOf, movingRows, shiftTo } from './picture';
import { pixelAt } from './viewport';

const OLD = { layout: LAYOUT, from_ns: 10_000_000, to_ns: 20_000_000 };
const PLOT = { left: LAYOUT.plot_left, right: LAYOUT.plot_right };

test.each([
  [12_000_000, 22_000_000],
  [14_000_000, 16_000_000],
  [0, 80_000_000],
])('an old frame is moved so that every instant is where it will be, window %d to %d', (from_ns, to_ns) => {
  const { left, scale } = shiftTo(OLD, { from_ns, to_ns });
  for (const t_ns of [10_000_000, 13_000_000, 20_000_000]) {
    const moved = left + (pixelAt(OLD, PLOT, t_ns) - PLOT.left) * scale;
    expect(moved).toBeCloseTo(pixelAt({ from_ns, to_ns }, PLOT, t_ns), 6);
  }
});

test('panels and the axis move, titles stay', () => {
  const rows = movingRows(LAYOUT);
  expect(rows).toContainEqual(LAYOUT.axis);
  expect(rows.some(({ top, bottom }) => top < 12 && bottom > 12)).toBe(false);
});

test('the ground is what the frame begins with', () => {
  expect(groundOf(Float64Array.from([0, 0x0e1217ff, 2, 0, 0, 10, 10]))).toBe('#0e1217ff');
  expect(groundOf(Float64Array.from([1, 0xff, 2]))).toBeNull();
  expect(groundOf(new Float64Array())).toBeNull();
});
