/**
 * The canvas of the figure. It shows the newest frame; while the next one is on its way, the one that it has is moved and
 * stretched to where the window is, so that the picture stays under the hand.
 */
import type { Frame } from '../worker/client';
import type { Layout, Ops, Rows } from '../worker/protocol';
import { paint } from './replay';
import { shownBy, type Shown } from './shown';
import { pixelAt, span, type Stretch } from './viewport';

/** Where the plot of an old frame goes in a window: what was at pixel `x` is at `left + (x - plot_left) * scale`. */
export interface Shift {
  readonly left: number;
  readonly scale: number;
}

/** How far a frame must be moved and stretched to show another window. */
export function shiftTo(shown: Stretch & { readonly layout: Pick<Layout, 'plot_left' | 'plot_right'> }, wanted: Stretch): Shift {
  const plot = { left: shown.layout.plot_left, right: shown.layout.plot_right };
  return { left: pixelAt(wanted, plot, shown.from_ns), scale: span(shown) / span(wanted) };
}

/** What of a frame moves with time: panels and axis, but neither titles nor names. */
export const movingRows = ({ panels, axis }: Pick<Layout, 'panels' | 'axis'>): readonly Rows[] => [...panels, axis];

const [FILL, RECT] = [0, 2];
/** Ends of lines stick out of the plot by this much. */
const OVERDRAW_PX = 2;

/** The colour that a frame begins with, if it paints its ground; else it has none and the page's shows through. */
export function groundOf(ops: Ops): string | null {
  if (ops[0] !== FILL || ops[2] !== RECT) return null;
  return `#${(ops[1] ?? 0).toString(16).padStart(8, '0')}`;
}

/** Paints frames; knows what it shows. */
export class Picture {
  private frame: Frame | null = null;
  private current: Shown | null = null;
  private scale = 1;
  /** The frame as it was painted, taken off the canvas when it is first moved. */
  private copy: HTMLCanvasElement | null = null;
  private isCopied = false;

  constructor(private readonly canvas: HTMLCanvasElement) {}

  /** What is on the canvas; `null` before the first frame. */
  get shown(): Shown | null {
    return this.current;
  }

  /** The frame that is shown, moved or not. */
  get newest(): Frame | null {
    return this.frame;
  }

  /** Paints a frame, `scale` device pixels for each of its own. */
  show(frame: Frame, scale: number): void {
    const { width, height } = frame.view;
    paint(this.canvas, { ops: frame.ops, texts: frame.texts, width, height }, scale);
    this.frame = frame;
    this.scale = scale;
    this.isCopied = false;
    this.current = shownBy(frame);
  }

  /** Shows a window with what the last frame has of it; the rest stays empty until the next one. */
  moveTo(wanted: Stretch): void {
    const ctx = this.canvas.getContext('2d');
    if (!this.frame || !ctx) return;
    const shift = shiftTo(shownBy(this.frame), wanted);
    const copy = this.copied();
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.fillStyle = groundOf(this.frame.ops) ?? 'transparent';
    for (const rows of movingRows(this.frame.layout)) this.moveRows(ctx, copy, rows, shift);
    this.current = { layout: this.frame.layout, from_ns: wanted.from_ns, to_ns: wanted.to_ns };
  }

  private moveRows(ctx: CanvasRenderingContext2D, copy: HTMLCanvasElement, { top, bottom }: Rows, shift: Shift): void {
    const { plot_left, plot_right } = this.frame!.layout;
    const px = (value: number): number => Math.round(value * this.scale);
    const [left, width] = [px(plot_left), px(plot_right + OVERDRAW_PX) - px(plot_left)];
    const [y, height] = [px(top), px(bottom) - px(top)];
    if (height <= 0) return;
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, y, width, height);
    ctx.clip();
    ctx.clearRect(left, y, width, height);
    ctx.fillRect(left, y, width, height);
    ctx.drawImage(copy, left, y, width, height, shift.left * this.scale, y, width * shift.scale, height);
    ctx.restore();
  }

  private copied(): HTMLCanvasElement {
    const copy = (this.copy ??= document.createElement('canvas'));
    if (this.isCopied) return copy;
    Object.assign(copy, { width: this.canvas.width, height: this.canvas.height });
    copy.getContext('2d')?.drawImage(this.canvas, 0, 0);
    this.isCopied = true;
    return copy;
  }
}
