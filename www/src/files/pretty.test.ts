import { expect, test } from 'vitest';
import { pretty } from './pretty';

test.each<[object, string]>([
  [{}, '{}\n'],
  [{ a: 1, b: undefined }, '{\n  "a": 1\n}\n'],
  [{ a: [], b: {}, c: null }, '{\n  "a": [],\n  "b": {},\n  "c": null\n}\n'],
  [{ script: [['run', 0]], o: { x: 'y"' } }, '{\n  "script": [["run", 0]],\n  "o": { "x": "y\\"" }\n}\n'],
])('%j', (value, text) => expect(pretty(value)).toBe(text));

test('what is too long for a line has a line for each part, down to what fits', () => {
  const long = { list: Array.from({ length: 30 }, (_, i) => ['run', i * 1_000]) };
  const lines = pretty(long).split('\n');
  expect(lines[2]).toBe('    ["run", 0],');
  expect(lines.length).toBe(35);
  expect(JSON.parse(pretty(long))).toEqual(long);
});

test('no line of what can be broken is too long', () => {
  const value = { threads: [{ name: 'x'.repeat(50), script: Array.from({ length: 12 }, () => ['periodic', 10_000, 500]) }] };
  expect(Math.max(...pretty(value).split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
});
