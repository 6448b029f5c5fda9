/** Where a row lands that is dragged up or down a list: pure. */

/** A row's extent, from the top of the window. */
export interface Extent {
  readonly top: number;
  readonly bottom: number;
}

/** Where a group lands by another one's row. */
export type GroupPlace = 'above' | 'below' | 'inside';

/** The part of a row at its top and at its bottom that means a place beside it. */
const EDGE = 0.3;

/** By which row a group lands in a tree, and where: beside one at its edges, else inside it; `null` without any. */
export function landingIn(rows: readonly Extent[], y: number): { readonly row: number; readonly where: GroupPlace } | null {
  if (rows.length === 0) return null;
  const found = rows.findIndex(({ bottom }) => y < bottom);
  const row = found < 0 ? rows.length - 1 : found;
  const { top, bottom } = rows[row]!;
  const part = (y - top) / (bottom - top);
  return { row, where: part < EDGE ? 'above' : part > 1 - EDGE ? 'below' : 'inside' };
}

/** The place that the dragged row would have: past every row whose middle the pointer has passed. */
export function landing(rows: readonly Extent[], from: number, y: number): number {
  const middles = rows.map(({ top, bottom }) => (top + bottom) / 2);
  const above = middles.filter((middle, i) => i !== from && middle < y).length;
  return Math.min(above, rows.length - 1);
}
