import { beforeEach, expect, test } from 'vitest';
import { DEFAULT_SIDES, plainDoc } from '../state/doc';
import { Mover } from './mover';
import { initial, visible } from '../state/state';
import { Store } from '../state/store';
import { FakeClock } from '../testing/clock';
import { ns } from '../time';

const range = (from_ms: number, to_ms: number) => ({ from_ns: ns(from_ms * 1e6), to_ns: ns(to_ms * 1e6) });
const DOC = { ...plainDoc({ duration_us: 100_000, threads: [] }, DEFAULT_SIDES, 'light' as const), range: range(0, 10) };

let clock: FakeClock;
let store: Store;
let mover: Mover;

beforeEach(() => {
  clock = new FakeClock();
  store = new Store(initial(DOC, false));
  mover = new Mover(store, clock);
});

const shown = () => visible(store.state);

test('a glide goes there in small steps and arrives exactly', () => {
  mover.glideTo(range(50, 60));
  const starts = [1000, 1040, 1080].map((now) => (clock.frame(now), shown().from_ns));
  expect(starts[0]).toBe(0);
  expect(starts[1]! > 0 && starts[2]! > starts[1]! && starts[2]! < 50e6).toBe(true);
  clock.frame(1120);
  expect(shown()).toEqual(range(50, 60));
  expect(clock.idle).toBe(true);
});

test('the next key starts from where the glide will end', () => {
  mover.glideTo(range(50, 60));
  [1000, 1040].forEach((now) => clock.frame(now));
  expect(mover.target).toEqual(range(50, 60));
  mover.glideTo(range(80, 90));
  [1050, 1060, 1200].forEach((now) => clock.frame(now));
  expect(shown()).toEqual(range(80, 90));
});

test('a hand that moves the window meanwhile has it', () => {
  mover.glideTo(range(50, 60));
  [1000, 1040].forEach((now) => clock.frame(now));
  store.dispatch({ type: 'range', range: range(20, 30) });
  [1060, 1200].forEach((now) => clock.frame(now));
  expect(shown()).toEqual(range(20, 30));
  expect(mover.target).toEqual(range(20, 30));
  expect(clock.idle).toBe(true);
});

test('the whole run is whatever it is when it arrives', () => {
  mover.glideTo(null);
  [0, 120].forEach((now) => clock.frame(now));
  expect(store.state.doc.range).toBeNull();
});

test('without motion it is there at once', () => {
  clock.isCalm = true;
  mover.glideTo(range(50, 60));
  expect(shown()).toEqual(range(50, 60));
  expect(clock.idle).toBe(true);
});
