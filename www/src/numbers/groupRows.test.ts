import { expect, test } from 'vitest';
import { groupRows } from './groupRows';
import { linesOf } from './metricLines';
import { COLUMNS, differenceOf, type Task } from './metrics';
import type { TaskRow } from '../worker/protocol';

const GROUPS = [{ name: 'web' }, { name: 'api', parent: 'web' }, { name: 'empty' }];
const THREADS = [
  { name: 'a', cgroup: 'web', script: [] },
  { name: 'b', cgroup: 'api', script: [] },
  { name: 'c', script: [] },
];
const row = (name: string, cpu_ns: number, wait_count: number, wait_mean_ns: number): TaskRow =>
  ({ name, cpu_ns, throttled_ns: 5, wait_count, wait_mean_ns, wait_max_ns: wait_mean_ns, wait_max_at_ns: cpu_ns }) as TaskRow;
const task = (name: string, index: number, ...rows: (TaskRow | null)[]): Task => ({ name, index, rows });
const TASKS = [
  task('a', 0, row('a', 10, 1, 8), row('a', 20, 1, 4)),
  task('b', 1, row('b', 30, 3, 4), row('b', 10, 1, 2)),
  task('c', 2, row('c', 60, 0, 0), null),
];

test('a group has the sums of all that is in it, however deep', () => {
  const [web, api, ...more] = groupRows(GROUPS, THREADS, TASKS);
  expect([web?.name, api?.name, more]).toEqual(['web/', 'web/api/', []]);
  expect(web?.rows[0]).toMatchObject({ cpu_ns: 40, throttled_ns: 10, wait_count: 4, wait_mean_ns: 5, wait_max_ns: 8, wait_max_at_ns: 10 });
  expect(api?.rows[1]).toMatchObject({ cpu_ns: 10, wait_mean_ns: 2 });
  expect(differenceOf(web!, 'cpu_ns')).toBe(-10);
});

test('what has no sum is left out, and so is its difference', () => {
  const [web] = groupRows(GROUPS, THREADS, TASKS);
  const sources = [0, 1].map((side) => ({ side, letter: 'AB'[side]!, summary: null, tasks: [] }));
  const p50 = COLUMNS.findIndex(({ key }) => key === 'wait_p50_ns');
  expect(linesOf(web!, COLUMNS, sources, false).map(({ cells }) => cells[p50]?.text)).toEqual(['', '', '']);
  expect(differenceOf(web!, 'wait_p99_ns')).toBeNull();
});

test('where a task is missing there is no sum', () => {
  const [one] = groupRows([{ name: 'all' }], [{ name: 'c', cgroup: 'all', script: [] }], TASKS);
  expect(one?.rows).toEqual([expect.objectContaining({ cpu_ns: 60 }), null]);
});
