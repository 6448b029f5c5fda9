import { expect, test } from 'vitest';
import { DEFAULT_SIDES, plainDoc } from './doc';
import { initial, reduce, type Action, type State } from './state';
import { ns } from '../time';

const HOG = { name: 'hog', script: [['run', 0]] } as const;
const start = (): State => initial(plainDoc({ name: 'x', duration_us: 1_000, threads: [HOG] }, DEFAULT_SIDES, 'system'), false);
/** The state after actions at given times. */
const after = (...actions: [at_ms: number, action: Action][]): State =>
  actions.reduce((state, [at_ms, action]) => reduce(state, action, at_ms), start());
const knob = (value: number): Action => ({ type: 'knob', side: 1, name: 'base_slice_ns', value });
const UNDO: Action = { type: 'undo' };
const REDO: Action = { type: 'redo' };
const slice = (state: State) => state.doc.sides[1].knobs['base_slice_ns'];

test('a drag is one step', () => {
  const dragged = after([0, knob(1)], [100, knob(2)], [500, knob(3)], [900, UNDO]);
  expect(slice(dragged)).toBeUndefined();
  expect(slice(reduce(dragged, REDO))).toBe(3);
});
test('a later change of the same thing is another step', () => {
  expect(slice(after([0, knob(1)], [5_000, knob(2)], [5_100, UNDO]))).toBe(1);
});
test('two things are two steps, however fast', () => {
  const both = after([0, knob(1)], [1, { type: 'feature', side: 1, name: 'HRTICK', on: true }], [2, UNDO]);
  expect(slice(both)).toBe(1);
  expect(both.doc.sides[1].features).toEqual([]);
});
test('the same on both sides and on one are two steps', () => {
  const set = (sides: readonly (0 | 1)[], governor: 'schedutil' | undefined): Action => ({ type: 'sides', sides, change: { governor } });
  const { sides } = after([0, set([0, 1], 'schedutil')], [1, set([1], undefined)], [2, UNDO]).doc;
  expect(sides.map(({ governor }) => governor)).toEqual(['schedutil', 'schedutil']);
});
test('each added task is a step', () => {
  expect(after([0, { type: 'add' }], [1, { type: 'add' }], [2, UNDO]).doc.scenario.threads).toHaveLength(2);
});
test('a change after an undo forgets what could be redone', () => {
  const changed = after([0, knob(1)], [1, UNDO], [2, { type: 'swap' }], [3, REDO]);
  expect(slice(changed)).toBeUndefined();
});
test('looking around is no step, and an undo does not scroll back', () => {
  const range = { from_ns: ns(1), to_ns: ns(500_000) };
  const looked = after([0, knob(1)], [1, { type: 'range', range }], [2, { type: 'theme', theme: 'dark' }], [3, UNDO]);
  expect(slice(looked)).toBeUndefined();
  expect(looked.doc.range).toEqual(range);
  expect(looked.doc.theme).toBe('dark');
});
test('what was refused leaves no step', () => {
  const before = start();
  const { doc } = before;
  const refused = reduce(reduce(before, knob(1)), { type: 'revert', scenario: doc.scenario, sides: doc.sides, alone: false });
  expect(refused.trail.past).toEqual([]);
});
test('another scenario is undone with the place that was looked at', () => {
  const range = { from_ns: ns(1), to_ns: ns(500_000) };
  const other = plainDoc({ name: 'y', duration_us: 5, threads: [HOG] }, DEFAULT_SIDES, 'system');
  expect(after([0, { type: 'range', range }], [1, { type: 'load', doc: other }], [2, UNDO]).doc.range).toEqual(range);
});
test('nothing to undo, nothing to redo: nothing happens', () => {
  const state = start();
  expect(reduce(state, UNDO).doc).toBe(state.doc);
  expect(reduce(state, REDO).doc).toBe(state.doc);
});
