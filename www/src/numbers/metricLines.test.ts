import { describe, expect, test } from 'vitest';
import { exactWords, linesOf } from './metricLines';
import { COLUMNS, columnsOf, sourcesOf, tasksOf } from './metrics';
import type { Recorded, Summary, TaskRow } from '../worker/protocol';

const row = (name: string, change: Partial<TaskRow>): TaskRow => ({
  name,
  policy: 'NORMAL',
  nice: 0,
  cpu_ns: 79_500_000,
  share_permille: 795,
  switches: 6,
  preempted: 4,
  wakeups: 1,
  voluntary: 0,
  throttled_ns: 0,
  missed: 0,
  wait_count: 6,
  wait_mean_ns: 3_000_000,
  wait_p50_ns: 4_000_000,
  wait_p99_ns: 6_000_000,
  wait_max_ns: 6_000_000,
  wait_max_at_ns: 48_000_000,
  lag_min_ns: -1_000_000,
  lag_max_ns: 1_000_000,
  lag_bound_ns: 4_000_000,
  ...change,
});
const SUMMARY = {
  sides: [
    { tasks: [row('hog', {})] },
    { tasks: [row('hog', { wait_max_ns: 4_000_000, wait_max_at_ns: 9_000_000, switches: 7 })] },
  ],
} as Summary;
const RECORDED = { tasks: [row('hog', {}), row('kworker', {})] } as Recorded;

const SOURCES = sourcesOf(SUMMARY, false, RECORDED);
const [HOG, KWORKER] = tasksOf(SOURCES);
const full = linesOf(HOG!, COLUMNS, SOURCES, false);
const at = (line: number, key: string) => full[line]!.cells[COLUMNS.findIndex((column) => column.key === key)]!;

describe('a row for each side', () => {
  test('A, B, their difference, the recording', () => expect(full.map((line) => line.of)).toEqual([0, 1, 'difference', 2]));
  test('numbers with units', () => expect(at(0, 'wait_max_ns')).toEqual({ text: '6\u202fms', verdict: '' }));
  test('a shorter wait is better', () => expect(at(2, 'wait_max_ns')).toEqual({ text: '\u22122\u202fms', verdict: 'better' }));
  test('more switches are neither', () => expect(at(2, 'switches')).toEqual({ text: '+1', verdict: 'other' }));
  test('what is the same says so', () => expect(at(2, 'cpu_ns')).toEqual({ text: '=', verdict: 'same' }));
  test('instants have no difference', () => expect(at(2, 'wait_max_at_ns').text).toBe(''));
  test('a recording has no lags, and does not know who was held back', () => {
    expect(['lag_min_ns', 'throttled_ns', 'missed'].map((key) => at(3, key).text)).toEqual(['\u2013', '\u2013', '\u2013']);
    expect([at(0, 'throttled_ns').text, full[3]!.lag]).toEqual(['0\u202fns', null]);
  });
  test('of a task that only the recording has, its own', () =>
    expect(linesOf(KWORKER!, COLUMNS, SOURCES, false).map((line) => line.of)).toEqual([2]));
  test('alone there is no difference', () => {
    const alone = sourcesOf(SUMMARY, true, null);
    expect(linesOf(tasksOf(alone)[0]!, COLUMNS, alone, false).map((line) => line.of)).toEqual([0]);
  });
});

describe('all sides in one row', () => {
  const columns = columnsOf(true, []);
  test('the sides of a column stand together, B with the verdict', () => {
    const [line, ...others] = linesOf(HOG!, columns, SOURCES, true);
    const first = columns.findIndex(({ key }) => key === 'wait_max_ns') * 3;
    expect(others).toEqual([]);
    expect(line!.cells.slice(first, first + 3).map(({ text, verdict }) => `${text} ${verdict}`)).toEqual([
      '6\u202fms ',
      '4\u202fms better',
      '6\u202fms ',
    ]);
  });
  test('places of sides without the task stay empty', () => {
    const [line] = linesOf(KWORKER!, columns, SOURCES, true);
    expect(line!.cells.slice(0, 3).map(({ text }) => text)).toEqual(['', '', '79.5\u202fms']);
  });
});

describe('to the last digit', () => {
  const mean = COLUMNS.find(({ key }) => key === 'wait_mean_ns')!;
  test('a number of a side', () =>
    expect(exactWords(HOG!, mean, SOURCES[0]!, SOURCES)).toBe('hog, A: waits mean 3\u202f000\u202f000 ns'));
  test('a difference', () => expect(exactWords(HOG!, COLUMNS[2]!, 'difference', SOURCES)).toBe('hog, B\u2212A: switches in 1'));
  test('nothing where there is none', () => expect(exactWords(KWORKER!, mean, SOURCES[0]!, SOURCES)).toBe(''));
});

test('above the fair class there is no lag, and none to differ', () => {
  const fifo = row('hog', { policy: 'FIFO' });
  const sources = sourcesOf({ sides: [{ tasks: [fifo] }, { tasks: [fifo] }] } as Summary, false, null);
  const lines = linesOf(tasksOf(sources)[0]!, COLUMNS, sources, false);
  const lag = COLUMNS.findIndex(({ key }) => key === 'lag_min_ns');
  expect(lines.map(({ cells, lag: bar }) => [cells[lag]!.text, bar])).toEqual([['', null], ['', null], ['', null]]);
});
