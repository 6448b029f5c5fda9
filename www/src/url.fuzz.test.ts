/** Links from strangers: whatever the fragment, there is a page or a reason, never another error. */
import { expect, test } from 'vitest';
import { deflate, inflate } from './bytes';
import { GALLERY, openFile } from './gallery';
import { endNs, initial } from './state';
import { decode, encode, LinkError } from './url';

const ROUNDS = 300;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_%é#=';
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
function chance(seed: number): (below: number) => number {
  let x = seed * 2_654_435_761 + 1;
  return (below) => {
    for (const shift of [13, -17, 5]) x ^= shift > 0 ? x << shift : x >>> -shift;
    return (x >>> 0) % below;
  };
}

async function check(fragment: string): Promise<'opens' | 'refused'> {
  try {
    const linked = await decode(fragment);
    expect(endNs(initial(linked.doc, false))).toBeTypeOf('number');
    expect(await decode(await encode(linked))).toEqual(linked);
    return 'opens';
  } catch (error) {
    expect(error, `fragment ${fragment}`).toBeInstanceOf(LinkError);
    return 'refused';
  }
}

const pick = <T>(all: readonly T[], below: (n: number) => number): T => all[below(all.length)]!;
const links = () => Promise.all(GALLERY.map((scenario) => encode(openFile(scenario, 'dark'))));

test('any text', async () => {
  for (let seed = 0; seed < ROUNDS; seed++) {
    const below = chance(seed);
    const text = Array.from({ length: below(80) }, () => pick([...ALPHABET], below)).join('');
    expect(await check(text)).toBe('refused');
  }
});

test('a link with some characters changed, lost or doubled', async () => {
  const good = await links();
  for (let seed = 0; seed < ROUNDS; seed++) {
    const below = chance(seed);
    const link = pick(good, below);
    const at = below(link.length);
    await check(
      link.slice(0, at) + pick(['', pick([...ALPHABET], below), link.slice(at, at + 5)], below) + link.slice(at + below(3)),
    );
  }
});

/** The value with one of its parts, at random, replaced by junk. */
function spoilt(value: unknown, below: (n: number) => number): unknown {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (keys.length === 0 || below(4) === 0) return pick(JUNK, below);
  const key = pick(keys, below);
  const part = spoilt((value as Record<string, unknown>)[key], below);
  return Array.isArray(value) ? value.map((old, i) => (String(i) === key ? part : old)) : { ...(value as object), [key]: part };
}

test('a well-made link with junk in it', async () => {
  const outcomes = new Set<string>();
  const good = await links();
  for (let seed = 0; seed < ROUNDS; seed++) {
    const below = chance(seed);
    const content: unknown = JSON.parse(new TextDecoder().decode(await inflate(pick(good, below).slice(1), 1e6)));
    const bytes = new TextEncoder().encode(JSON.stringify(spoilt(content, below)));
    outcomes.add(await check(`1${await deflate(bytes)}`));
  }
  expect([...outcomes].sort()).toEqual(['opens', 'refused']);
});
