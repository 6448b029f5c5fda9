import { describe, expect, test } from 'vitest';
import { LAYOUT } from '../testing/layout';
import type { Axis, SideValues } from '../worker/protocol';
import { inMs, listed, readingsOf, spoken, wordsOf, type Wanted } from './readout';

const task = (name: string, state: string, vruntime_ns: string, lag_ns: string, weight = 1024) => ({
  ...{ name, state, weight, vruntime_ns, lag_ns },
  ...{ cpu: 0, reference_ns: state === 'sleeping' ? '' : '5000000', deadline_ns: '9000000', eligible: true, protect_ns: '', clamps: { min: 0, max: 1024 } },
});
const from = (reference_ns: string, side: SideValues): SideValues => ({
  ...side,
  tasks: side.tasks.map((task) => ({ ...task, reference_ns })),
});
const side = (running: string, ...tasks: SideValues['tasks']): SideValues => ({
  ...{ cpu: 0, running, avg_vruntime_ns: '5000000', min_vruntime_ns: '4000000', lag_sum: '0', weight_sum: 2048, clamp_key: 'off', clamps: { min: 0, max: 1024 }, clocks: [] },
  tasks,
});
const TWO = side('hog', task('hog', 'running', '6000000', '-1000000'), task('editor', 'runnable', '4000000', '1000000', 512));
const DELAYED = side('', task('hog', 'delayed', '6000000', '-1000000'), task('editor', 'sleeping', '0', '0'));

const lines = (lag: Axis, vruntime: Axis, deadline: Axis) => ({ lag, vruntime, deadline });
const WANTED: Wanted = { lines: lines('relative', 'relative', 'relative'), hidden: [], highlight: '', families: ['CFS', 'EEVDF'] };

/** The numbers of each panel of a side: `lag hog −1.000`. */
function told(index: number, change: Partial<Wanted> = {}, values = [TWO, TWO]): string[] {
  const readings = readingsOf(LAYOUT, values, { ...WANTED, ...change }).filter(({ panel }) => panel.side === index);
  return readings.flatMap(({ panel, entries }) => entries.map(({ name, cells }) => [panel.kind, name, ...cells].join(' ')));
}

test('lag is V − vruntime, vruntime and deadline count from V', () =>
  expect(told(1)).toEqual([
    'lag hog −1.000',
    'lag editor 1.000',
    'vruntime hog 1.000 4.000',
    'vruntime editor −1.000 4.000',
  ]));
test('CFS counts from min_vruntime and has no deadlines', () =>
  expect(told(0, {}, [from('4000000', TWO), TWO]).slice(2)).toEqual(['vruntime hog 2.000', 'vruntime editor 0.000']));
test('service owed is lag by weight', () =>
  expect(told(1, { lines: lines('absolute', 'off', 'off') })[1]).toBe('lag editor 0.500'));
test('on different axes a deadline is in another panel', () =>
  expect(told(1, { lines: lines('relative', 'absolute', 'relative') }).slice(2)).toEqual(['vruntime hog 6.000', 'vruntime editor 4.000']));
test('hidden ones say nothing, of highlighted ones only they', () => {
  expect(told(1, { hidden: ['hog'] }).filter((line) => line.includes('hog'))).toEqual([]);
  expect(told(1, { highlight: 'hog', hidden: ['hog'] }).filter((line) => line.includes('editor'))).toEqual([]);
});
test('who sleeps has no lines and no numbers', () => expect(told(1, {}, [TWO, DELAYED]).length).toBe(2));
test('a side that is not known says nothing', () => expect(told(1, {}, [TWO])).toEqual([]));
test('virtual times wrap', () => {
  const wrapped = from('9223372036854775806', side('', task('hog', 'running', '-9223372036854775806', '0')));
  expect(told(1, {}, [TWO, wrapped])[1]).toMatch(/^vruntime hog 0\.000 /);
});

test('whole µs, and no minus before zero', () =>
  expect([inMs(1_234_567), inMs(-1_500_000), inMs(-400), inMs(0)]).toEqual(['1.235', '−1.500', '0.000', '0.000']));

test('beside the lanes stands who runs and who waits', () => {
  const words = wordsOf(LAYOUT, [TWO, DELAYED]).map(({ top, text, color }) => [top, text, color]);
  expect(words).toEqual([
    [36, 'hog', '#0072b2'],
    [74, 'waits', '#c98000'],
    [356, 'idle', ''],
    [383, 'delayed', '#0072b2'],
  ]);
});

test('low rows have no words', () => {
  const lanes = LAYOUT.lanes.map((lane) => ({ ...lane, rows: lane.rows.map((row) => ({ ...row, bottom: row.top + 6 })) }));
  expect(wordsOf({ ...LAYOUT, lanes }, [TWO]).map(({ text }) => text)).toEqual(['hog']);
});

test('readers hear the same', () => expect(spoken([TWO, DELAYED])).toBe('A: hog runs, editor waits. B: idle, hog is delayed.'));

test('what does not fit is counted', () => {
  const entries = ['a', 'b', 'c', 'd'].map((name) => ({ name, color: '', cells: ['1.000'] }));
  expect(listed(entries, 4)).toBe(entries);
  expect(listed(entries, 3).map(({ name, cells }) => [name, ...cells])).toEqual([
    ['a', '1.000'],
    ['b', '1.000'],
    ['+2 more', ''],
  ]);
  expect(listed(entries, 1).map(({ name }) => name)).toEqual(['a']);
});

describe('several CPUs', () => {
  const on = (cpu: number, one: SideValues['tasks'][number]) => ({ ...one, cpu });
  const SEVERAL: SideValues = {
    ...side('hog', on(1, task('hog', 'running', '6000000', '-1000000')), on(0, task('editor', 'running', '4000000', '0'))),
    cpu: 1,
  };
  const sight = { first: 0, count: 2, total: 2 };
  const lane = (cpu: number, top: number) => ({ side: 0, cpu, bars: { top, bottom: top + 12 }, rows: [], queue: null });

  test('a strip says how fast its clock is', () => {
    const strip = { side: 0, kind: 'clock', cpu: 4, top: 60, bottom: 68, label: 'clock 4-7' } as const;
    const values = { ...SEVERAL, clocks: [{ cpu: 0, khz: 533_000 }, { cpu: 4, khz: 2_362_000 }] };
    const words = wordsOf({ ...LAYOUT, panels: [strip], lanes: [], sight }, [values]);
    expect(words).toEqual([{ top: 60, bottom: 68, text: '2.36\u202fGHz', color: '' }]);
  });
  test('each lane says who runs on its CPU, and how many wait there', () => {
    const waits = on(1, task('batch', 'runnable', '0', '0'));
    const layout = { ...LAYOUT, lanes: [lane(0, 0), lane(1, 20), lane(2, 40)], sight };
    const values = { ...SEVERAL, tasks: [...SEVERAL.tasks, waits] };
    expect(wordsOf(layout, [values]).map(({ text }) => text)).toEqual(['editor', 'hog +1', 'idle']);
  });

  test('numbers are those of the chosen CPU', () =>
    expect(readingsOf(LAYOUT, [SEVERAL], WANTED)[0]?.entries.map(({ name }) => name)).toEqual(['hog']));

  test('readers hear of the chosen CPU', () => expect(spoken([SEVERAL])).toBe('A, CPU 1: hog runs.'));
});
