import { describe, expect, test } from 'vitest';
import { plainDoc, plainSide, type Doc } from '../state/doc';
import { changesOf, choiceSetting, featureSetting, hzSetting, knobSetting, modelSetting, passes } from './settings';
import { initial, reduce, type Action, type State } from '../state/state';
import type { Preset } from '../worker/protocol';

const SLICE = { name: 'base_slice_ns', unit: 'ns', value: 700, min: 1, max: 9_000, meaning: 'Request of a task.' };
const PARITY = { name: 'RUN_TO_PARITY', on: true, between: false, meaning: 'Keeps the CPU.' };
const preset = (name: string, family: Preset['family'], value: number): Preset => ({
  name,
  family,
  note: '',
  preemption: 'full',
  preemption_models: ['full'],
  knobs: [{ ...SLICE, value }],
  choices: [],
  features: [PARITY],
  costs: [],
});
const MODE = { name: 'cgroup_mode', value: 'concur', values: ['up', 'concur', 'max'], meaning: 'What a group counts for.' };
const PRESETS = [{ ...preset('new', 'EEVDF', 700), choices: [MODE] }, preset('old', 'CFS', 600)];
const SIDES = [plainSide('old'), plainSide('new')] as const;

function page(scenario: object, ...actions: Action[]): State {
  const doc: Doc = plainDoc({ duration_us: 1, threads: [], ...scenario }, SIDES, 'light');
  const all: Action[] = [{ type: 'presets', assumed_cpus: 1, presets: PRESETS }, ...actions];
  return all.reduce((state, action) => reduce(state, action), initial(doc, false));
}
const knob = (state: State, side: 0 | 1) => knobSetting(state, side, side === 0 ? PRESETS[1]!.knobs[0]! : PRESETS[0]!.knobs[0]!);

describe('a knob', () => {
  test('is the kernel’s until somebody says otherwise, and tells where the other side differs', () => {
    expect(knob(page({}), 1)).toEqual({ value: 700, inherited: 700, from: 'kernel', other: 600 });
  });
  test('is the scenario’s where its file sets it, that of the family first', () => {
    const state = page({ knobs: { base_slice_ns: 5 }, knobs_eevdf: { base_slice_ns: 6 } });
    expect(knob(state, 0)).toEqual({ value: 5, inherited: 5, from: 'scenario', other: 6 });
    expect(knob(state, 1)).toMatchObject({ value: 6, from: 'scenario' });
  });
  test('is the side’s own above all', () => {
    const state = page({ knobs: { base_slice_ns: 5 } }, { type: 'knob', side: 1, name: 'base_slice_ns', value: 5 });
    expect(knob(state, 1)).toEqual({ value: 5, inherited: 5, from: 'side', other: undefined });
  });
  test('is compared with nothing while B is closed', () => {
    expect(knob(page({}, { type: 'alone', alone: true }), 0).other).toBeUndefined();
  });
});

describe('a choice', () => {
  test('is the kernel’s word until another one is chosen, and is compared only with a kernel that has it', () => {
    expect(choiceSetting(page({}), 1, MODE)).toEqual({ value: 'concur', inherited: 'concur', from: 'kernel', other: undefined });
    const state = page({ knobs_eevdf: { cgroup_mode: 'up' } }, { type: 'knob', side: 1, name: 'cgroup_mode', value: 'max' });
    expect(choiceSetting(state, 1, MODE)).toEqual({ value: 'max', inherited: 'up', from: 'side', other: undefined });
    const both = reduce(state, { type: 'kernel', side: 0, kernel: 'new' });
    expect(choiceSetting(both, 0, MODE)).toEqual({ value: 'up', inherited: 'up', from: 'scenario', other: 'max' });
  });
  test('takes no number for a word', () => {
    expect(choiceSetting(page({ knobs: { cgroup_mode: 2 } }), 1, MODE)).toMatchObject({ value: 'concur', from: 'kernel' });
  });
});

describe('a feature', () => {
  test('is off where the scenario says so, and on where the side says so', () => {
    const state = page({ features: ['NO_RUN_TO_PARITY'] }, { type: 'feature', side: 1, name: 'RUN_TO_PARITY', on: true });
    expect(featureSetting(state, 0, PARITY)).toEqual({ value: false, inherited: false, from: 'scenario', other: true });
    expect(featureSetting(state, 1, PARITY)).toEqual({ value: true, inherited: false, from: 'side', other: false });
  });
});

test('ticks are compared with the other side, if that is open', () => {
  const state = page({}, { type: 'side', side: 1, change: { hz: 1000 } });
  expect([hzSetting(state, 0).other, hzSetting(state, 1).other, hzSetting(page({}), 0).other]).toEqual([1000, 250, undefined]);
  expect(hzSetting(reduce(state, { type: 'alone', alone: true }), 0).other).toBeUndefined();
});

test('the preemption model is the kernel’s until another one is chosen', () => {
  expect(modelSetting(page({}), 1)).toEqual({ value: 'full', inherited: 'full', from: 'kernel', other: undefined });
  const state = page({}, { type: 'side', side: 1, change: { preemption: 'lazy' } });
  expect(modelSetting(state, 1)).toEqual({ value: 'lazy', inherited: 'full', from: 'side', other: 'full' });
});

test('changes are counted once each', () => {
  const state = page(
    {},
    { type: 'knob', side: 1, name: 'base_slice_ns', value: 5 },
    { type: 'feature', side: 1, name: 'RUN_TO_PARITY', on: false },
  );
  expect([changesOf(state, 0), changesOf(state, 1)]).toEqual([0, 2]);
});

describe('the sieve', () => {
  const same = { value: 1, inherited: 1, from: 'kernel', other: undefined } as const;
  test.each([
    ['', true],
    ['SLICE', true],
    ['request slice', true],
    ['lag', false],
  ])('"%s" lets base_slice_ns pass: %s', (text, expected) => {
    expect(passes({ text, only: 'all' }, SLICE, same)).toBe(expected);
  });
  test('changed and differing are told apart', () => {
    const changed = { ...same, from: 'side' } as const;
    const differing = { ...same, other: 2 } as const;
    const pass = (only: 'changed' | 'differing') => [same, changed, differing].map((s) => passes({ text: '', only }, SLICE, s));
    expect(pass('changed')).toEqual([false, true, false]);
    expect(pass('differing')).toEqual([false, false, true]);
  });
});
