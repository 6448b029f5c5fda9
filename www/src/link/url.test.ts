import { expect, test } from 'vitest';
import { deflate } from './bytes';
import { DEFAULT_LINES, DEFAULT_SIDES, FIRST_LANES, plainDoc, plainSide, type Doc, type Linked } from '../state/doc';
import { opening } from '../files/gallery';
import { ns } from '../time';
import { decode, encode, sealed } from './url';

const SLEEPER = {
  name: 'S',
  script: [
    ['run', 500],
    ['sleep', 41_500],
    ['run', 20_000],
  ],
} as const;
const HOG = { name: 'H', script: [['run', 0]] } as const;
const DOC = plainDoc({ name: 'long sleeper', duration_us: 80_000, threads: [SLEEPER, HOG] }, DEFAULT_SIDES, 'system');
const ABSOLUTE = { ...DEFAULT_LINES, vruntime: 'absolute', deadline: 'absolute' } as const;
const hogs = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `hog ${i}`, script: [['run', 1 + i]] as const }));
const link = (change: Partial<Doc> = {}, playhead_ns = ns(0)): Linked => ({ doc: { ...DOC, ...change }, playhead_ns });

test.each<[string, Linked]>([
  ['defaults', link()],
  ['window and playhead', link({ range: { from_ns: ns(30_000_000), to_ns: ns(60_000_000) } }, ns(41_900_000))],
  ['a playhead between two µs', link({}, ns(4_999_123))],
  ['decisions that were stepped to', { ...link({}, ns(4_999_123)), rows: [12, null] }],
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
          uclamp: { key: 'used', util_clamp_max: 800 },
          governor: 'schedutil',
          thermal: { sustainable_mw: 4_500, time_constant_ms: 10_000 },
        },
        { ...DEFAULT_SIDES[1], costs: 'machine' },
      ],
    }),
  ],
  ['a knob that is a word', link({ sides: [DEFAULT_SIDES[0], { ...plainSide('7.3'), knobs: { cgroup_mode: 'tasks' } }] })],
  ['view', link({ lines: ABSOLUTE, hidden: ['H', 'gone'], highlight: 'S', theme: 'dark' })],
  ['lines that are off', link({ lines: { lag: 'absolute', vruntime: 'off', deadline: 'relative' } })],
  ['B closed, and a recording', link({ alone: true, recording: 'long-sleeper-7.2' })],
  ['a window between two µs', link({ range: { from_ns: ns(1), to_ns: ns(30_000_001) } })],
  ['a selected run', link({ selection: { side: 1, kind: 'run', task: 'H', t_ns: ns(4_000_000), row: -1 } })],
  ['a selected event', link({ selection: { side: 2, kind: 'event', task: 'gone', t_ns: ns(41_999_999), row: 17 } })],
  ['an idle CPU', link({ selection: { side: 0, kind: 'idle', task: '', t_ns: ns(0), row: -1 } })],
  [
    'tasks with attributes',
    link({ scenario: { ...DOC.scenario, threads: [{ ...HOG, policy: 'BATCH', nice: -5, slice_ns: 500_000, start_us: 10, muted: true, color: 3 }] } }),
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
  ['throttled time', link({ selection: { side: 0, kind: 'throttled', task: 'H', t_ns: ns(20_000_000), row: -1 } })],
  [
    'groups in groups, sessions, quotas and other classes',
    link({
      scenario: {
        ...DOC.scenario,
        autogroup: true,
        cgroups: [{ name: 'apps' }, { name: 'web', parent: 'apps', idle: true, quota_us: 20_000, period_us: 50_000, burst_us: 5_000 }],
        threads: [
          { ...SLEEPER, policy: 'DEADLINE', dl_runtime_ns: 5_000_000, dl_deadline_ns: 9_000_000, dl_period_ns: 20_000_000, reclaim: true },
          { ...HOG, policy: 'FIFO', rtprio: 10, session: '2' },
          { name: 'a0', cgroup: 'web', script: [['group', 'a0', ''], ['weight', 'web', 5], ['quota', 'web', 0, 100_000]] },
        ],
      },
    }),
  ],
  [
    'groups, and changes from elsewhere',
    link({
      scenario: {
        ...DOC.scenario,
        cgroups: [{ name: 'web', weight: 300 }],
        changes: [
          { at_us: 5000, step: ['nice', 'H', 5] },
          { at_us: 9000, step: ['weight', 'web', 50] },
        ],
      },
    }),
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
              ['exec'],
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
        threads: [{ ...HOG, p: 7, _m: 1, affinity: [0] }],
      },
    }),
  ],
  ['a machine by name', link({ scenario: { ...DOC.scenario, machine: { preset: 'hikey960' } } })],
  [
    'a machine by its parts',
    link({
      scenario: {
        ...DOC.scenario,
        machine: {
          style: 'arm',
          llcs: 2,
          cores: 4,
          policy_cpus: ['0-7'],
          kinds: [
            { cpus: '0-3', name: 'A53', capacity_dmips_mhz: 592, opps_khz_uv: [[533_000, 700_000]], idle_exit_us: [650] },
            { cpus: '4-7', opps_khz_uv: [[2_362_000]] },
          ],
        },
      },
    }),
  ],
  ['a CPU that was chosen', link({ lanes: { ...FIRST_LANES, cpu: 3, follows: false } })],
  ['closed groups, scrolled', link({ lanes: { cpu: 0, follows: true, closed: ['LLC 1', 'node 0'], first: 12 } })],
  [
    'an idle CPU of several, beside another that was chosen',
    link({
      lanes: { cpu: 0, follows: false, closed: [], first: 2 },
      selection: { side: 1, kind: 'idle', task: '', t_ns: ns(5_000), row: -1, cpu: 5 },
    }),
  ],
  ['no task at all', link({ scenario: { ...DOC.scenario, threads: [] } })],
  ['three hundred tasks', link({ scenario: { ...DOC.scenario, threads: hogs(300) } })],
])('there and back: %s', (_, linked) => {
  const fragment = encode(linked);
  expect(fragment).toMatch(/^2[A-Za-z0-9_-]+$/);
  expect(decode(fragment)).toEqual(linked);
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
    alone: false,
    lines: ABSOLUTE,
    lanes: FIRST_LANES,
    hidden: ['boss'],
    highlight: '',
    selection: null,
    recording: null,
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
])('a link of version 1 still opens: %.12s', (fragment, linked) => expect(decode(fragment)).toEqual(linked));

