import { beforeEach, expect, test } from 'vitest';
import { DEFAULT_SIDES, plainDoc, type Doc } from '../state/doc';
import { Player } from './player';
import { initial, visible } from '../state/state';
import { Playhead, Store } from '../state/store';
import { FakeClock } from '../testing/clock';
import { ns } from '../time';

const DOC: Doc = {
  ...plainDoc({ duration_us: 100_000, threads: [] }, DEFAULT_SIDES, 'light'),
  range: { from_ns: ns(0), to_ns: ns(10_000_000) },
};

let clock: FakeClock;
let store: Store;
let playhead: Playhead;
const play = (playing: boolean) => store.dispatch({ type: 'play', playing });

beforeEach(() => {
  clock = new FakeClock();
  store = new Store(initial(DOC, false));
  playhead = new Playhead();
  new Player(store, playhead, clock);
  store.dispatch({ type: 'speed', ns_per_s: 100_000_000 });
});

test('moves with the clock at its speed', () => {
  play(true);
  [1000, 1010, 1030].forEach((now) => clock.frame(now));
  expect(playhead.at_ns).toBe(3_000_000);
});

test('pauses where it is', () => {
  play(true);
  [0, 20].forEach((now) => clock.frame(now));
  play(false);
  expect(clock.idle).toBe(true);
  expect(playhead.at_ns).toBe(2_000_000);
});

test('time in a hidden page is not caught up', () => {
  play(true);
  [0, 60_000].forEach((now) => clock.frame(now));
  expect(playhead.at_ns).toBe(10_000_000);
});

test('the window follows, and keeps its length', () => {
  play(true);
  for (let now = 0; now <= 200; now += 20) clock.frame(now);
  const { from_ns, to_ns } = visible(store.state);
  expect(to_ns - from_ns).toBe(10_000_000);
  expect(playhead.at_ns).toBe(20_000_000);
  expect(from_ns < 20_000_000 && to_ns > 20_000_000).toBe(true);
});

test('a playhead at the left edge does not move the window', () => {
  playhead.move(100_000);
  play(true);
  [0, 10].forEach((now) => clock.frame(now));
  expect(visible(store.state).from_ns).toBe(0);
});

test('for calm people the window turns like a page', () => {
  clock.isCalm = true;
  play(true);
  for (let now = 0; now <= 90; now += 10) clock.frame(now);
  expect(visible(store.state).from_ns).toBe(0);
  for (let now = 100; now <= 120; now += 10) clock.frame(now);
  expect(visible(store.state)).toEqual({ from_ns: 11_000_000, to_ns: 21_000_000 });
});

test('stops at the end, and starts over from there', () => {
  playhead.move(99_000_000);
  play(true);
  [0, 50].forEach((now) => clock.frame(now));
  expect(playhead.at_ns).toBe(100_000_000);
  expect(store.state.playing).toBe(false);
  expect(clock.idle).toBe(true);
  play(true);
  expect(playhead.at_ns).toBe(0);
  expect(visible(store.state).from_ns).toBe(0);
});

test('a playhead outside the window brings the window along', () => {
  playhead.move(50_000_000);
  play(true);
  [0, 10].forEach((now) => clock.frame(now));
  expect(visible(store.state).to_ns).toBeGreaterThan(51_000_000);
});
