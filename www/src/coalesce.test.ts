import { expect, test } from 'vitest';
import { Coalesced } from './coalesce';

/** Frames that come when the test says so. */
function rig() {
  const frames: (() => void)[] = [];
  const done: number[] = [];
  const cancelled: number[] = [];
  const request = (callback: () => void): number => frames.push(callback);
  const coalesced = new Coalesced<number>({ request, cancel: (id) => cancelled.push(id) }, (value) => done.push(value));
  return { coalesced, done, frames, cancelled };
}

test('of many values within a frame only the newest is done', () => {
  const { coalesced, done, frames } = rig();
  for (const value of [1, 2, 3]) coalesced.push(value);
  expect(done).toEqual([]);
  expect(frames).toHaveLength(1);
  frames[0]!();
  expect(done).toEqual([3]);
});

test('the next frame has its own', () => {
  const { coalesced, done, frames } = rig();
  coalesced.push(1);
  frames[0]!();
  coalesced.push(2);
  frames[1]!();
  expect(done).toEqual([1, 2]);
});

test('letting go does it at once, and the frame then has nothing left to do', () => {
  const { coalesced, done, frames, cancelled } = rig();
  coalesced.push(7);
  coalesced.flush();
  frames[0]!();
  expect(done).toEqual([7]);
  expect(cancelled).toEqual([1]);
});
