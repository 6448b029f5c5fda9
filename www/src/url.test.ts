import { expect, test } from 'vitest';
import { deflate } from './bytes';
import { DEFAULT_SIDES, plainSide, type Doc, type Linked } from './doc';
import { opening } from './gallery';
import { ns } from './time';
import { decode, encode } from './url';

const SLEEPER = {
  name: 'S',
  script: [
    ['run', 500],
    ['sleep', 41_500],
    ['run', 20_000],
  ],
} as const;
const HOG = { name: 'H', script: [['run', 0]] } as const;
const DOC: Doc = {
  scenario: { name: 'long sleeper', duration_us: 80_000, threads: [SLEEPER, HOG] },
  sides: DEFAULT_SIDES,
  range: null,
  axis: 'relative',
  hidden: [],
  theme: 'system',
};
const link = (change: Partial<Doc> = {}, playhead_ns = ns(0)): Linked => ({ doc: { ...DOC, ...change }, playhead_ns });

test.each<[string, Linked]>([
  ['defaults', link()],
  ['window and playhead', link({ range: { from_ns: ns(30_000_000), to_ns: ns(60_000_000) } }, ns(41_900_000))],
  ['a playhead between two µs', link({}, ns(4_999_123))],
  ['other kernels', link({ sides: [plainSide('7.2'), plainSide('6.1')] })],
  [
    'everything about a side',
    link({
      sides: [
        {
          kernel: '7.2',
          hz: 1000,
          assumed_cpus: 8,
          preemption: 'full',
          knobs: { base_slice_ns: 700_000 },
          features: ['NO_HRTICK', 'NEXT_BUDDY'],
          costs: 'recorded',
        },
        DEFAULT_SIDES[1],
      ],
    }),
  ],
  ['view', link({ axis: 'absolute', hidden: ['H'], theme: 'dark' })],
  [
    'tasks with attributes',
    link({ scenario: { ...DOC.scenario, threads: [{ ...HOG, policy: 'BATCH', nice: -5, slice_ns: 500_000, start_us: 10 }] } }),
  ],
  [
    'names with spaces and other scripts',
    link({
      scenario: {
        ...DOC.scenario,
        threads: [
          { ...HOG, name: 'a b  c' },
          { ...HOG, name: 'задача 🙂' },
          { ...HOG, name: '' },
        ],
      },
    }),
  ],
  [
    'steps with other arguments',
    link({ scenario: { ...DOC.scenario, threads: [{ name: 'boss', script: [['run', 5], ['nice', 'H', 3], ['exit']] }, HOG] } }),
  ],
  [
    'every verb',
    link({
      scenario: {
        ...DOC.scenario,
        threads: [
          {
            name: 'all',
            script: [
              ['loop', 2],
              ['periodic', 5, 1],
              ['until', 9],
              ['write', 0],
              ['read', 0],
              ['post', 1],
              ['wait', 1],
              ['yield'],
              ['end'],
              ['exit'],
            ],
          },
        ],
      },
    }),
  ],
  [
    'keys nobody knows',
    link({
      scenario: {
        ...DOC.scenario,
        n: 1,
        _x: 2,
        constructor: 3,
        machine: { cpus: 1 },
        threads: [{ ...HOG, p: 7, affinity: '0' }],
      },
    }),
  ],
  ['no task at all', link({ scenario: { ...DOC.scenario, threads: [] } })],
])('there and back: %s', async (_, linked) => {
  const fragment = await encode(linked);
  expect(fragment).toMatch(/^1[A-Za-z0-9_-]+$/);
  expect(await decode(fragment)).toEqual(linked);
});

test('eight tasks and mostly defaults fit in 200 characters', async () => {
  const names = ['editor', 'hog', 'batch', 'audio', 'worker', 'logger', 'compile', 'net'];
  const threads = names.map((name, i) => ({
    name,
    script: [['loop', 0], ['run', 200 + 100 * i], ['sleep', 2_000 + 500 * i], ['end']] as const,
  }));
  const fragment = await encode(
    link(
      { scenario: { name: 'eight', duration_us: 200_000, threads }, range: { from_ns: ns(0), to_ns: ns(5e7) } },
      ns(12_004_000),
    ),
  );
  expect(fragment.length).toBeLessThanOrEqual(200);
});

