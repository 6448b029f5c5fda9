import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_LINES, DEFAULT_SIDES, plainDoc } from './doc';
import { Session, sideTitle } from './session';
import { initial, visible } from './state';
import { Playhead, Store } from './store';
import { ns } from '../time';
import type { Client, Listener, Query } from '../worker/client';
import type { Decision, Summary, View } from '../worker/protocol';

const HOG = { name: 'hog', script: [['run', 0]] } as const;
const DOC = plainDoc({ duration_us: 100_000, threads: [HOG] }, DEFAULT_SIDES, 'light');
const END = 100_000_000;
const SUMMARY = { sides: [{ end_ns: END }, { end_ns: END }] } as Summary;
const decision = (index: number, t_ns: number): Decision => ({ index, t_ns, sentence: `#${index}` }) as Decision;

/** Decisions of both sides; B's second shares its instant with A's. */
const TRACE: Decision[][] = [
  [decision(0, 10), decision(4, 30_000_000), decision(5, 30_000_000)],
  [decision(1, 20), decision(7, 30_000_000), decision(9, 90_000_000)],
];

let asked: string[];
let lastView: View;
let to: Listener;
let store: Store;
let playhead: Playhead;
let session: Session;

/** A client that answers steps from `TRACE` and writes down everything else. */
const fakeClient = (listener: Listener): Client => {
  to = listener;
  return {
    presets: (cpus: number) => asked.push(`presets ${cpus}`),
    open: () => asked.push('open'),
    cancel: () => asked.push('cancel'),
    frame: (view: View) => (asked.push('frame'), (lastView = view)),
    decisionAt: (side: number, t_ns: number) => asked.push(`decision ${side} ${t_ns}`),
    query: async () => null,
    decision: async ({ side, t_ns, index, step }: Omit<Query<'decision'>, 'type'>) => {
      const all = TRACE[side]!;
      const at =
        index === undefined
          ? all.filter((d) => d.t_ns <= t_ns).length - (step > 0 ? 1 : 0)
          : all.findIndex((d) => d.index === index);
      return all[at + step] ?? null;
    },
  } as unknown as Client;
};

beforeEach(() => {
  asked = [];
  store = new Store(initial(DOC, false));
  playhead = new Playhead();
  session = new Session(
    store,
    playhead,
    { doc: { ...DOC, scenario: { ...DOC.scenario, name: 'fallback' } }, playhead_ns: ns(3) },
    fakeClient,
    () => Promise.reject(new Error('no recordings')),
  );
});

const opened = () => {
  to.opened(SUMMARY, store.state.doc);
  session.resize({ width: 800, height: 400 });
  asked = [];
};

describe('what is stale is asked for, and nothing else', () => {
  test('at first: kernels once for both sides, and the scenario', () => expect(asked).toEqual(['presets 1', 'open']));
  test('no picture before something is open', () => {
    session.resize({ width: 800, height: 400 });
    expect(asked).not.toContain('frame');
  });
  test('an opened scenario: its picture and the decisions at the playhead', () => {
    session.resize({ width: 800, height: 400 });
    asked = [];
    to.opened(SUMMARY, store.state.doc);
    expect(asked).toEqual(['frame', 'decision 0 0', 'decision 1 0']);
    expect(lastView).toEqual({ cpu: 0, closed: [], first_row: 0, from_ns: 0, to_ns: END, width: 800, height: 400, theme: 'light', lines: DEFAULT_LINES, hidden: [], highlight: '' });
  });
  test('a knob: the scenario', () => {
    opened();
    store.dispatch({ type: 'knob', side: 0, name: 'x', value: 1 });
    expect(asked.filter((a) => !a.startsWith('presets'))).toEqual(['open']);
  });
  test.each([
    { type: 'range', range: { from_ns: ns(5), to_ns: ns(50_000_000) } },
    { type: 'lines', change: { lag: 'off' } },
    { type: 'highlight', name: 'hog' },
    { type: 'hide', name: 'hog', hidden: true },
    { type: 'theme', theme: 'dark' },
  ] as const)('$type: the picture', (action) => {
    opened();
    store.dispatch(action);
    expect(asked.filter((a) => !a.startsWith('presets'))).toEqual(['frame']);
  });
  test.each([
    { type: 'play', playing: true },
    { type: 'system', dark: true },
    { type: 'speed', ns_per_s: 5 },
  ] as const)('$type with a theme of its own: nothing', (action) => {
    opened();
    store.dispatch(action);
    expect(asked).toEqual([]);
  });
  test('the same size again: nothing', () => {
    opened();
    session.resize({ width: 800, height: 400 });
    expect(asked).toEqual([]);
  });
});

