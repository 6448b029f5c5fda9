import { describe, expect, test } from 'vitest';
import { candidateName, chosenOf, chosenPlaces, decisionText, grouped, tagsOf } from './tell';
import type { Decision } from '../worker/protocol';

const HOG = {
  name: 'hog',
  group: false,
  depth: 0,
  weight: 1024,
  vruntime_ns: '51500000',
  lag_ns: '-1000000',
  eligible: false,
  deadline_ns: '54500000',
  slice_ns: 3_000_000,
  state: 'running',
  protected: true,
};
const SLEEPER = { ...HOG, name: 'sleeper', lag_ns: '1000000', eligible: true, state: 'runnable', protected: false };
const DECISION: Decision = {
  side: 1,
  index: 9,
  t_ns: 60_000_000,
  cpu: 0,
  kind: 'SwitchTick',
  task: 'hog',
  other: 'sleeper',
  sentence: 'sleeper takes the CPU from hog at the tick.',
  rule: 'deadline < curr_deadline',
  source: 'kernel/sched/fair.c: pick_eevdf',
  operands: [{ name: 'deadline', value: '52500000 ns' }],
  candidates: [HOG, SLEEPER],
  levels: [],
  between: null,
};

test('a decision as text has all that the inspector shows', () =>
  expect(decisionText('B · EEVDF 7.2', DECISION, true)).toBe(
    [
      'B · EEVDF 7.2, 60.000 ms',
      'sleeper takes the CPU from hog at the tick.',
      '  deadline < curr_deadline  (kernel/sched/fair.c: pick_eevdf)',
      '  deadline = 52500000 ns',
      '  - hog: vruntime 51500000, lag -1000000, deadline 54500000; running, weight 1024, not eligible, slice 3 ms, slice protected',
      '  > sleeper: vruntime 51500000, lag 1000000, deadline 54500000; runnable, weight 1024, eligible, slice 3 ms',
    ].join('\n'),
  ));

test('under CFS there are no deadlines', () => expect(decisionText('A', DECISION, false)).not.toContain('deadline 5'));

describe('who was chosen', () => {
  test('of a switch, the other one', () => expect(chosenOf(DECISION)).toBe('sleeper'));
  test('else the task itself', () => expect(chosenOf({ ...DECISION, kind: 'Keep' })).toBe('hog'));
});

test('under CFS nobody is eligible or not', () => expect(tagsOf(SLEEPER, false)).toEqual(['runnable', 'weight 1024']));

test.each([
  ['-1234567', '\u22121\u202f234\u202f567'],
  ['12', '12'],
  ['3 ms', '3 ms'],
])('%s in a table', (value, text) => expect(grouped(value)).toBe(text));

test('a pick in groups has its levels, with the one that decides', () => {
  const levels = [
    { chosen: 'web/', because: 'web/ is the only entity in its queue', decides: false },
    { chosen: 'sleeper', because: 'no vruntime is less than sleeper\u2019s', decides: true },
  ];
  const text = decisionText('A', { ...DECISION, levels }, true);
  expect(text).toContain('\n  - web/: web/ is the only entity in its queue\n  > sleeper: no vruntime is less');
});

describe('with groups', () => {
  const inside = { ...SLEEPER, name: 'web', depth: 1 };
  const web = { ...SLEEPER, name: 'web', group: true };
  const apps = { ...web, name: 'apps' };
  test('what was chosen is the task and each group that it is in', () => {
    const candidates = [apps, { ...web, depth: 1 }, { ...HOG, depth: 2 }, { ...inside, name: 'sleeper', depth: 2 }, HOG];
    expect([...chosenPlaces({ ...DECISION, candidates })]).toEqual([3, 1, 0]);
  });
  test('a task may have the name of a group', () =>
    expect([...chosenPlaces({ ...DECISION, other: 'web', candidates: [web, inside] })]).toEqual([1, 0]));
  test('a group is written as a directory', () => expect([web, inside].map(candidateName)).toEqual(['web/', 'web']));
  test('nobody was chosen who is not there', () => expect(chosenPlaces({ ...DECISION, other: 'gone' }).size).toBe(0));
});
