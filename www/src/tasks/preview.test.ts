import { expect, test } from 'vitest';
import { lengthUs, previewOf } from './preview';
import type { Step } from './scenario';

test.each<[string, readonly Step[], number]>([
  ['to its end and a little more', [['run', 500], ['sleep', 41_500], ['run', 20_000]], 72_000],
  ['three rounds of an endless loop', [['loop', 0], ['run', 1_000], ['sleep', 5_000], ['end']], 21_000],
  ['as often as a loop says', [['loop', 4], ['run', 1_000], ['end'], ['exit'], ['run', 9_000]], 4_600],
  ['loops in loops', [['loop', 2], ['loop', 3], ['run', 100], ['end'], ['sleep', 100], ['end']], 920],
  ['periods by their instants', [['loop', 0], ['run', 2_000], ['periodic', 16_000, 0], ['end']], 56_000],
  ['a hog for ten milliseconds', [['run', 0]], 12_000],
  ['chance by its mean', [['run', { exponential: 4_000 }], ['sleep', { uniform: [0, 2_000] }]], 5_800],
  ['until it would wait for ever', [['run', 1_000], ['read', 0], ['run', 90_000]], 1_200],
  ['nothing at all', [], 100],
  ['a program that never takes time', [['loop', 1e9], ['yield'], ['end']], 100],
  ['what cannot be read', [['run', 'x'], ['loop', 'y'], ['sleep', null], ['periodic', 0, 0]], 100],
  ['ages', [['sleep', 36_000_000_000]], 10_000_000],
])('a preview shows %s', (_, script, expected) => expect(lengthUs(script)).toBe(expected));

test('the task is alone, in its colour, without what it does to others', () => {
  const script: readonly Step[] = [['run', 1_000], ['nice', 'hog', 5], ['nice', 'boss', 3], ['group', 'boss', 'web'], ['quota', 'web', 0, 9], ['write', 0]];
  const scenario = { duration_us: 9, seed: 7, channels: 2, title: 'x', threads: [] };
  expect(previewOf(scenario, { name: 'boss', nice: 3, start_us: 9, muted: true, script }, 9)).toEqual({
    seed: 7,
    channels: 2,
    duration_us: 1_200,
    threads: [{ name: 'boss', color: 1, script: [['run', 1_000], ['nice', 'boss', 3], ['write', 0]] }],
  });
});
