/** Lines over the picture that move with every frame: playhead and crosshair. Writes styles, renders nothing. */
import { formatClock } from '../time';
import type { Frame } from '../worker/client';
import { pixelAt, timeAt } from './viewport';

const plotOf = ({ layout }: Frame) => ({ left: layout.plot_left, right: layout.plot_right });

/** The two lines of one picture. */
export class Overlay {
  constructor(
    private readonly playhead: HTMLElement,
    private readonly crosshair: HTMLElement,
  ) {}

  /** Puts the playhead where its instant is in this frame; outside the window it is not shown. */
  place(frame: Frame, t_ns: number, end_ns: number): void {
    const x = pixelAt(frame.view, plotOf(frame), t_ns);
    const { plot_left, plot_right } = frame.layout;
    this.playhead.hidden = x < plot_left - 0.5 || x > plot_right + 0.5;
    this.playhead.setAttribute('aria-valuemax', String(end_ns));
    this.playhead.setAttribute('aria-valuenow', String(t_ns));
    this.playhead.setAttribute('aria-valuetext', formatClock(t_ns));
    set(this.playhead, frame, x, formatClock(t_ns));
  }

  /** Puts the crosshair under the pointer; outside the plot, or with `null`, there is none. */
  cross(frame: Frame, x: number | null, format: (t_ns: number) => string): void {
    const plot = plotOf(frame);
    this.crosshair.hidden = x === null || x < plot.left || x > plot.right;
    if (x !== null && !this.crosshair.hidden) set(this.crosshair, frame, x, format(timeAt(frame.view, plot, x)));
  }

  uncross(): void {
    this.crosshair.hidden = true;
  }
}

/** A line at `x` through all panels, its label on the axis and kept within the plot. */
function set(line: HTMLElement, { layout }: Frame, x: number, label: string): void {
  line.style.transform = `translateX(${Math.round(x)}px)`;
  const flag = line.firstElementChild as HTMLElement;
  flag.style.top = `${layout.axis.top}px`;
  flag.dataset['end'] = x > (layout.plot_left + layout.plot_right) / 2 ? 'right' : 'left';
  if (flag.textContent !== label) flag.textContent = label;
}