describe('steps', () => {
  const shown = () => [playhead.at_ns, ...store.state.answers.decisions.map((d) => d?.index)];
  beforeEach(() => {
    opened();
    playhead.move(1_000_000);
    to.decision(0, TRACE[0]![0]!);
    to.decision(1, TRACE[1]![0]!);
  });

  test('forward: by time, both sides together where they share the instant', async () => {
    const seen = [];
    for (let i = 0; i < 3; i++) {
      await session.walk.step(1);
      seen.push(shown());
    }
    expect(seen).toEqual([
      [30_000_000, 4, 7],
      [30_000_000, 5, 7],
      [90_000_000, 5, 9],
    ]);
  });
  test('forward at the end: nothing happens', async () => {
    for (let i = 0; i < 9; i++) await session.walk.step(1);
    expect(shown()).toEqual([90_000_000, 5, 9]);
  });
  test('back: first to the decision that stands, then the same way as forward', async () => {
    for (let i = 0; i < 3; i++) await session.walk.step(1);
    playhead.move(95_000_000);
    const seen = [];
    for (let i = 0; i < 4; i++) {
      await session.walk.step(-1);
      seen.push(shown());
    }
    expect(seen).toEqual([
      [90_000_000, 5, 9],
      [30_000_000, 5, 7],
      [30_000_000, 4, 7],
      [20, 0, 1],
    ]);
  });
  test('back past the first one: to the start, with nothing decided', async () => {
    for (let i = 0; i < 4; i++) await session.walk.step(-1);
    expect(shown()).toEqual([0, undefined, undefined]);
  });
  test('a step does not ask what stands at its own instant', async () => {
    asked = [];
    await session.walk.step(1);
    expect(asked.filter((a) => a.startsWith('decision'))).toEqual([]);
  });
  test('the window follows', async () => {
    store.dispatch({ type: 'range', range: { from_ns: ns(0), to_ns: ns(10_000_000) } });
    await session.walk.step(1);
    const { from_ns, to_ns } = visible(store.state);
    expect(from_ns < 30_000_000 && to_ns > 30_000_000).toBe(true);
    expect(to_ns - from_ns).toBe(10_000_000);
  });
  test('steps pause the playback', async () => {
    store.dispatch({ type: 'play', playing: true });
    await session.walk.step(1);
    expect(store.state.playing).toBe(false);
  });
});

test('rows that a link has stepped to are told, unless they are of another instant', async () => {
  to.opened(SUMMARY, { scenario: DOC.scenario, sides: DEFAULT_SIDES });
  playhead.stand(30_000_000, [4, 9]);
  await Promise.resolve();
  await Promise.resolve();
  expect(store.state.answers.decisions[0]?.index).toBe(4);
  expect(asked.at(-1)).toBe('decision 1 30000000');
});

test('a link to before the first decision tells none', () => {
  to.opened(SUMMARY, { scenario: DOC.scenario, sides: DEFAULT_SIDES });
  for (const side of [0, 1] as const) store.dispatch({ type: 'decision', side, decision: TRACE[side]![0]! });
  playhead.stand(0, [-1, -1]);
  expect(store.state.answers.decisions).toEqual([null, null]);
});

test('a step leaves the rows that it landed on, and the next move forgets them', async () => {
  to.opened(SUMMARY, { scenario: DOC.scenario, sides: DEFAULT_SIDES });
  for (const side of [0, 1] as const) store.dispatch({ type: 'decision', side, decision: TRACE[side]![0]! });
  await session.walk.step(1);
  expect([playhead.at_ns, playhead.rows]).toEqual([30_000_000, [4, 7]]);
  playhead.move(31_000_000);
  expect(playhead.rows).toBeUndefined();
});

