import { expect, test } from 'vitest';
import { landing, landingIn } from './reorder';

const ROWS = [0, 1, 2, 3].map((i) => ({ top: i * 40, bottom: i * 40 + 40 }));

test.each([
  [0, 30, 0],
  [0, 61, 1],
  [0, 999, 3],
  [3, -50, 0],
  [2, 59, 1],
  [2, 61, 2],
  [2, 100, 2],
  [1, 101, 2],
])('row %d dropped at %d lands at %d', (from, y, expected) => expect(landing(ROWS, from, y)).toBe(expected));
test('a row alone stays', () => expect(landing(ROWS.slice(0, 1), 0, 500)).toBe(0));

test.each([
  [-20, 0, 'above'],
  [5, 0, 'above'],
  [20, 0, 'inside'],
  [35, 0, 'below'],
  [45, 1, 'above'],
  [999, 3, 'below'],
])('in a tree, what is dropped at %d lands by row %d, %s', (y, row, where) => expect(landingIn(ROWS, y)).toEqual({ row, where }));
test('in an empty tree there is no place', () => expect(landingIn([], 5)).toBeNull());
