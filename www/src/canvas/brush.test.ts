import { beforeEach, expect, test } from 'vitest';
import { ns } from '../time';
import { Brush, brushOf, FINGER_PX, gripAt, keyed, withEdge, type Grip } from './brush';
import { fit, type Range } from './viewport';

const END = 100_000_000;
const PLOT = { left: 100, right: 1100 };
const ms = (from: number, to: number): Range => ({ from_ns: ns(from * 1e6), to_ns: ns(to * 1e6) });

let range: Range;
let brush: Brush;

beforeEach(() => {
  range = ms(20, 40);
  brush = new Brush({ range: () => range, end_ns: () => END, plot: () => PLOT, show: (next) => (range = next) });
});

function drag(from: number, ...to: number[]): void {
  brush.press(from);
  to.forEach((x) => brush.move(x));
  brush.release(to.at(-1)!);
}

test.each<[number, Grip]>([
  [294, 'from'],
  [303, 'from'],
  [400, 'middle'],
  [505, 'to'],
  [700, 'new'],
  [150, 'new'],
])('at %d there is %s', (x, grip) => expect(gripAt(x, ms(20, 40), END, PLOT)).toBe(grip));

test('in a window that shows everything a new one begins', () => expect(gripAt(600, fit(END), END, PLOT)).toBe('new'));

test('a very narrow window is still seen and has edges', () => {
  const narrow = ms(50, 50.01);
  expect(brushOf(narrow, END, PLOT)).toEqual({ left: expect.closeTo(598.55, 1), width: 3 });
  expect([gripAt(594, narrow, END, PLOT), gripAt(606, narrow, END, PLOT)]).toEqual(['from', 'to']);
  expect(brushOf(ms(99.999, 100), END, PLOT).left).toBe(1097);
});

test('a finger need not aim as well', () => {
  expect(gripAt(285, range, END, PLOT)).toBe('new');
  expect(gripAt(285, range, END, PLOT, FINGER_PX)).toBe('from');
});

test('edges are dragged, also past each other', () => {
  drag(300, 250, 200);
  expect(range).toEqual(ms(10, 40));
  drag(500, 400);
  expect(range).toEqual(ms(10, 30));
  drag(400, 150);
  expect(range).toEqual(ms(5, 10));
});

test('the middle moves the window and stops at the ends', () => {
  drag(400, 500);
  expect(range).toEqual(ms(30, 50));
  drag(500, 5000);
  expect(range).toEqual(ms(80, 100));
});

test('a new window is drawn in either direction', () => {
  drag(800, 900);
  expect(range).toEqual(ms(70, 80));
  drag(300, 200);
  expect(range).toEqual(ms(10, 20));
});

test('a click beside the window asks for it there; one inside for nothing', () => {
  brush.press(900);
  expect(brush.release(902)).toEqual(ms(70.2, 90.2));
  brush.press(400);
  expect(brush.release(400)).toBeNull();
  expect(range).toEqual(ms(20, 40));
});

test('what was taken away moves nothing', () => {
  brush.press(400);
  brush.cancel();
  brush.move(800);
  expect(brush.release(800)).toBeNull();
  expect(range).toEqual(ms(20, 40));
});

test('edges move by key, within the run', () => {
  expect(keyed(range, 'from', 'ArrowLeft', END)).toEqual(ms(19.6, 40));
  expect(keyed(range, 'to', 'PageUp', END)).toEqual(ms(20, 44));
  expect(keyed(range, 'to', 'End', END)).toEqual(ms(20, 100));
  expect(keyed(range, 'from', 'Home', END)).toEqual(ms(0, 40));
  expect(keyed(range, 'from', 'Enter', END)).toBeNull();
  expect(withEdge(range, 'to', 60e6, END)).toEqual(ms(20, 60));
});

const turn = (change: object) => ({ deltaX: 0, deltaY: 0, deltaMode: 0, shiftKey: false, ctrlKey: false, ...change });

test('the wheel over the window zooms about the pointer', () => {
  brush.wheel(400, turn({ deltaY: -100 }));
  expect(range.from_ns).toBeGreaterThan(20e6);
  expect(range.from_ns + range.to_ns).toBe(60e6);
});

test('the wheel beside the window keeps the nearer edge', () => {
  brush.wheel(900, turn({ deltaY: -100 }));
  expect(range.to_ns).toBe(40e6);
  expect(range.from_ns).toBeGreaterThan(20e6);
});

test('sideways the wheel moves the window along the strip', () => {
  brush.wheel(900, turn({ deltaX: 100 }));
  expect(range).toEqual(ms(30, 50));
});
