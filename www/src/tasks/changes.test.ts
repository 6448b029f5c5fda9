import { expect, test } from 'vitest';
import { becomesDeadline, changesOf, FIRST_VALUES, isOfGroup, OF_A_GROUP, OF_A_TASK, partsOf, stepOf } from './changes';
import type { Step } from './scenario';

test.each<[Step, string, string]>([
  [['nice', 'my hog', 5], 'my hog', '5'],
  [['policy', 'hog', 'FIFO', 10], 'hog', 'FIFO 10'],
  [['group', 'hog', ''], 'hog', '/'],
  [['quota', 'web', 20_000, 100_000], 'web', '20ms / 100ms'],
  [['slice', 'hog', 0], 'hog', 'default'],
])('%j comes apart and together again', (step, whom, value) => {
  expect(partsOf(step)).toEqual({ verb: step[0], whom, value });
  expect(stepOf({ verb: step[0], whom, value })).toEqual({ step });
});

test('what is wrong is said in the words of programs', () => {
  const wrong = stepOf({ verb: 'quota', whom: 'web', value: '500us / 100ms' });
  expect(wrong).toEqual({ wrong: 'At least 1ms.' });
  expect(stepOf({ verb: 'nice', whom: 'hog', value: '' })).toHaveProperty('wrong');
  expect(stepOf({ verb: 'nice', whom: 'hog', value: '5\nexit' })).toHaveProperty('wrong');
});

test('every kind has a value to begin with', () => {
  for (const verb of [...OF_A_TASK, ...OF_A_GROUP]) {
    expect(stepOf({ verb, whom: 'x', value: FIRST_VALUES[verb] ?? '' })).toHaveProperty('step');
    expect(isOfGroup(verb)).toBe(verb === 'weight' || verb === 'quota');
  }
});

test('what is no change in a file is left to the engine', () => {
  const changes = [{ at_us: 1, step: ['nice', 'hog', 5] }, { at_us: 2, step: [] }, null, { step: ['exit'] }];
  expect(changesOf({ duration_us: 1, threads: [], changes })).toEqual([changes[0]]);
});

test.each([
  ['hog', [['policy', 'hog', 'DEADLINE']], [], true],
  ['hog', [['policy', 'hog', 'FIFO', 9]], [], false],
  ['hog', [], [{ at_us: 5, step: ['policy', 'hog', 'DEADLINE'] }], true],
  ['hog', [], [{ at_us: 5, step: ['policy', 'cow', 'DEADLINE'] }], false],
] as const)('whether %s becomes a deadline task by %j and %j: %s', (name, script, changes, becomes) =>
  expect(becomesDeadline({ duration_us: 1, threads: [{ name: 'boss', script }], changes }, name)).toBe(becomes));
