import { expect, test } from 'vitest';
import type { VersionLine, Versions } from '../worker/protocol';
import { ABSENT, broughtOf, stretchesOf, wordsOf } from './versions';

const KERNELS: Versions['kernels'] = (['CFS', 'CFS', 'EEVDF', 'EEVDF'] as const).map((family, i) => ({ name: `k${i}`, family, note: '' }));
const line = (name: string, cells: VersionLine['cells']): VersionLine => ({ topic: 'rule', between: false, name, meaning: '', cells });

test('neighbours with the same value share a cell', () => {
  const stretches = stretchesOf(line('x', ['old', 'old', 'old', 'new']));
  expect(stretches.map(({ first, span, words, isNew }) => [first, span, words, isNew])).toEqual([
    [0, 3, 'old', false],
    [3, 1, 'new', true],
  ]);
  expect(stretches.reduce((sum, { span }) => sum + span, 0)).toBe(KERNELS.length);
});

test('what a kernel does not have is not present', () => {
  const [first, second] = stretchesOf(line('x', [null, null, true, true]));
  expect(first).toMatchObject({ present: false, words: ABSENT, isNew: false });
  expect(second).toMatchObject({ present: true, words: 'on', isNew: true });
});

test.each([
  ['base_slice_ns', 700_000, '700\u202fµs'],
  ['sched_rt_period_us', 1_000_000, '1\u202fs'],
  ['sched_rr_timeslice_ms', 100, '100\u202fms'],
  ['nr_latency', 8, '8'],
  ['HRTICK', false, 'off'],
  ['protection', 'A limit.', 'A limit.'],
])('%s %s is %s', (name, cell, words) => expect(wordsOf(name, cell)).toBe(words));

test('a version is told by what it changed, the newest first', () => {
  const brought = broughtOf({ kernels: KERNELS, lines: [line('x', ['a', 'a', 'b', 'b']), line('y', [true, true, null, null])] });
  expect(brought.map(({ kernel, changes }) => [kernel.name, changes.map(({ line, words }) => `${line.name}: ${words}`)])).toEqual([
    ['k3', []],
    ['k2', ['x: b', 'y: not there any more']],
    ['k1', []],
    ['k0', []],
  ]);
});
