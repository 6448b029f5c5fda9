/** The window as a brush over the whole run: what a hand on it means. Knows pixels and times, draws nothing. */
import { ns } from '../time';
import { meaningOf, type Turn } from './gestures';
import { clampRange, fit, pan, pixelAt, sameRange, span, timeAt, zoom, type Plot, type Range } from './viewport';

/** What the brush acts on. */
export interface BrushTarget {
  range(): Range;
  end_ns(): number;
  /** The strip's pixels from the start of the run to its end. */
  plot(): Plot;
  show(range: Range): void;
}

/** What a hand has hold of: an edge, the whole window, or the place where a new one begins. */
export type Grip = 'from' | 'to' | 'middle' | 'new';

/** How far outside an edge a hand may be. */
const EDGE_PX = 8;
/** A finger covers what it aims at. */
export const FINGER_PX = 20;
/** How far inside: a narrow window keeps a middle. */
const EDGE_INSIDE_PX = 4;
/** Below this a hand has not moved. */
const CLICK_PX = 4;
/** A drawn brush is never narrower, so that it can be seen and taken hold of. */
const BRUSH_MIN_PX = 3;

/** Left edge and width of the brush. */
export function brushOf(range: Range, end_ns: number, plot: Plot): { left: number; width: number } {
  const whole = fit(end_ns);
  const [from, to] = [pixelAt(whole, plot, range.from_ns), pixelAt(whole, plot, range.to_ns)];
  const width = Math.max(to - from, BRUSH_MIN_PX);
  return { left: Math.min((from + to - width) / 2, plot.right - width), width };
}

/** What is under a hand at `x`. Of a window that shows everything only the edges can be held. */
export function gripAt(x: number, range: Range, end_ns: number, plot: Plot, reach_px = EDGE_PX): Grip {
  const { left, width } = brushOf(range, end_ns, plot);
  const inside = Math.min(EDGE_INSIDE_PX, width / 4);
  if (x >= left - reach_px && x <= left + inside) return 'from';
  if (x >= left + width - inside && x <= left + width + reach_px) return 'to';
  const isWhole = sameRange(range, fit(end_ns));
  return !isWhole && x > left && x < left + width ? 'middle' : 'new';
}

/** The window with one edge at `t_ns`; an edge that is dragged past the other one takes its place. */
export function withEdge(range: Range, edge: 'from' | 'to', t_ns: number, end_ns: number): Range {
  const other = edge === 'from' ? range.to_ns : range.from_ns;
  return clampRange({ from_ns: ns(Math.min(t_ns, other)), to_ns: ns(Math.max(t_ns, other)) }, end_ns);
}

interface Hold {
  readonly grip: Grip;
  readonly x: number;
  /** The window when it was taken hold of. */
  readonly range: Range;
  moved: boolean;
}

/** Follows one pointer from press to release. */
export class Brush {
  private hold: Hold | null = null;
  constructor(private readonly target: BrushTarget) {}

  /** What is held; `null` for nothing. */
  get held(): Grip | null {
    return this.hold?.grip ?? null;
  }

  /** What would be held at `x`. */
  at(x: number, reach_px = EDGE_PX): Grip {
    return gripAt(x, this.target.range(), this.target.end_ns(), this.target.plot(), reach_px);
  }

  press(x: number, reach_px = EDGE_PX): void {
    this.hold = { grip: this.at(x, reach_px), x, range: this.target.range(), moved: false };
  }

  move(x: number): void {
    const { hold, target } = this;
    if (!hold) return;
    hold.moved ||= Math.abs(x - hold.x) > CLICK_PX;
    if (hold.moved) target.show(this.dragged(hold, x));
  }

  /** The window centred on `x`, if this was a click beside it; else `null`. */
  release(x: number): Range | null {
    const { hold, target } = this;
    this.hold = null;
    if (!hold || hold.moved || hold.grip !== 'new') return null;
    const middle_ns = (hold.range.from_ns + hold.range.to_ns) / 2;
    return pan(hold.range, this.timeAt(x) - middle_ns, target.end_ns());
  }

  /** The wheel makes the window wider or narrower about the pointer, or about the nearer edge, or moves it along the strip. */
  wheel(x: number, event: Turn): void {
    const { target } = this;
    const [range, end_ns] = [target.range(), target.end_ns()];
    const { pan_px, factor } = meaningOf(event);
    const pivot_ns = Math.min(Math.max(this.timeAt(x), range.from_ns), range.to_ns);
    const by_ns = this.timeAt(x + pan_px) - this.timeAt(x);
    target.show(pan_px !== 0 ? pan(range, by_ns, end_ns) : zoom(range, factor, pivot_ns, end_ns));
  }

  /** The browser took the pointer away. */
  cancel(): void {
    this.hold = null;
  }

  private dragged({ grip, x: start, range }: Hold, x: number): Range {
    const end_ns = this.target.end_ns();
    if (grip === 'middle') return pan(range, this.timeAt(x) - this.timeAt(start), end_ns);
    if (grip !== 'new') return withEdge(range, grip, this.timeAt(x), end_ns);
    const [from, to] = [this.timeAt(Math.min(start, x)), this.timeAt(Math.max(start, x))];
    return clampRange({ from_ns: from, to_ns: to }, end_ns);
  }

  private timeAt(x: number) {
    return timeAt(fit(this.target.end_ns()), this.target.plot(), x);
  }
}

/** Shares of the window that an edge moves by key. */
const STEP_SHARES: Readonly<Record<string, number>> = {
  ArrowLeft: -0.02,
  ArrowDown: -0.02,
  ArrowRight: 0.02,
  ArrowUp: 0.02,
  PageDown: -0.2,
  PageUp: 0.2,
};

/** The window after a key on one of its edges, as sliders have them; `null` for other keys. */
export function keyed(range: Range, edge: 'from' | 'to', key: string, end_ns: number): Range | null {
  if (key === 'Home' || key === 'End') return withEdge(range, edge, key === 'Home' ? 0 : end_ns, end_ns);
  const share = STEP_SHARES[key];
  const at_ns = edge === 'from' ? range.from_ns : range.to_ns;
  return share === undefined ? null : withEdge(range, edge, Math.min(Math.max(at_ns + share * span(range), 0), end_ns), end_ns);
}
