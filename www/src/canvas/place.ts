/** Where labels go so that they cover nothing that is looked at: pure. */

/** What a label must stay in. */
export interface Bounds {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** How far from the line or pointer. */
const GAP_PX = 9;
/** Below a pointer is more of the pointer itself. */
const BELOW_PX = 18;
/** A label changes its side only when the line is clearly past the middle: else it would flutter there. */
const STICKY_SHARE = 0.06;

/** On which side of a line at `x` labels stand, given where they stood: inwards. */
export function sideOf(x: number, { left, right }: Bounds, before: 'left' | 'right'): 'left' | 'right' {
  const share = (x - left) / Math.max(1, right - left);
  if (share > 0.5 + STICKY_SHARE) return 'left';
  return share < 0.5 - STICKY_SHARE ? 'right' : before;
}

/** The left edge of a label beside a line, within the bounds. */
export function besideLine(x: number, width: number, side: 'left' | 'right', bounds: Bounds): number {
  const wanted = side === 'right' ? x + GAP_PX : x - GAP_PX - width;
  return within(wanted, width, bounds.left, bounds.right);
}

/** Where a label for what is under a pointer is wanted. */
export interface Wish {
  readonly across: 'left' | 'right';
  readonly along: 'above' | 'below';
}

/** The upper left corner of a label for what is under a pointer, as wished where there is room, never outside. */
export function besidePointer(
  { x, y }: { readonly x: number; readonly y: number },
  { width, height }: { readonly width: number; readonly height: number },
  bounds: Bounds,
  { across, along }: Wish,
): { left: number; top: number } {
  const below = y + BELOW_PX;
  const isBelow = along === 'below' && below + height <= bounds.bottom;
  const top = isBelow ? below : y - GAP_PX - height;
  return { left: besideLine(x, width, across, bounds), top: Math.max(top, bounds.top) };
}

/** A room for entries, and how much of it a line of them takes. */
export interface Room {
  readonly width: number;
  readonly height: number;
  readonly line_px: number;
  readonly column_px: number;
}

/**
 * The rows that entries are listed in, and the columns that this makes; too many are not listed. Most of the width stays free,
 * as what the numbers are about is there.
 */
export function gridFor(entries: number, { width, height, line_px, column_px }: Room): { rows: number; columns: number } {
  const rows = Math.max(1, Math.floor(height / line_px));
  const columns_max = Math.min(Math.max(1, Math.floor((width * WIDTH_SHARE) / column_px)), COLUMNS_MAX);
  return { rows: Math.min(rows, Math.max(1, entries)), columns: Math.min(columns_max, Math.ceil(entries / rows)) };
}

const COLUMNS_MAX = 3;
const WIDTH_SHARE = 0.3;

const within = (at: number, size: number, least: number, most: number): number => Math.max(least, Math.min(at, most - size));
