/**
 * Where rows of equal height stand while a list of them is scrolled: pure.
 *
 * Browsers do not scroll further than some tens of millions of pixels. A longer list gets a bar of that length, and what
 * is seen is kept apart from where the bar stands: a small movement of the bar moves the rows by as much, a large one
 * goes to that share of the list.
 */

/** How many rows there are and how much is seen of them. */
export interface Sizes {
  readonly total: number;
  readonly row_px: number;
  readonly view_px: number;
}

/** What is above the view, and where the bar stands; the same in a list that fits. */
export interface Scroll {
  readonly top_px: number;
  readonly bar_px: number;
}

/** Every browser scrolls this far. */
export const BAR_PX_MAX = 8_000_000;

/** At the first row. */
export const AT_TOP: Scroll = { top_px: 0, bar_px: 0 };

const clamp = (value: number, max: number): number => Math.min(Math.max(value, 0), Math.max(max, 0));
const hidden_px = ({ total, row_px, view_px }: Sizes): number => Math.max(total * row_px - view_px, 0);

/** How high what the bar scrolls is. */
export const barHeight = ({ total, row_px }: Pick<Sizes, 'total' | 'row_px'>): number => Math.min(total * row_px, BAR_PX_MAX);

const barTravel = (sizes: Sizes): number => Math.max(barHeight(sizes) - sizes.view_px, 0);

/** How much of the list passes for each pixel of the bar when it is dragged. */
function ratio(sizes: Sizes): number {
  const travel_px = barTravel(sizes);
  return travel_px === 0 ? 0 : hidden_px(sizes) / travel_px;
}

/** What is seen after a hand has moved the bar. */
export function scrolled(old: Scroll, bar_px: number, sizes: Sizes): Scroll {
  const moved_px = bar_px - old.bar_px;
  const far = Math.abs(moved_px) > sizes.view_px;
  const atEnd = bar_px <= 0 || bar_px >= barTravel(sizes);
  const top_px = far || atEnd ? bar_px * ratio(sizes) : old.top_px + moved_px;
  return { top_px: clamp(top_px, hidden_px(sizes)), bar_px };
}

/** The view with that much above it, and the bar where it belongs. */
export function scrollTo(top_px: number, sizes: Sizes): Scroll {
  const top = clamp(top_px, hidden_px(sizes));
  const by = ratio(sizes);
  return { top_px: top, bar_px: by === 0 ? 0 : top / by };
}

/** The bar back where it belongs, once nobody moves it; the rows stay. */
export const settled = (scroll: Scroll, sizes: Sizes): Scroll => scrollTo(scroll.top_px, sizes);

/** The least movement that shows a row whole; none if it is. */
export function reveal(scroll: Scroll, row: number, sizes: Sizes): Scroll {
  const above_px = row * sizes.row_px;
  const below_px = above_px + sizes.row_px - sizes.view_px;
  if (above_px < scroll.top_px) return scrollTo(above_px, sizes);
  return below_px > scroll.top_px ? scrollTo(below_px, sizes) : scroll;
}

/** A row that comes from far away stands in the middle, with what led to it in sight; a near one moves as little as it can. */
export function present(scroll: Scroll, row: number, sizes: Sizes): Scroll {
  const near = reveal(scroll, row, sizes);
  const far = Math.abs(near.top_px - scroll.top_px) > sizes.view_px;
  return far ? scrollTo((row + 0.5) * sizes.row_px - sizes.view_px / 2, sizes) : near;
}

/** Whether a row is seen at least in part. */
export const isSeen = ({ top_px }: Scroll, row: number, { row_px, view_px }: Sizes): boolean =>
  (row + 1) * row_px > top_px && row * row_px < top_px + view_px;

/** The rows that are seen at least in part. */
export function seen({ top_px }: Scroll, { total, row_px, view_px }: Sizes): { readonly first: number; readonly count: number } {
  const first = Math.min(Math.floor(top_px / row_px), total);
  const end = Math.min(Math.ceil((top_px + view_px) / row_px), total);
  return { first, count: Math.max(end - first, 0) };
}
