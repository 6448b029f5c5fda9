import { beforeEach, expect, test } from 'vitest';
import type { Range } from '../canvas/viewport';
import type { Context } from '../commands';
import { DEFAULT_SIDES, plainDoc } from '../state/doc';
import { initial } from '../state/state';
import { Playhead, Store } from '../state/store';
import { ns } from '../time';
import type { Hit } from '../worker/protocol';
import { clickAt } from './hit';

const HIT: Hit = { side: 1, cpu: 0, what: 'run', task: 'hog', t_ns: 5, from_ns: 3, to_ns: 9, row: -1, label: 'hog runs' };
const SELECTED = { side: 0, kind: 'run', task: 'old', t_ns: ns(1), row: -1 } as const;

let store: Store;
let playhead: Playhead;
let stood: string[];
let shown: Range | null;

function context(hit: Hit | null): Context {
  const session = {
    query: async () => ({ type: 'hit', hit }),
    walk: { standAt: async (side: number, row: number) => stood.push(`${side} ${row}`) },
  };
  const mover = { glideTo: (range: Range) => (shown = range) };
  return { store, playhead, session, mover } as never;
}

beforeEach(() => {
  const scenario = { duration_us: 1_000, threads: [{ name: 'hog', script: [] }, { name: 'editor', script: [] }] };
  store = new Store(initial(plainDoc(scenario, DEFAULT_SIDES, 'light'), false));
  store.dispatch({ type: 'select', selection: SELECTED });
  playhead = new Playhead();
  stood = [];
  shown = null;
});

const click = (hit: Partial<Hit> | null, change: object = {}) =>
  clickAt(context(hit && { ...HIT, ...hit }), { x: 1, y: 2, t_ns: 500, detail: 1, shiftKey: false, ...change });

test('a stretch is selected, and the playhead is where the click was', async () => {
  await click({});
  expect(store.state.doc.selection).toEqual({ side: 1, kind: 'run', task: 'hog', t_ns: 3, row: -1 });
  expect(playhead.at_ns).toBe(500);
});

test('the second of two clicks shows all of a stretch', async () => {
  await click({ from_ns: 400_000, to_ns: 600_000 });
  expect(shown).toBeNull();
  await click({ from_ns: 400_000, to_ns: 600_000 }, { detail: 2 });
  expect(shown).toEqual({ from_ns: 350_000, to_ns: 650_000 });
});

test('an event of a side stands; one of the recording is selected', async () => {
  await click({ what: 'event', row: 7 });
  expect(stood).toEqual(['1 7']);
  await click({ what: 'event', side: 2, row: 8, t_ns: 600 });
  expect(stood).toEqual(['1 7']);
  expect(store.state.doc.selection).toMatchObject({ side: 2, kind: 'event', row: 8 });
  expect(playhead.at_ns).toBe(600);
});

test('nothing is selected where there is nothing, but beside the plot all stays', async () => {
  await click(null, { t_ns: null });
  expect(store.state.doc.selection).toBe(SELECTED);
  expect(playhead.at_ns).toBe(0);
  await click(null);
  expect(store.state.doc.selection).toBeNull();
});

test('a name highlights, isolates and hides as everywhere', async () => {
  await click({ what: 'name' }, { t_ns: null });
  expect(store.state.doc.highlight).toBe('hog');
  await click({ what: 'name' }, { t_ns: null, detail: 2 });
  expect(store.state.doc).toMatchObject({ highlight: '', hidden: ['editor'] });
  await click({ what: 'line' }, { shiftKey: true });
  expect(store.state.doc.hidden).toEqual(['editor', 'hog']);
  expect(store.state.doc.selection).toBe(SELECTED);
});

test('after the end of the run there is nothing to look at', async () => {
  await click(null, { t_ns: 9_000_000 });
  expect(playhead.at_ns).toBe(1_000_000);
});
