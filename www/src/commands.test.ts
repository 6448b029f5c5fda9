import { expect, test } from 'vitest';
import { COMMANDS, commandOf, selectedStretch, zoomBy, type Command, type Context } from './commands';
import { DEFAULT_SIDES, plainDoc, type Doc } from './state/doc';
import { Mover } from './playback/mover';
import { stepInterval } from './files/pick';
import { SPEED } from './playback/player';
import { initial, visible } from './state/state';
import { Playhead, Store } from './state/store';
import { FakeClock } from './testing/clock';
import { ns } from './time';
import type { Span } from './worker/protocol';

const DOC: Doc = {
  ...plainDoc({ duration_us: 100_000, threads: [] }, DEFAULT_SIDES, 'light'),
  range: { from_ns: ns(20_000_000), to_ns: ns(40_000_000) },
};

function context(playhead_ns = 30_000_000): Context & { moves: (number | string)[] } {
  const moves: (number | string)[] = [];
  const playhead = new Playhead();
  playhead.move(playhead_ns);
  const walk = {
    goTo: (t: number) => moves.push(t),
    step: async (by: number) => moves.push(`step ${by}`),
    stepTick: async (by: number) => moves.push(`tick ${by}`),
    stepSpan: async (by: number) => moves.push(`span ${by}`),
  };
  const store = new Store(initial(DOC, false));
  const clock = new FakeClock();
  clock.isCalm = true;
  return { store, playhead, session: { walk } as never, mover: new Mover(store, clock), moves };
}

/** An event of the browser: its properties are its class's, not its own. */
const press = (key: string, held: object = {}) =>
  commandOf(Object.create({ key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...held }));

test.each<[string, object, Command | undefined]>([
  [' ', {}, COMMANDS.play],
  ['ArrowRight', {}, COMMANDS.next],
  ['ArrowRight', { shiftKey: true }, COMMANDS.later],
  ['W', { shiftKey: true }, COMMANDS.zoomIn],
  ['w', {}, COMMANDS.zoomIn],
  ['w', { ctrlKey: true }, undefined],
  ['z', { ctrlKey: true }, COMMANDS.undo],
  ['Z', { metaKey: true, shiftKey: true }, COMMANDS.redo],
  ['y', { ctrlKey: true }, COMMANDS.redo],
  ['z', {}, undefined],
  ['>', { shiftKey: true }, COMMANDS.faster],
  ['t', {}, COMMANDS.nextTick],
  ['T', { shiftKey: true }, COMMANDS.previousTick],
  ['[', { altKey: true, ctrlKey: true }, COMMANDS.previousTick],
  ['.', {}, COMMANDS.after],
  ['Enter', { shiftKey: true }, undefined],
  ['ArrowLeft', { altKey: true }, undefined],
  ['q', {}, undefined],
  ['Home', {}, COMMANDS.home],
])('%s %j', (key, held, command) => expect(press(key, held)).toBe(command));

test('no two commands share a key', () => {
  const keys = Object.values<Command>(COMMANDS).flatMap((command) => command.keys);
  expect(new Set(keys).size).toBe(keys.length);
});

test('zoom keeps the playhead where it is on the screen, or the middle', () => {
  const inside = context(25_000_000);
  zoomBy(inside, 0.5);
  expect(visible(inside.store.state)).toEqual({ from_ns: 22_500_000, to_ns: 32_500_000 });
  const outside = context(90_000_000);
  zoomBy(outside, 0.5);
  expect(visible(outside.store.state)).toEqual({ from_ns: 25_000_000, to_ns: 35_000_000 });
});

test('zoom is about the pointer while it is over the picture', () => {
  const hand = context(25_000_000);
  hand.mover.pointer_ns = 35_000_000;
  zoomBy(hand, 0.5);
  expect(visible(hand.store.state)).toEqual({ from_ns: 27_500_000, to_ns: 37_500_000 });
});

test('A and D move the window, F shows all; again, what is selected; again, all', () => {
  const hand = context();
  COMMANDS.right.run(hand);
  expect(visible(hand.store.state).from_ns).toBe(24_000_000);
  COMMANDS.left.run(hand);
  expect(visible(hand.store.state).from_ns).toBe(20_000_000);
  COMMANDS.fit.run(hand);
  expect(visible(hand.store.state)).toEqual({ from_ns: 0, to_ns: 100_000_000 });
  hand.store.dispatch({ type: 'span', span: { from_ns: 40_000_000, to_ns: 44_000_000 } as Span });
  COMMANDS.fit.run(hand);
  expect(visible(hand.store.state)).toEqual({ from_ns: 39_000_000, to_ns: 45_000_000 });
  COMMANDS.fit.run(hand);
  expect(hand.store.state.doc.range).toBeNull();
});

test('moves of the playhead', () => {
  const hand = context();
  for (const command of [COMMANDS.home, COMMANDS.end, COMMANDS.later, COMMANDS.sooner, COMMANDS.next, COMMANDS.previous, COMMANDS.nextTick])
    (command as Command).run(hand);
  expect(hand.moves).toEqual([0, 100_000_000, 30_200_000, 29_800_000, 'step 1', 'step -1', 'tick 1']);
});

test('play and pause', () => {
  const hand = context();
  COMMANDS.play.run(hand);
  expect(hand.store.state.playing).toBe(true);
  COMMANDS.play.run(hand);
  expect(hand.store.state.playing).toBe(false);
});

test('an event is fitted with room around it', () => {
  const { store } = context();
  expect(selectedStretch(store.state)).toBeNull();
  const selection = { side: 0, kind: 'event', task: 'hog', t_ns: ns(9_000_000), row: 3 } as const;
  store.dispatch({ type: 'select', selection });
  const { from_ns, to_ns } = selectedStretch(store.state)!;
  expect((from_ns + to_ns) / 2).toBe(9_000_000);
  expect(to_ns).toBeGreaterThan(from_ns);
});

test('speed by steps, within its limits', () => {
  const hand = context();
  const before = hand.store.state.speed_ns_per_s;
  COMMANDS.faster.run(hand);
  expect(hand.store.state.speed_ns_per_s).toBe(before * 1.5);
  for (let i = 0; i < 50; i++) COMMANDS.slower.run(hand);
  expect(hand.store.state.speed_ns_per_s).toBe(SPEED.min);
});

test('intervals of the selected task; with nothing selected, of who runs at the playhead', async () => {
  const hand = context();
  const answers: Record<string, object> = {
    values: { type: 'values', sides: [{ running: 'hog' }] },
    span: { type: 'span', span: { from_ns: 28_000_000, to_ns: 34_000_000 } },
  };
  (hand.session as unknown as Record<string, unknown>)['query'] = async ({ type }: { type: string }) => answers[type];
  await stepInterval(hand, 1);
  expect(hand.store.state.doc.selection).toEqual({ side: 0, kind: 'run', task: 'hog', t_ns: 28_000_000, row: -1 });
  await stepInterval(hand, 1);
  expect(hand.moves).toEqual(['span 1']);
  COMMANDS.deselect.run(hand);
  expect(hand.store.state.doc.selection).toBeNull();
});
