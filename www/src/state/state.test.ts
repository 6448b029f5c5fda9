import { describe, expect, test } from 'vitest';
import { DEFAULT_SIDES, plainDoc, type Doc } from './doc';
import { endNs, initial, isDark, onlyMoved, presetOf, reduce, type Action, type State } from './state';
import { ns } from '../time';
import type { Preset, Span, Summary } from '../worker/protocol';

const HOG = { name: 'hog', script: [['run', 0]] } as const;
const BOSS = {
  name: 'boss',
  nice: 5,
  script: [
    ['run', 10],
    ['nice', 'hog', 3],
  ],
} as const;
const DOC: Doc = { ...plainDoc({ duration_us: 1_000, threads: [HOG, BOSS] }, DEFAULT_SIDES, 'system'), hidden: ['hog'] };
const preset = (name: string, knobs: string[], features: string[]): Preset => ({
  name,
  family: 'EEVDF',
  note: '',
  preemption: 'full',
  preemption_models: ['full', 'lazy'],
  knobs: knobs.map((knob) => ({ name: knob, unit: 'ns', value: 1, min: 0, max: 9, meaning: '' })),
  choices: [{ name: 'cgroup_mode', value: 'concur', values: ['concur', 'max'], meaning: '' }],
  features: features.map((feature) => ({ name: feature, on: true, between: false, meaning: '' })),
  costs: [],
});
const after = (...actions: Action[]): State => actions.reduce(reduce, initial(DOC, false));
const names = (state: State) => state.doc.scenario.threads.map((thread) => thread.name);

describe('a side', () => {
  test('a knob is set, changed and taken back', () => {
    const set = after(
      { type: 'knob', side: 1, name: 'base_slice_ns', value: 5 },
      { type: 'knob', side: 1, name: 'base_slice_ns', value: 6 },
    );
    expect(set.doc.sides[1].knobs).toEqual({ base_slice_ns: 6 });
    expect(set.doc.sides[0]).toBe(DEFAULT_SIDES[0]);
    expect(reduce(set, { type: 'knob', side: 1, name: 'base_slice_ns', value: null }).doc.sides[1].knobs).toEqual({});
  });
  test('both are changed as one step', () => {
    const state = after({ type: 'sides', sides: [0, 1], change: { costs: 'recorded' } });
    expect(state.doc.sides.map((side) => side.costs)).toEqual(['recorded', 'recorded']);
    expect(reduce(state, { type: 'undo' }).doc.sides).toEqual(DEFAULT_SIDES);
  });
  test('a feature is there once, in the kernel’s form', () => {
    const off = after(
      { type: 'feature', side: 0, name: 'HRTICK', on: true },
      { type: 'feature', side: 0, name: 'HRTICK', on: false },
    );
    expect(off.doc.sides[0].features).toEqual(['NO_HRTICK']);
    expect(reduce(off, { type: 'feature', side: 0, name: 'HRTICK', on: null }).doc.sides[0].features).toEqual([]);
  });
  test('reset forgets knobs and features, not the machine', () => {
    const state = after(
      { type: 'side', side: 0, change: { hz: 1000 } },
      { type: 'knob', side: 0, name: 'x', value: 1 },
      { type: 'feature', side: 0, name: 'Y', on: false },
      { type: 'reset', side: 0 },
    );
    expect(state.doc.sides[0]).toEqual({ ...DEFAULT_SIDES[0], hz: 1000 });
  });
  test('another kernel keeps what it also has', () => {
    const state = after(
      { type: 'presets', assumed_cpus: 1, presets: [preset('6.12.y', ['base_slice_ns'], ['RUN_TO_PARITY'])] },
      { type: 'knob', side: 1, name: 'base_slice_ns', value: 5 },
      { type: 'knob', side: 1, name: 'cgroup_mode', value: 'max' },
      { type: 'knob', side: 1, name: 'other', value: 5 },
      { type: 'feature', side: 1, name: 'RUN_TO_PARITY', on: false },
      { type: 'feature', side: 1, name: 'OTHER', on: false },
      { type: 'side', side: 1, change: { preemption: 'full', hz: 1000 } },
      { type: 'kernel', side: 1, kernel: '6.12.y' },
    );
    expect(state.doc.sides[1]).toEqual({
      kernel: '6.12.y',
      hz: 1000,
      assumed_cpus: 1,
      knobs: { base_slice_ns: 5, cgroup_mode: 'max' },
      features: ['NO_RUN_TO_PARITY'],
      costs: 'zero',
    });
  });
});