/** Everything that version 2 holds, and version 1 had no place for. */
const RICHER: Linked = {
  doc: {
    ...RICH.doc,
    scenario: { ...RICH.doc.scenario, threads: [{ ...RICH.doc.scenario.threads[0]!, muted: true, color: 5 }, HOG] },
    range: { from_ns: ns(1_000_001), to_ns: ns(9_500_000) },
    alone: true,
    lines: { lag: 'off', vruntime: 'absolute', deadline: 'relative' },
    hidden: ['H'],
    highlight: 'a b',
    selection: { side: 0, kind: 'event', task: 'H', t_ns: ns(4_999_123), row: 42 },
    recording: 'mine.jsonl.gz',
  },
  playhead_ns: ns(4_999_123),
};

/** Groups, other classes, and changes from elsewhere. */
const RICHEST: Linked = link({
  scenario: {
    duration_us: 80_000,
    autogroup: true,
    cgroups: [{ name: 'apps', weight: 300 }, { name: 'web', parent: 'apps', idle: true, quota_us: 20_000, period_us: 50_000, burst_us: 5_000 }],
    threads: [
      { ...SLEEPER, policy: 'DEADLINE', dl_runtime_ns: 5_000_000, dl_deadline_ns: 9_000_000, dl_period_ns: 20_000_000, reclaim: true },
      { ...HOG, policy: 'FIFO', rtprio: 10, session: '2' },
      { name: 'a0', cgroup: 'web', script: [['group', 'a0', ''], ['weight', 'web', 5], ['quota', 'web', 0, 100_000]] },
    ],
    changes: [
      { at_us: 5000, step: ['nice', 'H', 5] },
      { at_us: 9000, step: ['policy', 'H', 'RR', 3] },
    ],
  },
  selection: { side: 0, kind: 'throttled', task: 'a0', t_ns: ns(20_000_000), row: -1 },
});

