import { expect, test } from 'vitest';
import { channelsOf, compact, freshName, patternOf, readScenario, renamed, ShapeError, TEMPLATES, timesOf, withChance, withTime } from './scenario';

const HOG = { name: 'hog', script: [['run', 0]] };

test('a recorded scenario is accepted as it stands, extras kept', () => {
  const file = { name: 'x', family: 'c', machine: { cpus: 1 }, duration_us: 1000, threads: [{ ...HOG, affinity: '0' }] };
  expect(readScenario(file)).toBe(file);
});

test.each([
  [null, 'scenario: expected an object'],
  [[], 'scenario: expected an object'],
  [{ threads: [] }, 'duration_us: expected a number'],
  [{ duration_us: 1, threads: {} }, 'threads: expected a list'],
  [{ duration_us: 1, threads: [HOG, 3] }, 'threads[1]: expected a task'],
  [{ duration_us: 1, threads: [{ script: [] }] }, 'threads[0].name: expected a text'],
  [{ duration_us: 1, threads: [{ name: 'a', script: ['run'] }] }, 'threads[0].script: expected a list of steps'],
])('%j is refused with its place', (value, message) => {
  expect(() => readScenario(value)).toThrow(ShapeError);
  expect(() => readScenario(value)).toThrow(message);
});

test('each template has its own pattern', () => {
  for (const [pattern, script] of Object.entries(TEMPLATES)) expect(patternOf(script)).toBe(pattern);
});

test.each([
  [
    [
      ['run', 500],
      ['sleep', 41_500],
      ['run', 20_000],
    ],
  ],
  [[['run', 500]]],
  [[['loop', 3], ['run', 1], ['sleep', 1], ['end']]],
  [[]],
] as [unknown[][]][])('%j is none of the quick forms', (script) => expect(patternOf(script as never)).toBe('listed'));

test('times are the positive numbers of timed steps', () => {
  const script = [
    ['loop', 0],
    ['run', 500],
    ['write', 0],
    ['run', 0],
    ['sleep', { uniform: [1, 2] }],
    ['sleep', 40],
    ['sleep', { exponential: 7 }],
    ['end'],
  ] as const;
  expect(timesOf(script)).toEqual([
    { step: 1, verb: 'run', us: 500, random: false },
    { step: 5, verb: 'sleep', us: 40, random: false },
    { step: 6, verb: 'sleep', us: 7, random: true },
  ]);
});

test('a time becomes random and fixed again with the same mean', () => {
  const script = [['run', 5], ['yield']] as const;
  const random = withChance(script, 0, true);
  expect(random).toEqual([['run', { exponential: 5 }], ['yield']]);
  expect(withTime(random, 0, 8)).toEqual([['run', { exponential: 8 }], ['yield']]);
  expect(withChance(random, 0, false)).toEqual(script);
});

test('there are as many channels as programs use', () => {
  const thread = { name: 'a', script: [['write', 3], ['read', 'x'], ['run', 99]] } as const;
  expect([channelsOf([thread], 2), channelsOf([thread], 7), channelsOf([], 0)]).toEqual([4, 7, 0]);
});

test('changing a time leaves other arguments and steps alone', () => {
  const script = [
    ['run', 5],
    ['periodic', 16_000, 300],
  ] as const;
  expect(withTime(script, 1, 8_000)).toEqual([
    ['run', 5],
    ['periodic', 8_000, 300],
  ]);
  expect(script[1][1]).toBe(16_000);
});

test('a fresh name is free', () => {
  expect(freshName([HOG] as never, 'task')).toBe('task');
  expect(freshName([HOG, { ...HOG, name: 'hog 2' }] as never, 'hog')).toBe('hog 3');
});

test('compact leaves out what is undefined, and only that', () =>
  expect(compact({ a: undefined, b: 0, c: null })).toEqual({ b: 0, c: null }));

test('a new name is followed by the programs that use it', () => {
  const boss = {
    name: 'boss',
    script: [
      ['run', 1],
      ['nice', 'hog', 5],
      ['write', 0],
    ] as const,
  };
  const [hog, follower] = renamed([HOG as never, boss], 0, 'pig');
  expect(hog).toEqual({ ...HOG, name: 'pig' });
  expect(follower).toEqual({
    ...boss,
    script: [
      ['run', 1],
      ['nice', 'pig', 5],
      ['write', 0],
    ],
  });
});