describe('tasks', () => {
  test('added with a fresh name', () =>
    expect(names(after({ type: 'add' }, { type: 'add' }))).toEqual(['hog', 'boss', 'task', 'task 2']));
  test('added from a template, which keeps its name if that is free', () => {
    const thread = { name: 'hog', nice: 3, script: [['yield']] } as const;
    expect(after({ type: 'add', thread }).doc.scenario.threads.at(-1)).toEqual({ ...thread, name: 'hog 2' });
  });
  test('a program gets the channels that it uses', () => {
    const state = after({ type: 'thread', index: 0, change: { script: [['write', 1]] } });
    expect(state.doc.scenario['channels']).toBe(2);
  });
  test('removed, and no longer hidden', () => {
    const state = after({ type: 'remove', index: 0 });
    expect(names(state)).toEqual(['boss']);
    expect(state.doc.hidden).toEqual([]);
  });
  test('renamed everywhere', () => {
    const state = after({ type: 'rename', index: 0, name: 'pig' });
    expect(names(state)).toEqual(['pig', 'boss']);
    expect(state.doc.hidden).toEqual(['pig']);
    expect(state.doc.scenario.threads[1]!.script[1]).toEqual(['nice', 'pig', 3]);
  });
  test('an attribute at its default is left out', () => {
    expect(after({ type: 'thread', index: 1, change: { nice: undefined } }).doc.scenario.threads[1]).not.toHaveProperty('nice');
  });
  test('a task that is shown and hidden is in the list once', () => {
    expect(after({ type: 'hide', name: 'boss', hidden: true }, { type: 'hide', name: 'boss', hidden: true }).doc.hidden).toEqual([
      'hog',
      'boss',
    ]);
    expect(after({ type: 'hide', name: 'hog', hidden: false }).doc.hidden).toEqual([]);
  });
});

describe('no change is no new state', () => {
  const range = { from_ns: ns(1), to_ns: ns(2) };
  test.each<[Action, Action]>([
    [
      { type: 'range', range },
      { type: 'range', range: { ...range } },
    ],
    [
      { type: 'play', playing: true },
      { type: 'play', playing: true },
    ],
    [
      { type: 'colors', colors: ['#fff'] },
      { type: 'colors', colors: ['#fff'] },
    ],
    [
      { type: 'progress', done: 0.5 },
      { type: 'progress', done: 0.5 },
    ],
  ])('%j', (first, second) => {
    const state = after(first);
    expect(reduce(state, second)).toBe(state);
  });
});

test('loading keeps what the engine said, and stops playing', () => {
  const state = after(
    { type: 'play', playing: true },
    { type: 'presets', assumed_cpus: 1, presets: [] },
    { type: 'problem', problem: { source: 'link', message: 'x' } },
    { type: 'load', doc: DOC },
  );
  expect(state).toMatchObject({ playing: false, problem: null, answers: { presets: { 1: [] } } });
});

test('an opened scenario ends the progress', () => {
  expect(after({ type: 'progress', done: 0.5 }, { type: 'opened', summary: { sides: [] } }).answers.progress).toBeNull();
});

test('decisions are kept for each side', () => {
  const decision = { index: 3 } as never;
  expect(after({ type: 'decision', side: 1, decision }).answers.decisions).toEqual([null, decision]);
});

test('the end is what was asked for, then the longer side’s', () => {
  expect(endNs(initial(DOC, false))).toBe(1_000_000);
  const summary = { sides: [{ end_ns: 5 }, { end_ns: 9 }] } as Summary;
  expect(endNs(after({ type: 'opened', summary }))).toBe(9);
});

test('the theme is the system’s until one is chosen', () => {
  expect([
    isDark(initial(DOC, true)),
    isDark(after({ type: 'system', dark: true })),
    isDark(initial({ ...DOC, theme: 'light' }, true)),
  ]).toEqual([true, true, false]);
});

test('a preset is looked up by the machine it was scaled for', () => {
  const state = after({ type: 'presets', assumed_cpus: 8, presets: [preset('6.5', [], [])] });
  expect(presetOf(state, 0)).toBeUndefined();
  expect(presetOf(reduce(state, { type: 'side', side: 0, change: { assumed_cpus: 8 } }), 0)?.name).toBe('6.5');
});

