/** The eight slots that tasks have their colours from, as the engine draws them: those of Okabe and Ito, each with its dashes. */

/** One colour with what tells it apart without colour. */
export interface Slot {
  readonly name: string;
  readonly light: string;
  readonly dark: string;
  /** Pixels drawn and left out in turn along its line; empty is solid. */
  readonly dash_px: readonly number[];
}

const SOLID: readonly number[] = [];
const LONG = [9, 4];
const DOTTED = [3, 3];
const MIXED = [11, 3, 3, 3];

/** In the engine's order: a task's `color` counts from 0. */
export const SLOTS: readonly Slot[] = [
  { name: 'blue', light: '#0072b2', dark: '#3d9be0', dash_px: SOLID },
  { name: 'orange', light: '#cb7f00', dark: '#f0a92b', dash_px: LONG },
  { name: 'green', light: '#00926a', dark: '#1fbf92', dash_px: DOTTED },
  { name: 'purple', light: '#bb5f92', dark: '#d98bb8', dash_px: MIXED },
  { name: 'vermillion', light: '#d55e00', dark: '#ee7733', dash_px: SOLID },
  { name: 'sky', light: '#2f8cc6', dark: '#7cc8f5', dash_px: LONG },
  { name: 'grey', light: '#6b6f75', dark: '#a3a9b2', dash_px: DOTTED },
  { name: 'yellow', light: '#928900', dark: '#f0e442', dash_px: MIXED },
];

/** The slot of a task: its own, or by its place; colours repeat. */
export const slotOf = ({ color }: { readonly color?: number }, index: number): number => (color ?? index) % SLOTS.length;
