import { expect, test } from 'vitest';
import { COMMANDS, commandOf, zoomBy, type Command, type Context } from './commands';
import { DEFAULT_SIDES, type Doc } from './doc';
import { visible } from './session';
import { initial } from './state';
import { Playhead, Store } from './store';
import { ns } from './time';

const DOC: Doc = {
  scenario: { duration_us: 100_000, threads: [] },
  sides: DEFAULT_SIDES,
  range: { from_ns: ns(20_000_000), to_ns: ns(40_000_000) },
  axis: 'relative',
  hidden: [],
  theme: 'light',
};

function context(playhead_ns = 30_000_000): Context & { moves: (number | string)[] } {
  const moves: (number | string)[] = [];
  const playhead = new Playhead();
  playhead.move(playhead_ns);
  const session = { goTo: (t: number) => moves.push(t), step: async (by: number) => moves.push(`step ${by}`) };
  return { store: new Store(initial(DOC, false)), playhead, session: session as never, moves };
}

const press = (key: string, held: object = {}) =>
  commandOf({ key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...held });

test.each<[string, object, Command | undefined]>([
  [' ', {}, COMMANDS.play],
  ['ArrowRight', {}, COMMANDS.next],
  ['ArrowRight', { shiftKey: true }, COMMANDS.later],
  ['W', { shiftKey: true }, COMMANDS.zoomIn],
  ['w', {}, COMMANDS.zoomIn],
  ['w', { ctrlKey: true }, undefined],
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

test('A and D move the window, F shows all', () => {
  const hand = context();
  COMMANDS.right.run(hand);
  expect(visible(hand.store.state).from_ns).toBe(23_000_000);
  COMMANDS.left.run(hand);
  expect(visible(hand.store.state).from_ns).toBe(20_000_000);
  COMMANDS.fit.run(hand);
  expect(visible(hand.store.state)).toEqual({ from_ns: 0, to_ns: 100_000_000 });
});

test('moves of the playhead', () => {
  const hand = context();
  for (const command of [COMMANDS.home, COMMANDS.end, COMMANDS.later, COMMANDS.sooner, COMMANDS.next, COMMANDS.previous])
    (command as Command).run(hand);
  expect(hand.moves).toEqual([0, 100_000_000, 30_200_000, 29_800_000, 'step 1', 'step -1']);
});

test('play and pause', () => {
  const hand = context();
  COMMANDS.play.run(hand);
  expect(hand.store.state.playing).toBe(true);
  COMMANDS.play.run(hand);
  expect(hand.store.state.playing).toBe(false);
});
