import { describe, expect, test } from 'vitest';
import type { Thread } from '../../tasks/scenario';
import { changed, cloned, cloneName, isolated, isSolo, moved, soloed, withBudgets } from './tasks';

const task = (name: string, more: Partial<Thread> = {}): Thread => ({ name, script: [['run', 0]], ...more });
const ALL = [task('a'), task('b', { nice: 5 }), task('c', { spawned: true })];
const names = (all: readonly Thread[]): string => all.map(({ name }) => name).join(' ');

test('a change touches one task, and an attribute at its default is left out', () => {
  expect(changed(ALL, 1, { nice: undefined, slice_ns: 7 })).toEqual([ALL[0], task('b', { slice_ns: 7 }), ALL[2]]);
});

describe('a clone', () => {
  test('comes right after its original, under the next free number', () => {
    expect(names(cloned(ALL, 0))).toBe('a a 2 b c');
    expect(names(cloned(cloned(ALL, 0), 1))).toBe('a a 2 a 3 b c');
    expect(cloneName(cloned(ALL, 0), 0)).toBe('a 3');
  });
  test('is as its original, but nobody spawns it', () => {
    expect(cloned(ALL, 1)[2]).toEqual({ ...ALL[1], name: 'b 2' });
    expect(cloned(ALL, 2)[3]).toEqual(task('c 2'));
  });
  test('of nothing is nothing', () => expect(cloned(ALL, 7)).toBe(ALL));
});

test.each([
  [0, 2, 'b c a'],
  [2, 0, 'c a b'],
  [1, 1, 'a b c'],
  [7, 0, 'a b c'],
])('task %d moved to %d gives %s', (from, to, expected) => expect(names(moved(ALL, from, to))).toBe(expected));

describe('solo', () => {
  const alone = soloed(ALL, 1);
  test('mutes every other task', () => {
    expect(alone.map(({ muted }) => muted)).toEqual([true, undefined, true]);
    expect(ALL.map((_, i) => isSolo(alone, i))).toEqual([false, true, false]);
  });
  test('of the same again lets all run, of another changes over', () => {
    expect(soloed(alone, 1)).toEqual(ALL);
    expect(soloed(alone, 0).map(({ muted }) => muted)).toEqual([undefined, true, true]);
  });
  test('means nothing for a task that has no others', () => expect(isSolo([task('a')], 0)).toBe(false));
});

test('isolating hides the others, and shows them when done again', () => {
  const hidden = isolated([], ALL, 'b');
  expect(hidden).toEqual(['a', 'c']);
  expect(isolated(hidden, ALL, 'b')).toEqual([]);
  expect(isolated(hidden, ALL, 'a')).toEqual(['b', 'c']);
});

test('a task that a step makes a deadline one has what such a task asks for', () => {
  const scenario = { duration_us: 1, threads: [...ALL, task('boss', { script: [['policy', 'a', 'DEADLINE']] })] };
  const [a, ...others] = withBudgets(scenario).threads;
  expect(a).toEqual({ ...ALL[0], dl_runtime_ns: 4_000_000, dl_deadline_ns: 20_000_000, dl_period_ns: 20_000_000 });
  expect(others).toEqual(scenario.threads.slice(1));
  expect(withBudgets(withBudgets(scenario))).toEqual(withBudgets(scenario));
  const plain = { duration_us: 1, threads: ALL };
  expect(withBudgets(plain)).toBe(plain);
});
