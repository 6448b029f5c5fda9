/** Pointers and wheel on the picture, as changes of window and playhead. Knows pixels and times, draws nothing. */
import { pan, span, timeAt, zoom, type Plot, type Range } from './viewport';

/** A pointer event, as far as it matters here; places are relative to the picture. */
export interface Pointer {
  readonly id: number;
  readonly x: number;
  readonly y: number;
}

/** What the gestures act on. */
export interface Target {
  range(): Range;
  end_ns(): number;
  plot(): Plot;
  /** True where a drag moves the playhead instead of the window: along the time axis. */
  scrubs(pointer: Pointer): boolean;
  show(range: Range): void;
  moveTo(t_ns: number): void;
}

/** A hand is never quite still: below this it is a click. */
const CLICK_PX = 4;
const WHEEL_ZOOM_PER_PX = 0.002;
/** Browsers tell a pinch on a touchpad as small turns of the wheel with Ctrl. */
const PINCH_ZOOM_PER_PX = 0.01;
const WHEEL_PX_MAX = 120;
const LINE_PX = 16;

/** A turn of the wheel, as the browser tells it. */
export type Turn = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'shiftKey' | 'ctrlKey'>;

/** What a turn of the wheel asks for: to pan by pixels, or, if by none, to zoom. */
export function meaningOf(event: Turn): { readonly pan_px: number; readonly factor: number } {
  const unit = event.deltaMode === 0 ? 1 : LINE_PX;
  const [dx, dy] = event.shiftKey ? [event.deltaY * unit, 0] : [event.deltaX * unit, event.deltaY * unit];
  if (Math.abs(dx) > Math.abs(dy)) return { pan_px: dx, factor: 1 };
  const step = Math.min(Math.max(dy, -WHEEL_PX_MAX), WHEEL_PX_MAX);
  return { pan_px: 0, factor: Math.exp(step * (event.ctrlKey ? PINCH_ZOOM_PER_PX : WHEEL_ZOOM_PER_PX)) };
}

type Mode = 'none' | 'click' | 'pan' | 'scrub' | 'pinch';

/** Follows the pointers from press to release and tells the target what they mean. */
export class Gestures {
  private mode: Mode = 'none';
  private down = new Map<number, Pointer>();
  private moved_px = 0;

  constructor(private readonly target: Target) {}

  /** What a drag does just now, for the shape of the cursor. */
  get current(): Mode {
    return this.mode;
  }

  press(pointer: Pointer): void {
    this.down.set(pointer.id, pointer);
    this.moved_px = 0;
    if (this.down.size > 1) this.mode = 'pinch';
    else if (this.target.scrubs(pointer)) this.scrub(pointer);
    else this.mode = 'click';
  }

  move(pointer: Pointer): void {
    const old = this.down.get(pointer.id);
    if (!old) return;
    this.moved_px += Math.abs(pointer.x - old.x) + Math.abs(pointer.y - old.y);
    if (this.mode === 'click' && this.moved_px > CLICK_PX) this.mode = 'pan';
    if (this.mode === 'scrub') this.scrub(pointer);
    if (this.mode === 'pan') this.drag(old, pointer);
    if (this.mode === 'pinch') this.pinch(old, pointer);
    this.down.set(pointer.id, pointer);
  }

  /** True if it was a click: pressed and released in one place, by one pointer. */
  release(pointer: Pointer): boolean {
    const clicked = this.mode === 'click' && this.down.has(pointer.id);
    this.cancel(pointer.id);
    return clicked;
  }

  /** The browser took the pointer away, to scroll the page for example. */
  cancel(id: number): void {
    if (!this.down.delete(id)) return;
    this.mode = this.down.size === 0 ? 'none' : 'pan';
  }

  /** The wheel zooms about the pointer; sideways, or with Shift, it pans. */
  wheel(x: number, event: Turn): void {
    const { target } = this;
    const { pan_px, factor } = meaningOf(event);
    if (pan_px !== 0) return this.panPixels(pan_px);
    target.show(zoom(target.range(), factor, timeAt(target.range(), target.plot(), x), target.end_ns()));
  }

  private scrub({ x }: Pointer): void {
    this.mode = 'scrub';
    this.target.moveTo(timeAt(this.target.range(), this.target.plot(), x));
  }

  private drag(old: Pointer, now: Pointer): void {
    this.panPixels(old.x - now.x);
  }

  private panPixels(by: number): void {
    const { target } = this;
    const { left, right } = target.plot();
    target.show(pan(target.range(), (by / Math.max(1, right - left)) * span(target.range()), target.end_ns()));
  }

  /** Two fingers: what was under their middle stays there, and their distance is the zoom. */
  private pinch(old: Pointer, now: Pointer): void {
    const other = [...this.down.values()].find(({ id }) => id !== now.id);
    if (!other) return;
    const { target } = this;
    const [before, after] = [Math.max(Math.abs(old.x - other.x), 1), Math.max(Math.abs(now.x - other.x), 1)];
    const pivot = timeAt(target.range(), target.plot(), (old.x + other.x) / 2);
    target.show(zoom(target.range(), before / after, pivot, target.end_ns()));
    this.panPixels((old.x - now.x) / 2);
  }
}
