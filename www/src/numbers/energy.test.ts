import { expect, test } from 'vitest';
import type { SideSummary } from '../worker/protocol';
import { differenceWords, energyRows, inJoules, shareWords } from './energy';

const clock = (cpus: string, energy_uj?: number) => ({ cpus, max_khz: 2_000_000, mean_khz: 900_000, changes: 3, ...(energy_uj === undefined ? {} : { energy_uj }) });
const side = (energies: readonly (number | undefined)[], clocks: SideSummary['clocks']): SideSummary =>
  ({ cpus: energies.map((energy_uj, cpu) => ({ cpu, ...(energy_uj === undefined ? {} : { energy_uj }) })), clocks }) as SideSummary;

test('all CPUs come first, then each clock with its CPUs', () => {
  const a = side([1, 2, 30, 40], [clock('0-1', 3), clock('2-3', 70)]);
  const b = side([5, 5, 0, 0], [clock('0-1', 10), clock('2-3', 0)]);
  const rows = energyRows([a, b]);
  expect(rows.map(({ name, energy_uj }) => [name, ...energy_uj])).toEqual([
    ['all CPUs', 73, 10],
    ['CPU 0-1', 3, 10],
    ['CPU 0', 1, 5],
    ['CPU 1', 2, 5],
    ['CPU 2-3', 70, 0],
    ['CPU 2', 30, 0],
    ['CPU 3', 40, 0],
  ]);
  expect(rows[1]).toMatchObject({ mean_khz: [900_000, 900_000], changes: [3, 3] });
});

test('without power there are clocks, and without clocks nothing', () => {
  expect(energyRows([side([undefined, undefined], [clock('0-1')])]).map(({ name }) => name)).toEqual(['CPU 0-1']);
  expect(energyRows([side([undefined], [])])).toEqual([]);
  expect(energyRows([])).toEqual([]);
});

test('numbers have the unit that fits', () => {
  expect([0, 999, 12_345, 1_234_567].map(inJoules)).toEqual(['0\u202fµJ', '999\u202fµJ', '12.35\u202fmJ', '1.235\u202fJ']);
});

test('differences are of B from A', () => {
  expect(differenceWords([5_000, 2_000], inJoules)).toBe('−3\u202fmJ');
  expect(differenceWords([5, 5], inJoules)).toBe('=');
  expect(differenceWords([5, null], inJoules)).toBe('');
  expect([shareWords([100, 60]), shareWords([0, 60]), shareWords([100])]).toEqual(['−40.0\u202f%', '', '']);
});
