/** How numbers are written in fields and read again: pure. */
import { clampTo, type Scale } from './scale';
import { formatExact, parseDuration } from '../time';

/** A way to write a kind of number; reading gives `null` for what is none. */
export interface Notation {
  readonly format: (value: number) => string;
  readonly parse: (text: string) => number | null;
  /** Which keys a phone should offer: units need letters. */
  readonly keys: 'text' | 'numeric';
  /** What would be right, for those who wrote something else. */
  readonly example: string;
}

/** Times in ns, with units as people write them. */
export const DURATION: Notation = { format: formatExact, parse: parseDuration, keys: 'text', example: 'a time such as 3ms or 700us' };
/** Times that files keep in whole µs. */
export const WHOLE_US: Notation = { ...DURATION, parse: readWholeUs, example: 'a time in whole µs, such as 3ms or 700us' };
/** Whole numbers without a unit, such as nice. */
export const WHOLE: Notation = {
  format: (value) => String(value).replace('-', '\u2212'),
  parse: readWhole,
  keys: 'numeric',
  example: 'a whole number such as 7',
};

/** Whole numbers of a unit, which may be left out when they are typed. */
export const wholeOf = (unit: string): Notation => ({
  format: (value) => `${value}\u202f${unit}`,
  parse: (text) => readWhole(text.trim().replace(new RegExp(`\\s*${unit}$`, 'i'), '')),
  keys: 'text',
  example: `a whole number such as 64 ${unit}`,
});

function readWholeUs(text: string): number | null {
  const t_ns = parseDuration(text);
  return t_ns === null || t_ns % 1_000 !== 0 ? null : t_ns;
}

function readWhole(text: string): number | null {
  const match = /^\s*([+\-\u2212]?)(\d[\d_]*(?:\.\d+)?(?:e\d+)?)\s*$/i.exec(text);
  if (!match) return null;
  const size = Number(match[2]!.replaceAll('_', ''));
  if (!Number.isSafeInteger(size)) return null;
  return size === 0 || !match[1] || match[1] === '+' ? size : -size;
}

/** What was typed: a value that can be set, or what is wrong with it and what would be right. */
export type Typed = { readonly value: number } | { readonly wrong: string };

/** Reads what was typed into a field; nothing outside the scale is taken, nothing is guessed. */
export function read(text: string, notation: Notation, scale: Scale): Typed {
  if (text.trim() === '') return { wrong: `Empty. Write ${notation.example}.` };
  const value = notation.parse(text);
  if (value === null) return { wrong: `Write ${notation.example}.` };
  if (value < scale.min) return { wrong: `At least ${notation.format(scale.min)}.` };
  if (value > scale.max) return { wrong: `At most ${notation.format(scale.max)}.` };
  return { value: clampTo(scale, value) };
}
