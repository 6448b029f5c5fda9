import { expect, test } from 'vitest';
import { besideLine, besidePointer, gridFor, sideOf } from './place';

const BOUNDS = { left: 100, right: 900, top: 0, bottom: 400 };

test('labels stand towards the middle and do not flutter there', () => {
  expect(sideOf(200, BOUNDS, 'left')).toBe('right');
  expect(sideOf(800, BOUNDS, 'right')).toBe('left');
  expect([sideOf(510, BOUNDS, 'right'), sideOf(490, BOUNDS, 'left')]).toEqual(['right', 'left']);
});

test('beside a line, within the bounds', () => {
  expect(besideLine(200, 80, 'right', BOUNDS)).toBe(209);
  expect(besideLine(800, 80, 'left', BOUNDS)).toBe(711);
  expect(besideLine(120, 80, 'left', BOUNDS)).toBe(100);
  expect(besideLine(890, 80, 'right', BOUNDS)).toBe(820);
});

test('below the pointer, above where there is no room, never outside', () => {
  const label = { width: 100, height: 20 };
  const wish = { across: 'right', along: 'below' } as const;
  expect(besidePointer({ x: 300, y: 100 }, label, BOUNDS, wish)).toEqual({ left: 309, top: 118 });
  expect(besidePointer({ x: 300, y: 100 }, label, BOUNDS, { across: 'left', along: 'above' })).toEqual({ left: 191, top: 71 });
  expect(besidePointer({ x: 880, y: 395 }, label, BOUNDS, wish)).toEqual({ left: 800, top: 366 });
  expect(besidePointer({ x: 300, y: 5 }, { width: 100, height: 398 }, BOUNDS, wish).top).toBe(0);
});

test('entries that do not fit under each other go into columns, and no more than can be taken in', () => {
  const room = (width: number, height: number) => ({ width, height, line_px: 14, column_px: 100 });
  expect(gridFor(2, room(900, 50))).toEqual({ rows: 2, columns: 1 });
  expect(gridFor(8, room(900, 60))).toEqual({ rows: 4, columns: 2 });
  expect(gridFor(300, room(2000, 60))).toEqual({ rows: 4, columns: 3 });
  expect(gridFor(2, room(900, 3))).toEqual({ rows: 1, columns: 2 });
  expect(gridFor(21, room(300, 60))).toEqual({ rows: 4, columns: 1 });
});
