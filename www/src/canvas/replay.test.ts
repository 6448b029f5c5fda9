import { expect, test } from 'vitest';
import { FONT, paint, replay, type Context } from './replay';

/** A context that writes down what it is asked, one string a call. */
function recorder(): { ctx: Context; log: string[] } {
  const log: string[] = [];
  const ctx = new Proxy({} as Context, {
    get:
      (_, name) =>
      (...args: unknown[]) =>
        void log.push(`${String(name)}(${args.map((a) => (typeof a === 'number' ? +a.toFixed(3) : a)).join(' ')})`),
    set: (_, name, value) => (log.push(`${String(name)}=${value}`), true),
  });
  return { ctx, log };
}

function check(ops: number[], texts: string[], expected: string[]): void {
  const { ctx, log } = recorder();
  replay(ctx, Float64Array.from(ops), texts);
  expect(log).toEqual(['lineJoin=round', ...expected]);
}

test('a fill sets the colour, with its alpha', () => check([0, 0x0072b2ff], [], ['fillStyle=#0072b2ff']));
test('a dark colour keeps its leading zeros', () => check([0, 0xff], [], ['fillStyle=#000000ff']));
test('a stroke sets colour and width', () => check([1, 0xd55e0080, 1.5], [], ['strokeStyle=#d55e0080', 'lineWidth=1.5']));
test('rectangles lie on pixels', () => check([2, 1, 2, 30, 4], [], ['fillRect(1 2 30 4)']));
test('outlines go through pixel centres', () => check([3, 1, 2, 30, 4], [], ['strokeRect(1.5 2.5 30 4)']));
test('a path is open', () => check([4, 2, 0, 0, 5, 6], [], ['beginPath()', 'moveTo(0.5 0.5)', 'lineTo(5.5 6.5)', 'stroke()']));
test('paths that follow each other are one stroke, up to where that would be dear', () => {
  const dash = [4, 2, 0, 0, 5, 0];
  check([...dash, ...dash], [], ['beginPath()', ...Array(2).fill(['moveTo(0.5 0.5)', 'lineTo(5.5 0.5)']).flat(), 'stroke()']);
  const { ctx, log } = recorder();
  replay(ctx, Float64Array.from(Array(300).fill(dash).flat()), []);
  expect(log.filter((call) => call === 'stroke()').length).toBe(3);
});
test('another pen is another stroke', () => {
  const { ctx, log } = recorder();
  replay(ctx, Float64Array.from([4, 2, 0, 0, 5, 0, 1, 0xff, 1, 4, 2, 0, 0, 5, 0]), []);
  expect(log.filter((call) => call === 'stroke()').length).toBe(2);
});
test('a polygon is closed', () =>
  check([5, 3, 0, 0, 5, 0, 5, 6], [], ['beginPath()', 'moveTo(0 0)', 'lineTo(5 0)', 'lineTo(5 6)', 'closePath()', 'fill()']));
test('a disc', () => check([6, 10, 20, 3], [], ['beginPath()', 'arc(10 20 3 0 6.283)', 'fill()']));
test('a circle', () => check([7, 10, 20, 3], [], ['beginPath()', 'arc(10.5 20.5 3 0 6.283)', 'stroke()']));
test('text, upright and bold', () =>
  check(
    [8, 10, 20, 11, 0, 2, 1, 1, 0],
    ['hog'],
    ['textAlign=right', 'textBaseline=middle', `font=600 11px ${FONT}`, 'fillText(hog 10 20)'],
  ));
test('text, turned', () =>
  check(
    [8, 10, 20, 11, 1, 0, 0, 0, 1],
    ['', 'lag'],
    [
      'textAlign=left',
      'textBaseline=top',
      `font=11px ${FONT}`,
      'save()',
      'translate(10 20)',
      'rotate(1.571)',
      'fillText(lag 0 0)',
      'restore()',
    ],
  ));
test('operations follow each other', () =>
  check([0, 0xff, 2, 0, 0, 1, 1, 2, 5, 0, 1, 1], [], ['fillStyle=#000000ff', 'fillRect(0 0 1 1)', 'fillRect(5 0 1 1)']));

test('an unknown operation is an error', () => expect(() => check([99], [], [])).toThrow('unknown operation, 99'));
test('a list that ends early is an error', () =>
  expect(() => check([2, 1, 2], [], [])).toThrow('ends within an operation, at 3'));

test('painting is sharp at any pixel ratio and clears first', () => {
  const { ctx, log } = recorder();
  const surface = { width: 300, height: 150, getContext: () => ctx };
  paint(surface, { ops: new Float64Array(), texts: [], width: 800, height: 401 }, 1.5);
  expect([surface.width, surface.height]).toEqual([1200, 602]);
  expect(log).toEqual(['setTransform(1.5 0 0 1.5 0 0)', 'clearRect(0 0 800 401)', 'lineJoin=round']);
});

test('the buffer is kept when the size stays', () => {
  const { ctx } = recorder();
  const set: string[] = [];
  const surface = {
    get width() {
      return 100;
    },
    set width(_) {
      set.push('width');
    },
    height: 50,
    getContext: () => ctx,
  };
  paint(surface, { ops: new Float64Array(), texts: [], width: 100, height: 50 }, 1);
  expect(set).toEqual([]);
});
