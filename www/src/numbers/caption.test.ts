import { expect, test } from 'vitest';
import type { SideSummary, TaskRow } from '../worker/protocol';
import { filled, unknownIn } from './caption';

const task = (name: string, row: Partial<TaskRow>): TaskRow =>
  ({ name, cpu_ns: 0, wait_count: 0, wait_mean_ns: 0, ...row }) as TaskRow;
const cpu = (number: number, idle_ns: number, pulled = 0): SideSummary['cpus'][number] => ({
  cpu: number,
  idle_ns,
  switches: 10,
  chosen: 0,
  declined: 2,
  quiet: 0,
  moves: { placed: 5, pulled, stolen: 0, pushed: 0, confined: 0 },
});
const SIDE = {
  end_ns: 100e6,
  switches: 1_234,
  idle_queued_ns: 2_500_000,
  cpus: [cpu(0, 25e6), cpu(1, 75e6, 3), cpu(2, 100e6)],
  tasks: [
    task('editor', { cpu_ns: 1_500_000, share_permille: 15, wait_count: 1, wait_mean_ns: 1e6, wait_max_ns: 1e6 }),
    task('cc1', { cpu_ns: 40e6, share_permille: 400, wait_count: 3, wait_mean_ns: 5e6, wait_max_ns: 9e6 }),
    task('cc2', { cpu_ns: 10e6, share_permille: 100, wait_count: 1, wait_mean_ns: 1e6, wait_max_ns: 2e6 }),
  ],
} as SideSummary;
const say = (what: string): string => filled(`{A.${what}}`, [SIDE]).replace(/\u202f/g, ' ');

test.each([
  ['switches', '1 234'],
  ['idle', '200 ms'],
  ['idle_queued', '2.5 ms'],
  ['moves', '18'],
  ['pulled', '3'],
  ['declined', '6'],
  ['cpu 1.pulled', '3'],
  ['cpu 0.busy', '75 %'],
  ['cpu 0-1.busy', '50 %'],
  ['cpu 2.busy', '0 %'],
  ['editor.cpu', '1.5 ms'],
  ['editor.share', '1.5 %'],
  ['cc*.cpu', '50 ms'],
  ['cc*.wait_max', '9 ms'],
  ['cc*.wait_mean', '4 ms'],
])('%s is %s', (what, expected) => {
  expect(say(what)).toBe(expected);
});

test('places of both sides are filled, and the rest of the text stays', () => {
  const other = { ...SIDE, switches: 7 };
  expect(filled('A {A.switches}, B {B.switches} {C.x} {', [SIDE, other])).toBe('A 1\u202f234, B 7 {C.x} {');
});

test('what nobody knows is left open and named', () => {
  const caption = '{A.nobody.cpu} {A.switches} {A.cpu 9.idle} {A.editor.colour} {B.switches}';
  expect(unknownIn(caption, [SIDE])).toEqual(['{A.nobody.cpu}', '{A.cpu 9.idle}', '{A.editor.colour}', '{B.switches}']);
  expect(filled('{B.switches} switches', [SIDE])).toBe('… switches');
});
