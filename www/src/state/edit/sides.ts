/** What can be done to a side: its kernel, knobs and features. Pure. */
import type { Doc, SideIndex } from '../doc';
import { compact } from '../../tasks/scenario';
import type { Preset, Side } from '../../worker/protocol';

/** The new kernel, with those changes kept that it also has: a knob of another scheduler means nothing to it. */
export function onKernel(side: Side, preset: Preset | undefined, kernel: string): Side {
  const { preemption: _, ...rest } = side;
  const knows = new Set([...(preset?.knobs ?? []), ...(preset?.choices ?? []), ...(preset?.features ?? [])].map((one) => one.name));
  const knobs = Object.fromEntries(Object.entries(side.knobs).filter(([name]) => knows.has(name)));
  return { ...rest, kernel, knobs, features: side.features.filter((name) => knows.has(bare(name))) };
}

/** A feature's name without the `NO_` that turns it off. */
export const bare = (feature: string): string => feature.replace(/^NO_/, '');

/** A feature set, or with `null` left to the kernel. */
export function withFeature(side: Side, name: string, on: boolean | null): Side {
  const others = side.features.filter((feature) => bare(feature) !== name);
  return { ...side, features: on === null ? others : [...others, on ? name : `NO_${name}`] };
}

/** A feature and whether it is on. */
export interface Switch {
  readonly name: string;
  readonly on: boolean;
}

/**
 * What a line of the kernel's own `features` file changes: the names that differ from what a side has without changes, and those
 * that it does not have at all, for the engine to say so.
 */
export function featuresIn(line: string, inherited: readonly Switch[]): string[] {
  const words = line.split(/\s+/).filter(Boolean);
  const isInherited = (word: string): boolean =>
    inherited.some(({ name, on }) => name === bare(word) && on === (word === name));
  const last = new Map(words.map((word) => [bare(word), word]));
  return [...last.values()].filter((word) => !isInherited(word));
}

/** The same line for what is in force. */
export const featureLine = (features: readonly Switch[]): string =>
  features.map(({ name, on }) => (on ? name : `NO_${name}`)).join(' ');

/** What of a side is to change. */
export type SideChange = { readonly [K in keyof Side]?: Side[K] | undefined };

/** The side changed; what is `undefined` goes back to the default. */
export const withChange = (side: Side, change: SideChange): Side => compact({ ...side, ...change } as Side);

/** A knob set, to a number or a word, or with `null` left to the kernel. */
export function withKnob(side: Side, name: string, value: number | string | null): Side {
  const { [name]: _, ...others } = side.knobs;
  return { ...side, knobs: value === null ? others : { ...others, [name]: value } };
}

/** Both sides with one of them changed. */
export function withSide([a, b]: Doc['sides'], side: SideIndex, change: (old: Side) => Side): Doc['sides'] {
  return side === 0 ? [change(a), b] : [a, change(b)];
}