test.each<[string, Linked]>([
  ['2sxG_KjdQA', opening('system')],
  ['20lQyQ6ROsNmOIQeR_alAM2BhRAPVTsQxyIehycd3SBGQFt1APS3IanK3BpCx5BIVTFQDMjcsY1Ao9YINfK7q5-IT6u8W6OnkHxwT6urgGuQaBeAnrVg6uugnQFoHkf0V8HlamoJTDYSGCQlWcCK0-IW6BlAiIiQE7XMzAw1LEE-h9aOlhaWgJtNIaUwfmJ4HFbkFJIhECjCl5swFSbGEELDnBUQcoNUFbRyyrOz8vRS69SqgUA', RICHER],
  ['2vyZZjBCoMwEET_pX_Qgh9QUEEoLXjtQYRKEYRYVDwU_71vdqM59LoJyWYyM9lsIp15sT6Xc1CPklWcBW9W4ZrIXf4xjnLitTMqa59NgvXBtdMflp8ePExzVePva32WMLfNIkvx3bxjapGoYOPaEZApO_tV9f-3CL1IyItrfqvuhTg0NChCwJlo_b1gWeIvrIr-tA-YKcaBmITCXjEpzpM1tH3UgqkgKUR7llX5cC2fTarT1AdxGSVb6aQn5HlyJEFV9DpZfe7QCUPQyhQyVPYIhmEZIMqvsLco8jI5chFtAodtZ_StUsI7VGSYwYpjkg6ZJo0BL5O76SB1DSvwADgULYucLpFD2w8', RICHEST],
])('a link of version 2 still opens: %.12s', (fragment, linked) => expect(decode(fragment)).toEqual(linked));

const hostile = (content: unknown, version: 1 | 2) => {
  const text = JSON.stringify(content);
  return version + (version === 1 ? deflate(text, '') : sealed(text));
};
const S = { d: 80_000, t: ['H r0'] };

test.each([
  ['', 'begins with ""'],
  ['0abc', 'begins with "0"'],
  ['#1', 'begins with "#"'],
  ['3abc', 'format 3, made by a newer Schedlens'],
  ['z', 'format 35'],
  ['1', 'damaged'],
  ['1%%%', 'damaged'],
  ['1AAAA', 'damaged'],
  ['2', 'damaged'],
  ['2x', 'damaged'],
  ['2zz', 'damaged'],
  ['2zz0000', 'damaged'],
  ['2zz%%%%', 'damaged'],
  [`1${'A'.repeat(300_000)}`, 'characters long'],
])('"%.20s" says what is wrong', (fragment, message) => {
  expect(() => decode(fragment)).toThrow(message);
});

test('a link cut off anywhere is called damaged', () => {
  const fragment = encode(link());
  for (let length = 1; length < fragment.length; length++)
    expect(() => decode(fragment.slice(0, length))).toThrow('damaged');
});

test('a small link that unpacks to something huge is refused', () => {
  const huge = 'x'.repeat(3_000_000);
  expect(() => decode(hostile(huge, 1))).toThrow('unpacks to more than');
  expect(() => decode(hostile(huge, 2))).toThrow('unpacks to more than');
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
  [{ s: S, b: { n: { base_slice_ns: [5] } } }, 'side B: base_slice_ns: expected a number'],
  [{ s: S, a: { m: 'often' } }, 'side A: preemption: "often" is none of none, voluntary, full, lazy'],
  [{ s: S, v: [5, 5] }, 'window: its end'],
  [{ s: S, v: 5 }, 'window: expected two times'],
  [{ s: S, h: 'H' }, 'hidden tasks: expected a list'],
  [{ s: S, h: [1] }, 'hidden tasks[0]: there is no task 1; the last is 0'],
  [{ s: S, i: true }, 'highlighted task: expected a number'],
  [{ s: S, l: 'rr' }, 'lines: deadline: "" is none of o, r, a'],
  [{ s: S, l: 'rr__proto__' }, 'lines: deadline: "_"'],
  [{ s: S, e: [0, 'run', 0, 1] }, 'selection: kind: "run" is none of'],
  [{ s: S, e: [0, 'r', 0, null] }, 'selection: time: expected a number'],
  [{ s: S, r: 5 }, 'recording: expected a text'],
  [{ s: S, c: '3' }, 'lanes: expected a list'],
  [{ s: S, c: [null, 'x'] }, 'lanes: first row: expected a number'],
  [{ s: S, c: [2, 0, 7] }, 'lanes: closed[0]: expected a text'],
  [{ s: S, t: 'pink' }, 'theme: "pink"'],
  [{ s: S, p: 'noon' }, 'playhead: expected a number'],
  [{ s: S, w: [1, 'x'] }, 'rows[1]: expected a number'],
])('%j is refused with its place', (content, message) => {
  expect(() => decode(hostile(content, 2))).toThrow(message);
});
