/** Where the window on the time axis is, and how it moves: pure functions of ranges and pixels. */
import { ns, type Ns } from '../time';

/** The visible part of the run. */
export interface Range {
  from_ns: Ns;
  to_ns: Ns;
}

/** Any stretch of time, such as the one that a frame shows. */
export type Stretch = Readonly<Record<'from_ns' | 'to_ns', number>>;

/** The part of the picture that has a time axis, in CSS pixels. */
export interface Plot {
  left: number;
  right: number;
}

/** No window is narrower: below it neighbouring pixels would show the same nanosecond. */
export const SPAN_MIN_NS = 2_000;

/** How long a range is. */
export const span = (range: Stretch): number => range.to_ns - range.from_ns;

/** The instant under a pixel; outside the plot it goes on in a straight line. */
export function timeAt(range: Stretch, plot: Plot, x: number): Ns {
  const width = Math.max(1, plot.right - plot.left);
  return ns(range.from_ns + ((x - plot.left) / width) * span(range));
}

/** The pixel of an instant; outside the window it lies outside the plot. */
export function pixelAt(range: Stretch, plot: Plot, t: number): number {
  return plot.left + ((t - range.from_ns) / span(range)) * (plot.right - plot.left);
}

/** The same window, moved and if need be cut so that it lies within the run and is not too narrow. */
export function clampRange(range: Range, end_ns: number): Range {
  const end = Math.max(end_ns, SPAN_MIN_NS);
  const length = Math.min(Math.max(span(range), SPAN_MIN_NS), end);
  const from = Math.min(Math.max(range.from_ns, 0), end - length);
  return { from_ns: ns(from), to_ns: ns(from + length) };
}

/** A window `factor` times as long in which `pivot_ns` keeps its pixel: zoom about the pointer. */
export function zoom(range: Range, factor: number, pivot_ns: number, end_ns: number): Range {
  const length = Math.min(Math.max(span(range) * factor, SPAN_MIN_NS), Math.max(end_ns, SPAN_MIN_NS));
  const share = (pivot_ns - range.from_ns) / span(range);
  const from = pivot_ns - share * length;
  return clampRange({ from_ns: ns(from), to_ns: ns(from + length) }, end_ns);
}

/** The window moved by a length of time; it stops at the ends of the run. */
export function pan(range: Range, by_ns: number, end_ns: number): Range {
  return clampRange({ from_ns: ns(range.from_ns + by_ns), to_ns: ns(range.to_ns + by_ns) }, end_ns);
}

/** The window that shows the whole run. */
export const fit = (end_ns: number): Range => clampRange({ from_ns: ns(0), to_ns: ns(end_ns) }, end_ns);

/** The window, moved only if `t_ns` has left it or comes within `margin` (a share of it) of an edge. */
export function reveal(range: Range, t_ns: number, end_ns: number, margin = 0.05): Range {
  const room = span(range) * margin;
  if (t_ns > range.to_ns - room) return pan(range, t_ns - (range.to_ns - room), end_ns);
  if (t_ns < range.from_ns + room) return pan(range, t_ns - (range.from_ns + room), end_ns);
  return range;
}

/** The window, turned like a page if `t_ns` has left it: then `t_ns` is at its start. */
export function turn(range: Range, t_ns: number, end_ns: number): Range {
  const inside = t_ns >= range.from_ns && t_ns <= range.to_ns;
  return inside ? range : pan(range, t_ns - range.from_ns, end_ns);
}

/** The window that shows a stretch, with some room at its sides. */
export function around(stretch: Stretch, end_ns: number, room = 0.25): Range {
  const margin_ns = Math.max(span(stretch), SPAN_MIN_NS) * room;
  return clampRange({ from_ns: ns(stretch.from_ns - margin_ns), to_ns: ns(stretch.to_ns + margin_ns) }, end_ns);
}

/** Part of the way from one window to another. An instant that both have at the same pixel stays there. */
export function between(from: Range, to: Range, share: number): Range {
  const mix = (a: number, b: number): Ns => ns(a + (b - a) * share);
  return { from_ns: mix(from.from_ns, to.from_ns), to_ns: mix(from.to_ns, to.to_ns) };
}

/** True for two windows that show the same. */
export const sameRange = (a: Stretch, b: Stretch): boolean => a.from_ns === b.from_ns && a.to_ns === b.to_ns;
