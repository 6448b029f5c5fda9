/** What strangers send, for tests: the same on every run. */

const JUNK: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  0.5,
  '',
  'x',
  '<b>',
  [],
  [[]],
  {},
  { a: 1 },
  'r99999999999999999999',
  '__proto__',
];

/** Xorshift: the same numbers on every run, so that a failure can be looked at. */
export function chance(seed: number): (below: number) => number {
  let x = seed * 2_654_435_761 + 1;
  return (below) => {
    for (const shift of [13, -17, 5]) x ^= shift > 0 ? x << shift : x >>> -shift;
    return (x >>> 0) % below;
  };
}

/** One of them. */
export const pick = <T>(all: readonly T[], below: (n: number) => number): T => all[below(all.length)]!;

/** The value with one of its parts, at random, replaced by junk. */
export function spoilt(value: unknown, below: (n: number) => number): unknown {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (keys.length === 0 || below(4) === 0) return pick(JUNK, below);
  const key = pick(keys, below);
  const part = spoilt((value as Record<string, unknown>)[key], below);
  return Array.isArray(value) ? value.map((old, i) => (String(i) === key ? part : old)) : { ...(value as object), [key]: part };
}