test('a shorter run takes the playhead along', () => {
  opened();
  playhead.move(80_000_000);
  to.opened({ sides: [{ end_ns: 50 }, { end_ns: 40 }] } as Summary, store.state.doc);
  expect(playhead.at_ns).toBe(50);
});

test('a refusal is shown until something opens', () => {
  opened();
  store.dispatch({ type: 'rename', index: 0, name: '' });
  to.refused({ message: 'nice 25', place: 'threads[0].nice' }, store.state.doc);
  expect(store.state.problem).toEqual({ source: 'scenario', message: 'nice 25', place: 'threads[0].nice' });
  to.opened(SUMMARY, store.state.doc);
  expect(store.state.problem).toBeNull();
});

test('what was there before is still there after a refusal', () => {
  opened();
  const { scenario } = store.state.doc;
  store.dispatch({ type: 'rename', index: 0, name: '' });
  store.dispatch({ type: 'lines', change: { lag: 'absolute' } });
  asked = [];
  to.refused({ message: 'an empty name', place: 'threads[0].nice' }, store.state.doc);
  expect(store.state.doc.scenario).toBe(scenario);
  expect(store.state.doc.lines.lag).toBe('absolute');
  expect(store.state.problem?.message).toBe('an empty name');
  expect(asked).toEqual(['frame']);
});

test('a refusal of what has been changed again since takes nothing back', () => {
  opened();
  store.dispatch({ type: 'rename', index: 0, name: '' });
  const empty = store.state.doc;
  store.dispatch({ type: 'rename', index: 0, name: 'pig' });
  to.refused({ message: 'an empty name', place: 'threads[0].nice' }, empty);
  expect(store.state.doc.scenario.threads[0]!.name).toBe('pig');
});

test('a breakdown goes back to what worked', () => {
  opened();
  const { doc } = store.state;
  store.dispatch({ type: 'knob', side: 0, name: 'x', value: 1 });
  to.failed('unreachable', true);
  expect(store.state.doc.sides).toEqual(doc.sides);
  expect(store.state.trail.past).toEqual([]);
});

test('what is wrong with a link stays after something opened', () => {
  store.dispatch({ type: 'problem', problem: { source: 'link', message: 'cut off' } });
  to.opened(SUMMARY, store.state.doc);
  expect(store.state.problem?.message).toBe('cut off');
});

test('the first refused scenario falls back to one that works', () => {
  to.refused({ message: 'nice 25', place: 'threads[0].nice' }, store.state.doc);
  expect(store.state.doc.scenario.name).toBe('fallback');
  expect(store.state.problem).toEqual({ source: 'link', message: 'nice 25', place: 'threads[0].nice' });
  expect(playhead.at_ns).toBe(3);
  to.refused({ message: 'nice 25', place: 'threads[0].nice' }, store.state.doc);
  expect(asked.filter((a) => a === 'open')).toHaveLength(2);
});

test('a breakdown says whether a new engine took over', () => {
  to.failed('unreachable', true);
  expect(store.state.problem?.message).toContain('shows the last scenario that worked');
  to.failed('unreachable', false);
  expect(store.state.problem?.message).toContain('reload the page');
});

test('cancel ends the progress and goes back to what is shown', () => {
  opened();
  const { scenario } = store.state.doc;
  store.dispatch({ type: 'scenario', change: { duration_us: 9_000_000 } });
  to.progress(0.4);
  session.cancel();
  expect(store.state.doc.scenario).toBe(scenario);
  expect(store.state.answers.progress).toBeNull();
  expect(asked).toContain('cancel');
});

test('a side is called by letter, family and kernel', () => {
  expect(sideTitle(store.state, 1)).toBe('B · 7.2');
  to.presets(1, [{ name: '7.2', family: 'EEVDF' } as never]);
  expect(sideTitle(store.state, 1)).toBe('B · EEVDF 7.2');
});
