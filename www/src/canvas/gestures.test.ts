import { beforeEach, expect, test } from 'vitest';
import { ns } from '../time';
import { Gestures, type Pointer } from './gestures';
import { span, timeAt, type Range } from './viewport';

const PLOT = { left: 100, right: 1100 };
const at = (x: number, y = 50, id = 1): Pointer => ({ id, x, y });
const wheel = (change: object) => ({ deltaX: 0, deltaY: 0, deltaMode: 0, shiftKey: false, ctrlKey: false, ...change });

let range: Range;
let playhead: number | null;
let hand: Gestures;

beforeEach(() => {
  range = { from_ns: ns(10_000_000), to_ns: ns(20_000_000) };
  playhead = null;
  hand = new Gestures({
    range: () => range,
    end_ns: () => 100_000_000,
    plot: () => PLOT,
    scrubs: ({ y }) => y > 400,
    show: (next) => (range = next),
    moveTo: (t) => (playhead = t),
  });
});

test('a click is known as one, though the hand is not quite still, and moves nothing by itself', () => {
  hand.press(at(600));
  hand.move(at(602));
  expect(hand.release(at(602))).toBe(true);
  expect(hand.release(at(602))).toBe(false);
  expect(playhead).toBeNull();
  expect(range.from_ns).toBe(10_000_000);
});

test('a drag pans with the hand and leaves the playhead alone', () => {
  hand.press(at(600));
  for (const x of [590, 560, 500]) hand.move(at(x));
  expect(hand.release(at(500))).toBe(false);
  expect(range).toEqual({ from_ns: 11_000_000, to_ns: 21_000_000 });
  expect(playhead).toBeNull();
});

test('a drag along the axis scrubs', () => {
  hand.press(at(100, 450));
  expect(playhead).toBe(10_000_000);
  hand.move(at(1100, 10));
  expect(playhead).toBe(20_000_000);
  expect(range.from_ns).toBe(10_000_000);
});

test('the wheel zooms about the pointer', () => {
  const pivot = timeAt(range, PLOT, 300);
  hand.wheel(300, wheel({ deltaY: -100 }));
  expect(span(range)).toBeLessThan(10_000_000);
  expect(Math.abs(timeAt(range, PLOT, 300) - pivot)).toBeLessThan(2);
});

test('sideways and with Shift the wheel pans', () => {
  hand.wheel(300, wheel({ deltaX: 100 }));
  expect(range).toEqual({ from_ns: 11_000_000, to_ns: 21_000_000 });
  hand.wheel(300, wheel({ deltaY: -100, shiftKey: true }));
  expect(range).toEqual({ from_ns: 10_000_000, to_ns: 20_000_000 });
});

test('a pinch on a touchpad zooms more than the wheel', () => {
  hand.wheel(300, wheel({ deltaY: -20 }));
  const byWheel = span(range);
  range = { from_ns: ns(10_000_000), to_ns: ns(20_000_000) };
  hand.wheel(300, wheel({ deltaY: -20, ctrlKey: true }));
  expect(span(range)).toBeLessThan(byWheel);
});

test('one turn of a coarse wheel does not zoom without bound', () => {
  hand.wheel(300, wheel({ deltaY: -50, deltaMode: 1 }));
  expect(span(range)).toBeGreaterThan(7_000_000);
});

test('two fingers zoom about their middle', () => {
  hand.press(at(500, 50, 1));
  hand.press(at(700, 50, 2));
  hand.move(at(400, 50, 1));
  hand.move(at(800, 50, 2));
  expect(span(range)).toBeCloseTo(5_000_000, -2);
  expect(Math.abs(timeAt(range, PLOT, 600) - 15_000_000)).toBeLessThan(10);
  hand.release(at(800, 50, 2));
  hand.release(at(400, 50, 1));
  expect(playhead).toBeNull();
});

test('a pointer that was taken away is forgotten', () => {
  hand.press(at(600));
  hand.cancel(1);
  hand.move(at(100));
  hand.release(at(100));
  expect(range.from_ns).toBe(10_000_000);
  expect(playhead).toBeNull();
});
