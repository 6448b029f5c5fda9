import { expect, test } from 'vitest';
import { hintFor, indentAfter, lineAt, startOf, stepOfPlace } from './editing';

const TEXT = 'loop\n  run 1ms\nend';

test('places and lines go together', () => {
  expect([0, 4, 5, 14, 15].map((at) => lineAt(TEXT, at))).toEqual([0, 0, 1, 1, 2]);
  expect([0, 1, 2].map((line) => startOf(TEXT, line))).toEqual([0, 5, 15]);
});

test.each([
  ['loop', '  '],
  ['  run 1ms', '  '],
  ['  loop 3', '    '],
  ['end', ''],
  ['loops', ''],
])('after "%s" a line begins with "%s"', (line, indent) => {
  expect(indentAfter(`yield\n${line}`, `yield\n${line}`.length)).toBe(indent);
});

test('help is about the verb of the line, or about those that begin like it', () => {
  expect(hintFor('  sleep 3').words).toContain('sleep 41.5ms');
  expect(hintFor('s')).toEqual({ does: '', words: ['sleep', 'slice', 'spawn'] });
  expect(hintFor('').words).toHaveLength(22);
  expect(hintFor('qq').words).toHaveLength(22);
});

test.each([
  ['threads[1].script[3]', 3],
  ['threads[1].script', 0],
  ['threads[0].script[3]', null],
  ['threads[1].nice', null],
  [undefined, null],
])('%s is step %d of the second task', (place, step) => expect(stepOfPlace(place, 1)).toBe(step));
