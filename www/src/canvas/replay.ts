/** Draws a frame: the table of operations in `worker/protocol.ts`, on any 2d context. Knows nothing of what it draws. */
import type { Ops } from '../worker/protocol';

/** What is used of a 2d context; tests pass one that records. */
export type Context = Pick<
  CanvasRenderingContext2D,
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'lineJoin'
  | 'font'
  | 'textAlign'
  | 'textBaseline'
  | 'fillRect'
  | 'strokeRect'
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'closePath'
  | 'arc'
  | 'fill'
  | 'stroke'
  | 'fillText'
  | 'save'
  | 'restore'
  | 'translate'
  | 'rotate'
  | 'setTransform'
  | 'clearRect'
>;

/** The family that the engine's text widths are estimated for. */
export const FONT = 'system-ui, sans-serif';

const ALIGN = ['left', 'center', 'right'] as const;
const BASELINE = ['top', 'middle', 'bottom'] as const;
const HALF_PIXEL = 0.5;
const FULL_TURN = 2 * Math.PI;
const PATH = 4;
/** A stroke of very many points is dear again: where lines could cross, each is compared with all. */
const STROKE_POINTS_MAX = 256;
const css = (color: number): string => `#${color.toString(16).padStart(8, '0')}`;

/** Reads one number after the other; past the end it is a broken frame. */
class Reader {
  private at = 0;
  constructor(private readonly ops: Ops) {}
  get done(): boolean {
    return this.at >= this.ops.length;
  }
  /** Goes past the next number if it is this one. */
  skip(value: number): boolean {
    const is = this.ops[this.at] === value;
    if (is) this.at++;
    return is;
  }
  next(): number {
    const value = this.ops[this.at++];
    if (value === undefined) throw new Error(`the frame ends within an operation, at ${this.at - 1}`);
    return value;
  }
}

/** One function per operation, in the order of their codes. */
const DRAW: ((ctx: Context, ops: Reader, texts: readonly string[]) => void)[] = [
  function fill(ctx, ops) {
    ctx.fillStyle = css(ops.next());
  },
  function stroke(ctx, ops) {
    ctx.strokeStyle = css(ops.next());
    ctx.lineWidth = ops.next();
  },
  (ctx, ops) => ctx.fillRect(ops.next(), ops.next(), ops.next(), ops.next()),
  (ctx, ops) => ctx.strokeRect(ops.next() + HALF_PIXEL, ops.next() + HALF_PIXEL, ops.next(), ops.next()),
  paths,
  function polygon(ctx, ops) {
    ctx.beginPath();
    trace(ctx, ops, 0);
    ctx.closePath();
    ctx.fill();
  },
  function disc(ctx, ops) {
    round(ctx, ops, 0);
    ctx.fill();
  },
  function circle(ctx, ops) {
    round(ctx, ops, HALF_PIXEL);
    ctx.stroke();
  },
  text,
];

/** The path that comes now and those of the same pen right after it, in one stroke: each stroke has a price of its own. */
function paths(ctx: Context, ops: Reader): void {
  ctx.beginPath();
  let points = trace(ctx, ops, HALF_PIXEL);
  while (points < STROKE_POINTS_MAX && ops.skip(PATH)) points += trace(ctx, ops, HALF_PIXEL);
  ctx.stroke();
}

/** A line through the points; gives how many there are. */
function trace(ctx: Context, ops: Reader, shift: number): number {
  const count = ops.next();
  for (let i = 0; i < count; i++) {
    const [x, y] = [ops.next() + shift, ops.next() + shift];
    if (i === 0) ctx.moveTo(x, y);
    else ctx.lineTo(x, y);
  }
  return count;
}

function round(ctx: Context, ops: Reader, shift: number): void {
  ctx.beginPath();
  ctx.arc(ops.next() + shift, ops.next() + shift, ops.next(), 0, FULL_TURN);
}

function text(ctx: Context, ops: Reader, texts: readonly string[]): void {
  const [x, y, size, quarter] = [ops.next(), ops.next(), ops.next(), ops.next()];
  ctx.textAlign = ALIGN[ops.next()] ?? 'left';
  ctx.textBaseline = BASELINE[ops.next()] ?? 'top';
  ctx.font = `${ops.next() ? '600 ' : ''}${size}px ${FONT}`;
  const words = texts[ops.next()] ?? '';
  if (quarter === 0) return ctx.fillText(words, x, y);
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate((quarter * FULL_TURN) / 4);
  ctx.fillText(words, 0, 0);
  ctx.restore();
}

/**
 * Draws `ops` in order.
 *
 * Throws on an operation it does not know or a list that ends early: page and engine are then of different versions,
 * and a wrong picture would be worse than none.
 */
export function replay(ctx: Context, ops: Ops, texts: readonly string[]): void {
  const reader = new Reader(ops);
  ctx.lineJoin = 'round';
  while (!reader.done) {
    const code = reader.next();
    const draw = DRAW[code];
    if (!draw) throw new Error(`the frame has an unknown operation, ${code}`);
    draw(ctx, reader, texts);
  }
}

/** The part of a canvas element that a frame needs. */
export interface Surface {
  width: number;
  height: number;
  getContext(kind: '2d'): Context | null;
}

/** Clears the canvas and draws the frame in CSS pixels, sharp at any device pixel ratio. */
export function paint(
  surface: Surface,
  frame: { ops: Ops; texts: readonly string[]; width: number; height: number },
  ratio: number,
): void {
  const width = Math.round(frame.width * ratio);
  const height = Math.round(frame.height * ratio);
  // Setting a size, even to the same value, throws the buffer away: only on change.
  if (surface.width !== width) surface.width = width;
  if (surface.height !== height) surface.height = height;
  const ctx = surface.getContext('2d');
  if (!ctx) return;
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.clearRect(0, 0, frame.width, frame.height);
  replay(ctx, frame.ops, frame.texts);
}
