/** What is set on a side, where that comes from, and whether the other side has it too: pure. */
import type { SideIndex } from '../state/doc';
import { bare } from '../state/edit/sides';
import { presetOf, shownSides, type State } from '../state/state';
import type { Preset } from '../worker/protocol';

type Knob = Preset['knobs'][number];
type Feature = Preset['features'][number];
type KernelChoice = Preset['choices'][number];

/** One knob or feature of a side. */
export interface Setting<T> {
  readonly value: T;
  /** What the side has when nothing is set on it: the scenario's value, or the kernel's. */
  readonly inherited: T;
  /** Who says so. A side's own value outranks the scenario's, which outranks the kernel's. */
  readonly from: 'kernel' | 'scenario' | 'side';
  /** The other side's value where it differs; `undefined` if it does not, has no such setting or is closed. */
  readonly other: T | undefined;
}

/** A knob as it is set on a side. */
export function knobSetting(state: State, side: SideIndex, knob: Knob): Setting<number> {
  const mine = knobValue(state, side, knob);
  const theirs = ofOther(state, side, (preset) => preset.knobs.find(({ name }) => name === knob.name), knobValue);
  return { ...mine, other: theirs === mine.value ? undefined : theirs };
}

/** A choice as it is set on a side. */
export function choiceSetting(state: State, side: SideIndex, choice: KernelChoice): Setting<string> {
  const mine = choiceValue(state, side, choice);
  const theirs = ofOther(state, side, (preset) => preset.choices.find(({ name }) => name === choice.name), choiceValue);
  return { ...mine, other: theirs === mine.value ? undefined : theirs };
}

/** A feature as it is set on a side. */
export function featureSetting(state: State, side: SideIndex, feature: Feature): Setting<boolean> {
  const mine = featureValue(state, side, feature);
  const theirs = ofOther(state, side, (preset) => preset.features.find(({ name }) => name === feature.name), featureValue);
  return { ...mine, other: theirs === mine.value ? undefined : theirs };
}

/** Ticks a second, which every kernel has. */
export function hzSetting(state: State, side: SideIndex): Setting<number> {
  const value = state.doc.sides[side].hz;
  return { value, inherited: value, from: 'kernel', other: otherOf(state, side, (one) => state.doc.sides[one].hz) };
}

/** The preemption model. */
export function modelSetting(state: State, side: SideIndex): Setting<string> {
  const standard = (one: SideIndex): string => presetOf(state, one)?.preemption ?? '';
  const model = (one: SideIndex): string => state.doc.sides[one].preemption ?? standard(one);
  const [value, inherited] = [model(side), standard(side)];
  return { value, inherited, from: value === inherited ? 'kernel' : 'side', other: otherOf(state, side, model) };
}

/** What the other side has for something that every side has; `undefined` if that is the same, or if it is closed. */
function otherOf<T>(state: State, side: SideIndex, valueOf: (side: SideIndex) => T): T | undefined {
  const other = otherSide(state, side);
  const theirs = other === null ? undefined : valueOf(other);
  return theirs === valueOf(side) ? undefined : theirs;
}

/** The other side, if it is open. */
const otherSide = (state: State, side: SideIndex): SideIndex | null => shownSides(state).find((one) => one !== side) ?? null;

/** How many settings a side has changed itself. */
export const changesOf = ({ doc }: State, side: SideIndex): number =>
  Object.keys(doc.sides[side].knobs).length + new Set(doc.sides[side].features.map(bare)).size;

type Mine<T> = Omit<Setting<T>, 'other'>;

function ofOther<One, T>(
  state: State,
  side: SideIndex,
  find: (preset: Preset) => One | undefined,
  valueOf: (state: State, side: SideIndex, one: One) => Mine<T>,
): T | undefined {
  const other = otherSide(state, side);
  const preset = other === null ? undefined : presetOf(state, other);
  const found = preset && find(preset);
  return other === null || !found ? undefined : valueOf(state, other, found).value;
}

const knobValue = (state: State, side: SideIndex, { name, value }: Knob): Mine<number> =>
  layered(value, ...saidOf(state, side, name, isNumber));
const choiceValue = (state: State, side: SideIndex, { name, value }: KernelChoice): Mine<string> =>
  layered(value, ...saidOf(state, side, name, isText));

/** What the scenario says of a knob and what the side does; recorded scenarios set knobs for whole families of kernels. */
function saidOf<T>(state: State, side: SideIndex, name: string, is: (value: unknown) => value is T): [T | undefined, T | undefined] {
  const { scenario, sides } = state.doc;
  const family = presetOf(state, side)?.family === 'CFS' ? 'knobs_cfs' : 'knobs_eevdf';
  const inside = (knobs: unknown): T | undefined => {
    const value = typeof knobs === 'object' && knobs !== null ? (knobs as Record<string, unknown>)[name] : undefined;
    return is(value) ? value : undefined;
  };
  return [inside(scenario[family]) ?? inside(scenario['knobs']), inside(sides[side].knobs)];
}

const isNumber = (value: unknown): value is number => typeof value === 'number';
const isText = (value: unknown): value is string => typeof value === 'string';

function featureValue(state: State, side: SideIndex, { name, on }: Feature): Mine<boolean> {
  const { scenario, sides } = state.doc;
  return layered(on, switchIn(scenario['features'], name), switchIn(sides[side].features, name));
}

function layered<T>(kernel: T, scenario: T | undefined, side: T | undefined): Mine<T> {
  const inherited = scenario ?? kernel;
  const below = scenario === undefined ? 'kernel' : 'scenario';
  return { value: side ?? inherited, inherited, from: side === undefined ? below : 'side' };
}

/** The last one counts, as in the kernel's own file. */
function switchIn(features: unknown, name: string): boolean | undefined {
  const said = Array.isArray(features) ? features.filter((one) => one === name || one === `NO_${name}`).at(-1) : undefined;
  return said === undefined ? undefined : said === name;
}

/** Which settings of a long list to show. */
export interface Sieve {
  readonly text: string;
  readonly only: 'all' | 'changed' | 'differing';
}

/** True if a setting passes: every word that was typed is in its name or its meaning. */
export function passes(sieve: Sieve, { name, meaning }: { name: string; meaning: string }, setting: Setting<unknown>): boolean {
  if (sieve.only === 'changed' && setting.from === 'kernel') return false;
  if (sieve.only === 'differing' && setting.other === undefined) return false;
  const text = `${name} ${meaning}`.toLowerCase();
  return sieve.text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
