/** Values from strangers: each reader gives the value with its type, or throws a `ShapeError` that names the place. */
import type { Rows } from '../state/doc';
import { ShapeError } from '../tasks/scenario';

export function readObject(value: unknown, place: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ShapeError(`${place}: expected an object`);
  return value as Record<string, unknown>;
}

export function readNumber(value: unknown, place: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new ShapeError(`${place}: expected a number`);
  return value;
}

export function readText(value: unknown, place: string): string {
  if (typeof value !== 'string') throw new ShapeError(`${place}: expected a text`);
  return value;
}

export function readList(value: unknown, place: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new ShapeError(`${place}: expected a list`);
  return value;
}

export const readTexts = (value: unknown, place: string): string[] =>
  readList(value, place).map((one, i) => readText(one, `${place}[${i}]`));

/** An object whose values are all numbers. */
export function readNumbers(value: unknown, place: string): Record<string, number> {
  if (typeof value !== 'object' || value === null) throw new ShapeError(`${place}: expected an object of numbers`);
  return Object.fromEntries(Object.entries(value).map(([name, v]) => [name, readNumber(v, `${place}: ${name}`)]));
}

/** An object of numbers and texts. */
export function readKnobs(value: unknown, place: string): Record<string, number | string> {
  const read = (one: unknown, at: string): number | string => (typeof one === 'string' ? one : readNumber(one, at));
  return Object.fromEntries(Object.entries(readObject(value, place)).map(([name, one]) => [name, read(one, `${place}: ${name}`)]));
}

export function readOneOf<T extends string>(value: unknown, known: readonly T[], place: string): T {
  const found = known.find((one) => one === value);
  if (found === undefined) throw new ShapeError(`${place}: "${String(value)}" is none of ${known.join(', ')}`);
  return found;
}

/** The rows of both sides' traces, `null` where none is meant. */
export function readRows(value: unknown, place: string): Rows {
  const [a, b] = readList(value, place).map((row, side) => (row === null ? null : readNumber(row, `${place}[${side}]`)));
  return [a ?? null, b ?? null];
}

/** The thing whose one letter this is. */
export function readLetter<T extends string>(value: unknown, letters: Readonly<Record<string, T>>, place: string): T {
  const letter = readText(value, place);
  const found = Object.hasOwn(letters, letter) ? letters[letter] : undefined;
  if (found === undefined) throw new ShapeError(`${place}: "${letter}" is none of ${Object.keys(letters).join(', ')}`);
  return found;
}
