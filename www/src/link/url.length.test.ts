/** How long links are: a link must fit where people paste it. The limit is for the whole fragment. */
import { expect, test } from 'vitest';
import { DEFAULT_SIDES, plainDoc, type Doc, type Linked } from '../state/doc';
import { GALLERY } from '../files/gallery';
import { fromFile } from '../files/saved';
import type { Step, Thread } from '../tasks/scenario';
import { ns } from '../time';
import { PRIMER } from './primer';
import { encode } from './url';

const CHARS_MAX = 200;
/** With a knob, a feature, a selection, other ticks, classes and slices as well. */
const MUCH_CHANGED_CHARS_MAX = 220;
const GALLERY_CHARS_MAX = 80;

const turns = (run_us: number, sleep_us: number): Step[] => [['loop', 0], ['run', run_us], ['sleep', sleep_us], ['end']];
const periodic = (run_us: number, period_us: number, offset_us: number): Step[] => [
  ['loop', 0],
  ['run', run_us],
  ['periodic', period_us, offset_us],
  ['end'],
];
const HOG: Step[] = [['run', 0]];

function page(name: string, threads: readonly Thread[], change: Partial<Doc> = {}): Linked {
  const scenario = { name, duration_us: 250_000, threads };
  const range = { from_ns: ns(33_125_117), to_ns: ns(71_250_204) };
  return { doc: { ...plainDoc(scenario, DEFAULT_SIDES, 'system'), range, ...change }, playhead_ns: ns(41_904_331) };
}

const numbered = (base: string, count: number) => Array.from({ length: count }, (_, i) => (i === 0 ? base : `${base} ${i + 1}`));
const NICES = [-10, -5, -1, 0, 1, 5, 10, 19];
const RUNS_US = [3_170, 450, 80, 220, 640, 30, 5_210, 910];
const PERIODS_US = [16_667, 5_333, 8_000, 11_713, 23_450, 100_000, 16_667, 41_300];
const DEVICES = ['cinema', 'sound', 'touchpad', 'wifi', 'ssd', 'alarm', 'quake', 'mail'];

const FAST_TICK = [
  { ...DEFAULT_SIDES[0], hz: 1_000 },
  { ...DEFAULT_SIDES[1], hz: 1_000 },
] as const;
const OWN_SLICE = { ...DEFAULT_SIDES[1], hz: 1_000, knobs: { base_slice_ns: 3_000_000 }, features: ['NO_RUN_TO_PARITY'] };

test.each<[string, Linked]>([
  ['hogs with different nice', page('hogs', numbered('hog', 8).map((name, i) => ({ name, nice: NICES[i]!, script: HOG })))],
  [
    'sleepers in turns',
    page('turns', ['vim', 'tar', 'sed', 'awk', 'zip', 'ssh', 'top', 'bc'].map((name, i) => ({ name, script: turns(RUNS_US[i]!, 7 * RUNS_US[i]!) }))),
  ],
  [
    'sleepers with periods, two of them hidden, another tick',
    page(
      'periods',
      DEVICES.map((name, i) => ({ name, script: periodic(RUNS_US[i]!, PERIODS_US[i]!, 0) })),
      { sides: FAST_TICK, hidden: ['touchpad', 'alarm'] },
    ),
  ],
])('eight tasks fit in 200 characters: %s', (name, linked) => {
  const { length } = encode(linked);
  expect(length, `${name}: ${length}`).toBeLessThanOrEqual(CHARS_MAX);
});

test('what of several CPUs is looked at takes a few characters more', () => {
  const tasks = numbered('hog', 8).map((name, i) => ({ name, nice: NICES[i]!, script: HOG }));
  const plain = encode(page('hogs', tasks)).length;
  const looked = encode(page('hogs', tasks, { lanes: { cpu: 5, follows: false, closed: ['LLC 1'], first: 2 } })).length;
  expect(looked).toBeLessThanOrEqual(Math.min(CHARS_MAX, plain + 24));
});

test('eight tasks of every kind on two sides with changes take a few more', () => {
  const { length } = encode(
    page(
      'mix',
      [
        { name: 'chrome', script: turns(2_350, 7_140) },
        { name: 'rustc', nice: 10, script: HOG },
        { name: 'linker', nice: 10, policy: 'BATCH', script: HOG },
        { name: 'jack', nice: -11, slice_ns: 400_000, script: periodic(180, 5_333, 0) },
        { name: 'kswapd', script: turns(60, 3_900) },
        { name: 'rsync', policy: 'IDLE', script: HOG },
        { name: 'bash', start_us: 21_000, script: [['run', 900], ['sleep', 35_500], ['run', 4_100]] },
        { name: 'updatedb', nice: 19, script: turns(12_000, 2_500) },
      ],
      { sides: [FAST_TICK[0], OWN_SLICE], selection: { side: 1, kind: 'run', task: 'jack', t_ns: ns(40_004_117), row: -1 } },
    ),
  );
  expect(length).toBeLessThanOrEqual(MUCH_CHANGED_CHARS_MAX);
});

/** What 8 tasks may take, more tasks may take in proportion. */
const share = (tasks: number): number => CHARS_MAX * Math.max(1, tasks / 8);

test('a scenario that comes with the page takes a few characters, and one that is younger than the dictionary no more than any other', () => {
  for (const scenario of GALLERY) {
    const most = PRIMER.includes(`"n":"${scenario.name}"`) ? GALLERY_CHARS_MAX : share(scenario.threads.length);
    expect(encode(fromFile(scenario, 'system')).length, scenario.name).toBeLessThanOrEqual(most);
  }
});
