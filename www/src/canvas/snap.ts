/** Times as a hand on the picture means them: pure. */
import { plotOf, type Shown } from './shown';
import { timeAt } from './viewport';

/** The instant under a pixel in whole µs, and no finer than the hand can aim: in a decimal step of at most a pixel. */
export function snappedUs(shown: Shown, x: number): number {
  const { plot_left, plot_right } = shown.layout;
  const pixel_us = (shown.to_ns - shown.from_ns) / Math.max(plot_right - plot_left, 1) / 1_000;
  const step_us = Math.max(10 ** Math.floor(Math.log10(pixel_us)), 1);
  return Math.max(Math.round(timeAt(shown, plotOf(shown.layout), x) / 1_000 / step_us) * step_us, 0);
}