test('a moved window is told from every other change', () => {
  const state = after();
  const moved = reduce(state, { type: 'range', range: { from_ns: ns(0), to_ns: ns(500_000) } });
  expect(onlyMoved(state, moved)).toBe(true);
  for (const action of [{ type: 'play', playing: true }, { type: 'highlight', name: 'hog' }] satisfies Action[])
    expect(onlyMoved(state, reduce(moved, action))).toBe(false);
});

test('all that is hidden is shown again, in one step', () => {
  const state = after({ type: 'hide', name: 'boss', hidden: true }, { type: 'unhide' });
  expect(state.doc.hidden).toEqual([]);
  expect(reduce(state, { type: 'undo' }).doc.hidden).toEqual(['hog', 'boss']);
  expect(reduce(state, { type: 'unhide' })).toBe(state);
});

test('groups, changes and what tasks say of them are undone in steps', () => {
  const begun = initial(DOC, false);
  const acts: readonly Action[] = [
    { type: 'group-add', parent: undefined },
    { type: 'group-rename', name: 'group', to: 'web' },
    { type: 'thread', index: 0, change: { cgroup: 'web' } },
    { type: 'group', name: 'web', change: { quota_us: 20_000 } },
    { type: 'change-put', index: 0, change: { at_us: 5, step: ['weight', 'web', 5] } },
    { type: 'group-remove', name: 'web' },
  ];
  const states = acts.reduce<State[]>((all, act, i) => [...all, reduce(all.at(-1)!, act, i * 10_000)], [begun]);
  expect(states.at(-1)?.doc.scenario).toEqual(begun.doc.scenario);
  let back = states.at(-1)!;
  for (const { doc } of states.slice(0, -1).reverse()) {
    back = reduce(back, { type: 'undo' });
    expect(back.doc.scenario).toEqual(doc.scenario);
  }
});

test('what changes a task follows its name and goes with it', () => {
  const change = { at_us: 5, step: ['nice', 'boss', 5] } as const;
  const begun = initial(plainDoc({ ...DOC.scenario, changes: [change] }, DEFAULT_SIDES, 'system'), false);
  const renamed = reduce(begun, { type: 'rename', index: 1, name: 'c' });
  expect(renamed.doc.scenario['changes']).toEqual([{ at_us: 5, step: ['nice', 'c', 5] }]);
  expect(reduce(renamed, { type: 'remove', index: 1 }).doc.scenario).not.toHaveProperty('changes');
});

describe('the lanes of several CPUs', () => {
  const SPAN: Span = { side: 0, cpu: 3, kind: 'run', task: 'hog', from_ns: 0, to_ns: 1, begins: null, ends: null };
  test('a group is closed and opened again', () => {
    const closed = after({ type: 'fold', name: 'LLC 1' }, { type: 'fold', name: 'node 0' });
    expect(closed.doc.lanes.closed).toEqual(['LLC 1', 'node 0']);
    expect(reduce(closed, { type: 'fold', name: 'LLC 1' }).doc.lanes.closed).toEqual(['node 0']);
  });
  test('what is selected chooses its CPU', () => {
    const selected = after({ type: 'span', span: SPAN });
    expect(selected.doc.lanes.cpu).toBe(3);
    expect(reduce(selected, { type: 'span', span: null }).doc.lanes.cpu).toBe(3);
  });
  test('a CPU that a hand has chosen stays until something else is selected', () => {
    const chosen = after({ type: 'lanes', change: { cpu: 1 } }, { type: 'span', span: SPAN });
    expect(chosen.doc.lanes.cpu).toBe(1);
    const selection = { side: 0, kind: 'run', task: 'hog', t_ns: ns(0), row: -1 } as const;
    expect([{ type: 'select', selection } as const, { type: 'span', span: SPAN } as const].reduce(reduce, chosen).doc.lanes.cpu).toBe(3);
  });
  test('the same again is no change', () => {
    const before = after({ type: 'lanes', change: { cpu: 2, first: 5 } });
    expect(reduce(before, { type: 'lanes', change: { first: 5 } })).toBe(before);
  });
  test('another page is looked at as it was left', () =>
    expect(after({ type: 'lanes', change: { cpu: 2 } }, { type: 'load', doc: DOC }).doc.lanes).toBe(DOC.lanes));
});
