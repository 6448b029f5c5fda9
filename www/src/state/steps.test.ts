import { expect, test } from 'vitest';
import { back, forward, standingAt, type Pair } from './steps';
import type { Decision } from '../worker/protocol';

/** `a30` is a decision of side A at 30; a second one at the same instant is `a30'`. */
const d = (name: string): Decision => ({ sentence: name, t_ns: parseInt(name.slice(1), 10) }) as Decision;
const A = ['a1', 'a30', "a30'", 'a60'].map(d);
const B = ['b2', 'b30', 'b90'].map(d);

const neighbours = ([a, b]: Pair, by: 1 | -1): Pair => {
  const of = (all: Decision[], one: Decision | null) => all[(one ? all.indexOf(one) : -1) + by] ?? null;
  return [of(A, a), of(B, b)];
};
const shown = ([a, b]: Pair) => `${a?.sentence ?? '-'} ${b?.sentence ?? '-'}`;

test('both sides are walked together, instant by instant and row by row', () => {
  const seen = [];
  let standing: Pair = [null, null];
  for (let step = forward(standing, neighbours(standing, 1)); step; step = forward(standing, neighbours(standing, 1))) {
    standing = step.decisions;
    seen.push(`${step.t_ns}: ${shown(standing)}`);
  }
  expect(seen).toEqual(['1: a1 -', '2: a1 b2', '30: a30 b30', "30: a30' b30", '60: a60 b30', '90: a60 b90']);
});

test('and back the same way', () => {
  const seen = [];
  let standing: Pair = [A[3]!, B[2]!];
  while (standing[0] || standing[1]) {
    const step = back(standing, neighbours(standing, -1));
    standing = step.decisions;
    seen.push(`${step.t_ns}: ${shown(standing)}`);
  }
  expect(seen).toEqual(['60: a60 b30', "30: a30' b30", '30: a30 b30', '2: a1 b2', '1: a1 -', '0: - -']);
});

test('there is nothing after the end', () => expect(forward([A[3]!, B[2]!], [null, null])).toBeNull());
test('one side alone', () => expect(forward([null, null], [null, B[0]!])).toEqual({ t_ns: 2, decisions: [null, B[0]] }));
test('what stands is as late as the later of the two', () => {
  expect([standingAt([null, null]), standingAt([A[0]!, B[1]!])]).toEqual([0, 30]);
});