const RICH: Linked = {
  doc: {
    scenario: {
      duration_us: 50_000,
      seed: 7,
      channels: 1,
      threads: [
        {
          name: 'a b',
          policy: 'BATCH',
          nice: -5,
          slice_ns: 500_000,
          start_us: 10,
          script: [['loop', 0], ['run', 300], ['periodic', 15_000, 1_500], ['end']],
        },
        { name: 'boss', script: [['run', 5], ['nice', 'a b', 3], ['write', 0], ['exit']] },
      ],
    },
    sides: [
      {
        kernel: '6.1',
        hz: 1000,
        assumed_cpus: 8,
        knobs: { latency_ns: 24_000_000 },
        features: ['NO_GENTLE_FAIR_SLEEPERS'],
        costs: 'recorded',
      },
      {
        kernel: '6.12.y',
        hz: 100,
        assumed_cpus: 1,
        preemption: 'lazy',
        knobs: {},
        features: ['HRTICK', 'NO_RUN_TO_PARITY'],
        costs: { switch_ns: 2_000 },
      },
    ],
    range: { from_ns: ns(1_000_000), to_ns: ns(9_500_000) },
    axis: 'absolute',
    hidden: ['boss'],
    theme: 'dark',
  },
  playhead_ns: ns(4_999_123),
};

/** Links that were once given out must open for ever: never change these texts. */
test.each<[string, Linked]>([
  [
    '1VY7NCsIwEIRfpcx5hY39AffqRREUxFsppdW0FWJbEu0l5N0lxYtznGHmGw8H8VggijBCYKax3zij9awtCA-I4ijCG1LilyQ2Z3aZypntNsYgDFOfWEYVCE3cfEHQfYxBILR_xkryaBuna2eed12PDpKuHA6EDoLzpT5cb8f9KdYXSJlm8UVRMHNFmCGZ2jGHLw',
    opening('system'),
  ],
  [
    '1TZBfa8JAEMS_iszzVi5q2mbfrKRVKlFi-lDCccTkisH0lCStf0K-e7mzlL4su8Pym2E6NOAOBdgXQgiy5wMh32XG6KoBe4QWnKbIBlsQKlGPhTh69pvs1KAORzCepslsDoIB3_mO44iCkIE90UtKsT00DShNUX8ZkG8lU-YadKOPrXCqy1aDhN31uWwhpZS9o3TYg3E_9EC4Wqil5-BH59qhylpt8osyDXg0ce6iJ3yAEa3USxgly1A9Txex2izDcB3GGxAOYNQ6P9SFLtATtv98RsPLnxXhE4wqu1rJIudxspi9DqKVit8ilazUehovkvcbskNzKtt8d8tic_SEb3DqQge-EJJcbZMgCLzRGISzK3sH_u1JuuZRZPUe_Q8',
    RICH,
  ],
])('a link of version 1 still opens: %.12s', async (fragment, linked) => expect(await decode(fragment)).toEqual(linked));

const hostile = async (content: unknown) => `1${await deflate(new TextEncoder().encode(JSON.stringify(content)))}`;
const S = { d: 80_000, t: ['H r0'] };

test.each([
  ['', 'begins with ""'],
  ['0abc', 'begins with "0"'],
  ['#1', 'begins with "#"'],
  ['2abc', 'format 2, made by a newer Schedlens'],
  ['z', 'format 35'],
  ['1', 'damaged'],
  ['1%%%', 'damaged'],
  ['1AAAA', 'damaged'],
  [`1${'A'.repeat(40_000)}`, 'characters long'],
])('"%.20s" says what is wrong', async (fragment, message) => {
  await expect(decode(fragment)).rejects.toThrow(message);
});

test('a link cut off anywhere is called damaged', async () => {
  const fragment = await encode(link());
  for (let length = 2; length < fragment.length; length += 7)
    await expect(decode(fragment.slice(0, length))).rejects.toThrow('damaged');
});

test('a small link that unpacks to something huge is refused', async () => {
  await expect(decode(await hostile('x'.repeat(3_000_000)))).rejects.toThrow('unpacks to more than');
});

test.each([
  [null, 'expected an object'],
  [{}, 'the scenario is missing'],
  [{ s: { d: 1 } }, 'threads: expected a list'],
  [{ s: { d: 1, t: ['H q5'] } }, 'unknown step "q5"'],
  [{ s: { d: 1, t: ['H r--5'] } }, 'not made of steps'],
  [{ s: { d: 1, t: [7] } }, 'expected a task'],
  [{ s: S, a: 3 }, 'side A: expected an object'],
  [{ s: S, b: { z: 'fast' } }, 'side B: HZ: expected a number'],
  [{ s: S, b: { n: { base_slice_ns: 'x' } } }, 'side B: base_slice_ns: expected a number'],
  [{ s: S, a: { m: 'often' } }, 'side A: preemption: "often" is none of voluntary, full, lazy'],
  [{ s: S, v: [5, 5] }, 'window: its end'],
  [{ s: S, v: 5 }, 'window: expected two times'],
  [{ s: S, h: 'H' }, 'hidden tasks: expected a list'],
  [{ s: S, t: 'pink' }, 'theme: "pink"'],
  [{ s: S, p: 'noon' }, 'playhead: expected a number'],
])('%j is refused with its place', async (content, message) => {
  await expect(decode(await hostile(content))).rejects.toThrow(message);
});
