import { expect, test } from 'vitest';
import { formatClock, formatDuration, formatSpeed, fromUs, ns, parseDuration, toUs } from './time';

const plain = (text: string) => text.replaceAll('\u202f', ' ');

test.each([
  [0, '0 ns'],
  [12, '12 ns'],
  [700_000, '700 µs'],
  [3_000_000, '3 ms'],
  [41_500_000, '41.5 ms'],
  [-250_000, '−250 µs'],
  [1_999_999, '2 ms'],
  [1_400_000_000, '1.4 s'],
])('%d ns reads %s', (t, expected) => expect(plain(formatDuration(t))).toBe(expected));

test.each([
  [42_000_000, '42.000 ms'],
  [0, '0.000 ms'],
  [41_999_999, '41.999 ms'],
  [-1_000, '−0.001 ms'],
])('the clock shows %d as %s', (t, expected) => expect(plain(formatClock(t))).toBe(expected));

test.each([
  ['3ms', 3_000_000],
  ['0.7 ms', 700_000],
  ['0,7 ms', 700_000],
  ['700us', 700_000],
  ['700 µs', 700_000],
  ['3000000', 3_000_000],
  ['3_000_000', 3_000_000],
  ['1.5s', 1_500_000_000],
  ['-2 ms', -2_000_000],
  ['−2 ms', -2_000_000],
])('"%s" is %d ns', (text, expected) => expect(parseDuration(text)).toBe(expected));

test.each(['', 'ms', 'three ms', '3 h', '1..2 ms', 'NaN', '1e999 s'])('"%s" is no time', (text) => {
  expect(parseDuration(text)).toBeNull();
});

test('what is shown can be typed again', () => {
  for (const t of [1, 999, 1_000, 700_000, 2_800_000, 1_234_000_000]) expect(parseDuration(formatDuration(t))).toBe(t);
});

test('microseconds go there and back', () => {
  expect(toUs(fromUs(41_500))).toBe(41_500);
  expect(ns(1.6)).toBe(2);
});

test('speed is rounded to two digits', () => expect(plain(formatSpeed(1_234_567))).toBe('1.2 ms/s'));
