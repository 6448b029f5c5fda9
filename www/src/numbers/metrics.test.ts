import { describe, expect, test } from 'vitest';
import {
  AS_WRITTEN,
  COLUMNS,
  columnsOf,
  count,
  differenceOf,
  groupsOf,
  ordered,
  pressed,
  shortDuration,
  sourcesOf,
  tasksOf,
  verdictOf,
  type Task,
} from './metrics';
import type { Recorded, Summary, TaskRow } from '../worker/protocol';

const row = (name: string, wait_max_ns: number): TaskRow => ({ name, wait_max_ns }) as TaskRow;
const SUMMARY = {
  sides: [
    { tasks: [row('hog', 5), row('editor', 9), row('batch', 1)] },
    { tasks: [row('hog', 7), row('editor', 2), row('batch', 1)] },
  ],
} as Summary;
const RECORDED = { tasks: [row('editor', 3), row('kworker', 4)] } as Recorded;

const names = (order: Parameters<typeof ordered>[1], alone = false) =>
  ordered(tasksOf(sourcesOf(SUMMARY, alone, RECORDED)), order)
    .map(({ name }) => name)
    .join(' ');

describe('whose numbers', () => {
  test('A, B and the recording', () =>
    expect(sourcesOf(SUMMARY, false, RECORDED).map((s) => s.letter)).toEqual(['A', 'B', 'rec']));
  test('a closed B has none', () => expect(sourcesOf(SUMMARY, true, null).map((s) => s.letter)).toEqual(['A']));
  test('nothing before something has opened', () => expect(sourcesOf(null, false, null)).toEqual([]));
  test('tasks are matched by name; who is not in the scenario has no colour', () => {
    const tasks = tasksOf(sourcesOf(SUMMARY, false, RECORDED));
    expect(tasks.map(({ name, index, rows }) => [name, index, ...rows.map((r) => r?.wait_max_ns ?? null)])).toEqual([
      ['hog', 0, 5, 7, null],
      ['editor', 1, 9, 2, 3],
      ['batch', 2, 1, 1, null],
      ['kworker', -1, null, null, 4],
    ]);
  });
});

describe('order', () => {
  const by = (basis: number | 'difference', descending = true) => ({ key: 'wait_max_ns', basis, descending }) as const;
  test('as written', () => expect(names(AS_WRITTEN)).toBe('hog editor batch kworker'));
  test('by A, greatest first; without the number last', () => expect(names(by(0))).toBe('editor hog batch kworker'));
  test('by A, least first; without the number still last', () => expect(names(by(0, false))).toBe('batch hog editor kworker'));
  test('by B', () => expect(names(by(1))).toBe('hog editor batch kworker'));
  test('by what the recording does not know', () => {
    const throttled = { key: 'throttled_ns', basis: 2, descending: true } as const;
    expect(names(throttled)).toBe(names(AS_WRITTEN));
  });
  test('by the difference', () => expect(names(by('difference'))).toBe('hog batch editor kworker'));
  test('by name', () => expect(names({ key: 'name', basis: 0, descending: false })).toBe('batch editor hog kworker'));
});

describe('a heading pressed again and again', () => {
  test('a number: greatest, least, as written', () => {
    const once = pressed(AS_WRITTEN, 'switches');
    const twice = pressed(once, 'switches');
    expect([once.descending, twice.descending, pressed(twice, 'switches').key]).toEqual([true, false, null]);
  });
  test('names: from A, from Z, as written', () => {
    const once = pressed(AS_WRITTEN, 'name');
    const twice = pressed(once, 'name');
    expect([once.descending, twice.descending, pressed(twice, 'name').key]).toEqual([false, true, null]);
  });
  test('another heading or another side starts anew', () => {
    const twice = pressed(pressed(AS_WRITTEN, 'switches'), 'switches');
    expect(pressed(twice, 'preempted')).toEqual({ key: 'preempted', basis: 0, descending: true });
    expect(pressed(twice, 'switches', 1)).toEqual({ key: 'switches', basis: 1, descending: true });
  });
});

describe('differences', () => {
  const [hog, editor, batch, kworker] = tasksOf(sourcesOf(SUMMARY, false, RECORDED));
  const verdict = (by: number, key: string) =>
    verdictOf(
      COLUMNS.find((c) => c.key === key)!,
      by,
    );
  test('B minus A', () => expect([hog, editor, batch].map((t) => differenceOf(t!, 'wait_max_ns'))).toEqual([2, -7, 0]));
  test('none where a side lacks the task', () => expect(differenceOf(kworker!, 'wait_max_ns')).toBeNull());
  test('shorter waits are better', () =>
    expect([-1, 0, 1].map((by) => verdict(by, 'wait_p99_ns'))).toEqual(['better', 'same', 'worse']));
  test('more switches are neither', () =>
    expect([-1, 0, 1].map((by) => verdict(by, 'switches'))).toEqual(['other', 'same', 'other']));
});

test('what few runs have has a column only in these', () => {
  const throttled = { name: 'hog', index: 0, rows: [{ throttled_ns: 5, missed: 0 } as TaskRow] };
  const keys = (tasks: readonly Task[]) => columnsOf(false, tasks).map(({ key }) => key);
  expect(keys([throttled])).toHaveLength(COLUMNS.length - 1);
  expect(keys([throttled])).toContain('throttled_ns');
  expect(keys([])).not.toContain('throttled_ns');
});

test('headings span neighbouring columns', () => {
  expect(groupsOf(COLUMNS).reduce((sum, { span }) => sum + span, 0)).toBe(COLUMNS.length);
  expect(groupsOf(COLUMNS).map(({ name }) => name.split(',')[0])).toEqual(['CPU', 'switches', 'budget', 'waits', 'lag']);
});

test.each([
  [1_234_567, '1.235\u202fms'],
  [-41_523_456, '\u221241.52\u202fms'],
  [700_000, '700\u202fµs'],
  [0, '0\u202fns'],
])('%i ns in a table: %s', (t, text) => expect(shortDuration(t)).toBe(text));

test('thousands are set apart', () => expect([count(12), count(-1234567)]).toEqual(['12', '\u22121\u202f234\u202f567']));
