import { expect, test } from 'vitest';
import { bandwidthOf, doesOf, schedulingOf } from './describe';
import type { Step } from './scenario';

const plain = (text: string) => text.replaceAll('\u202f', ' ');

test.each<[readonly Step[], string]>([
  [[['run', 0]], 'runs all the time'],
  [[['loop', 0], ['run', 1_000], ['sleep', 5_000], ['end']], 'runs 1 ms, sleeps 5 ms, again'],
  [[['loop', 0], ['run', { exponential: 300 }], ['sleep', 5_000], ['end']], 'runs exp 300us, sleeps 5 ms, again'],
  [[['loop', 0], ['run', 2_000], ['periodic', 16_000, 0], ['end']], 'runs 2 ms every 16 ms'],
  [[['run', 500], ['sleep', 41_500]], 'run 500us, sleep 41.5ms'],
  [[], 'does nothing'],
  [Array.from({ length: 9 }, (): Step => ['yield']), 'yield, yield, yield, yield, yield, yield, yield, yield, …'],
])('%j in words', (script, expected) => expect(plain(doesOf({ script }))).toBe(expected));

test('only what is out of the ordinary is said', () => {
  expect(schedulingOf({ name: 'a', policy: 'NORMAL', nice: 0, start_us: 0, script: [] })).toEqual([]);
  const fifo = { name: 'a', policy: 'FIFO', rtprio: 10, nice: 5, script: [] };
  expect(schedulingOf(fifo)).toEqual(['FIFO 10']);
  const deadline = { name: 'a', policy: 'DEADLINE', dl_runtime_ns: 5_000_000, dl_period_ns: 20_000_000, script: [] };
  expect(schedulingOf(deadline).map(plain)).toEqual(['DEADLINE 5 ms of 20 ms']);
  const all = { name: 'a', policy: 'BATCH', nice: -5, slice_ns: 3_000_000, start_us: 1_500, spawned: true, script: [] };
  expect(schedulingOf(all).map(plain)).toEqual(['BATCH', 'nice \u22125', 'slice 3 ms', 'from 1.5 ms', 'spawned']);
});

test('a group says what it is given', () => {
  expect(bandwidthOf({ name: 'web', weight: 100 })).toEqual([]);
  const limited = { name: 'web', weight: 200, quota_us: 20_000, burst_us: 5_000 };
  expect(bandwidthOf(limited).map(plain)).toEqual(['weight 200', '20 ms / 100 ms', 'burst 5 ms']);
  expect(bandwidthOf({ name: 'web', weight: 200, idle: true, burst_us: 5 })).toEqual(['idle']);
});
