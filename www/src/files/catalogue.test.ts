import { expect, test } from 'vitest';
import { catalogue, search, stepIn, subjectOf } from './catalogue';
import { GALLERY, opening } from './gallery';

const RECORDING = { file: '7.2/c-hog.jsonl.gz', title: 'A hog, recorded', lesson: 'As it was on 7.2.' };
const ALL = catalogue([RECORDING], [{ title: 'x', linked: opening('system') }]);

test('every group has its heading, and empty groups have none', () => {
  expect(ALL.map(({ title }) => title)).toEqual(['Examples', 'Recordings of real kernels', 'Open before']);
  expect(catalogue([], []).map(({ title }) => title)).toEqual(['Examples']);
  expect(ALL[0]!.entries.length).toBe(GALLERY.length);
});

test('keys tell entries apart', () => {
  const keys = ALL.flatMap(({ entries }) => entries.map(({ key }) => key));
  expect(new Set(keys).size).toBe(keys.length);
});

test.each([
  ['', 3],
  ['  ', 3],
  ['RECORDED hog', 1],
  ['7.2/c-hog', 1],
  ['nothing like it', 0],
])('"%s" is found in %i groups', (text, groups) => expect(search(ALL, text).length).toBe(groups));

test('pages are drawn, recordings are not', () => {
  expect(subjectOf(ALL[0]!.entries[0]!)[0]!.sides.length).toBe(2);
  expect(subjectOf(ALL[1]!.entries[0]!)).toEqual([]);
});

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowLeft', 0, 0],
  ['ArrowDown', 1, 4],
  ['ArrowDown', 6, 6],
  ['ArrowUp', 4, 1],
  ['Home', 5, 0],
  ['End', 0, 6],
  ['Enter', 0, null],
  ['toString', 0, null],
])('%s from %i leads to %s', (key, at, to) => expect(stepIn(key, at, 7, 3)).toBe(to));
