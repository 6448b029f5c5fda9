import { beforeEach, expect, test } from 'vitest';
import { DEFAULT_SIDES, type Doc } from './doc';
import { Player, type Clock } from './player';
import { visible } from './session';
import { initial } from './state';
import { Playhead, Store } from './store';
import { ns } from './time';

const DOC: Doc = {
  scenario: { duration_us: 100_000, threads: [] },
  sides: DEFAULT_SIDES,
  range: { from_ns: ns(0), to_ns: ns(10_000_000) },
  axis: 'relative',
  hidden: [],
  theme: 'light',
};

/** Frames come when the test says so. */
class FakeClock implements Clock {
  private waiting = new Map<number, (now_ms: number) => void>();
  private id = 0;
  isCalm = false;
  requestAnimationFrame(callback: (now_ms: number) => void): number {
    this.waiting.set(++this.id, callback);
    return this.id;
  }
  cancelAnimationFrame(id: number): void {
    this.waiting.delete(id);
  }
  calm(): boolean {
    return this.isCalm;
  }
  frame(now_ms: number): void {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    all.forEach((callback) => callback(now_ms));
  }
  get idle(): boolean {
    return this.waiting.size === 0;
  }
}

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
