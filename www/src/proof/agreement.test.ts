import { expect, test } from 'vitest';
import { entriesOf, holdsOf, kernelsOf, leftOutOf, placeOf, rowsOf, scoreWords, severalOf, totalOf, workloadName } from './agreement';
import proof from './conformance.json';
import type { PresetHold, Proof } from './data';

const PROOF = proof as unknown as Proof;
const score = (decisions: number, wrong = 0) => ({ decisions, wrong, unclear: 2, numbers: 1_000, inexact: 0 });
const SMALL: Proof = {
  ...PROOF,
  kernels: [{ ...score(30), kernel: '6.1', release: null, preset: '6.1', recordings: 2, tasks: 4, share_off_mean_bp: 0, share_off_95_bp: 0 }],
  cells: [
    { ...score(10), kernel: '6.1', family: 'zz', recordings: 1 },
    { ...score(20), kernel: '6.1', family: 'a', recordings: 1 },
  ],
  left_out: [{ file: '9.9/a.jsonl', kernel: '9.9', family: 'a', reason: 'no preset for kernel 9.9' }],
};

test('the sums over families are those of the kernels, on one CPU and on several', () => {
  for (const { kernels, cells } of [PROOF, severalOf(PROOF)])
    for (const kernel of kernels) expect(totalOf(cells.filter((cell) => cell.kernel === kernel.kernel))).toEqual(totalOf([kernel]));
});

test('every recording is in a cell, and has tasks to compare and a workload to open, or a reason', () => {
  const rows = [PROOF, severalOf(PROOF)].flatMap(rowsOf);
  const found = rows.flatMap(({ places }) => places.flatMap((place) => entriesOf(PROOF, place)));
  expect(found.length).toBe(PROOF.recordings.length);
  for (const { file, scenario, side, tasks, refusal } of found) {
    if (refusal !== undefined) expect([tasks, refusal.length > 0], file).toEqual([[], true]);
    else expect(scenario !== null && side !== null && PROOF.scenarios[scenario]?.threads.length === tasks.length, file).toBe(true);
  }
});

test('a family that nobody knows and a kernel without a preset have their places too', () => {
  expect(kernelsOf(SMALL)).toEqual(['6.1', '9.9']);
  expect(rowsOf(SMALL).map(({ family, name }) => [family, name])).toEqual([['a', 'equal hogs'], ['zz', '']]);
  expect(placeOf(SMALL, { kernel: '9.9', family: 'a' })).toMatchObject({ cell: undefined, leftOut: 1 });
  expect(leftOutOf(SMALL, { kernel: '9.9', family: 'a' })[0]?.reason).toContain('9.9');
});

test('a score is said in words', () => {
  expect(scoreWords(score(1_080, 1))).toBe('1\u00a0wrong of\u00a01\u202f080 decisions, 2 unclear, 0 of 1\u202f000 numbers off');
});

test.each([
  ['6.1/a2-hogs.jsonl.gz', 'a2-hogs'],
  ['repeats/6.1/a3-hogs.r2.jsonl.gz', 'a3-hogs, run 2'],
  ['mine.jsonl', 'mine'],
])('%s is called %s', (file, name) => expect(workloadName(file)).toBe(name));

const BARE: PresetHold = { name: '6.8', policy: 'EEVDF', recorded: [], examples: 0, before: null, shown: 0, silent: [] };
test.each([
  [{ ...BARE, recorded: ['7.2', '7.2+preempt_full'] }, ['Recordings of 7.2 and 7.2+preempt_full: every decision and every number is compared.']],
  [
    { ...BARE, before: '6.6', shown: 1, silent: [['x', 'Because.'] as const] },
    ['It differs from 6.6 in 2 things; 1 of them shows in a scenario, and with all undone 6.6 and 6.8 schedule alike.', 'No scenario here shows x. Because.'],
  ],
  [{ ...BARE, before: '6.6' }, ['On one CPU it schedules as 6.6 does.']],
  [{ ...BARE, before: '6.6', shown: 1 }, ['It differs from 6.6 in the one thing; it shows in a scenario, and with all undone 6.6 and 6.8 schedule alike.']],
  [
    { ...BARE, examples: 3, before: '6.6', shown: 2, silent: [['x', 'Because.'] as const] },
    [
      '3 worked examples, integer by integer.',
      'It differs from 6.6 in 3 things; 2 of them show in a scenario, and with all undone 6.6 and 6.8 schedule alike.',
      'No scenario here shows x. Because.',
    ],
  ],
])('what holds a preset: %#', (preset, sentences) => expect(holdsOf(preset)).toEqual(sentences));

test('every preset is held by something', () => {
  for (const preset of PROOF.presets) expect(holdsOf(preset).length, preset.name).toBeGreaterThan(0);
});
