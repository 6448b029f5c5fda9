/** What the picture shows just now: a frame's places, with the window that it has been moved to. */
import type { Frame } from '../worker/client';
import type { Layout } from '../worker/protocol';
import { pixelAt, timeAt, type Plot, type Stretch } from './viewport';

/** A layout and the stretch of time that its plot shows. */
export interface Shown extends Stretch {
  readonly layout: Layout;
}

/** The part with a time axis. */
export const plotOf = ({ plot_left, plot_right }: Layout): Plot => ({ left: plot_left, right: plot_right });
/** The pixel of an instant; beside the plot for one that is not shown. */
export const xOf = (shown: Shown, t_ns: number): number => pixelAt(shown, plotOf(shown.layout), t_ns);
/** The instant under a pixel. */
export const tOf = (shown: Shown, x: number): number => timeAt(shown, plotOf(shown.layout), x);
/** True for pixels that have an instant. */
export const inPlot = ({ layout }: Shown, x: number): boolean => x >= layout.plot_left && x <= layout.plot_right;
/** True on the time axis. */
export const onAxis = ({ layout }: Shown, y: number): boolean => y >= layout.axis.top && y < layout.axis.bottom;
/** A frame as it was asked for. */
export const shownBy = ({ layout, view }: Frame): Shown => ({ layout, from_ns: view.from_ns, to_ns: view.to_ns });
