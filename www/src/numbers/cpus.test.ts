import { expect, it } from 'vitest';
import { columnsFor, movesOf, moveWords, totalOf } from './cpus';

const moves = (placed: number, pulled: number) => ({ placed, pulled, stolen: 0, pushed: 0, confined: 0 });
const row = (cpu: number, pulled: number) => ({ cpu, idle_ns: 0, switches: 0, chosen: 0, moves: moves(0, pulled), declined: 0, quiet: 0 });

it('sums moves of several CPUs', () => {
  expect(movesOf([moves(2, 1), moves(3, 0)])).toEqual(moves(5, 1));
  expect(totalOf(moves(5, 1))).toBe(6);
});

it('says only what occurs', () => {
  expect(moveWords(moves(1_200, 3))).toBe('1\u202f200 placed, 3 pulled');
  expect(moveWords(moves(0, 0))).toBe('none');
});

it('has columns for what happened on some CPU', () => {
  const heads = (pulled: number): string[] => columnsFor([row(0, 0), row(1, pulled)]).map(({ head }) => head);
  expect(heads(0)).toEqual(['idle', 'switches']);
  expect(heads(2)).toEqual(['idle', 'switches', 'pulled']);
});
