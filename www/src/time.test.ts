import { expect, test } from 'vitest';
import { formatClock, formatDuration, formatExact, formatFineClock, formatHertz, formatSpeed, fromUs, ns, parseClock, parseDuration, toUs } from './time';

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
  ['1e6', 1_000_000],
  ['7e-1 ms', 700_000],
  ['.7ms', 700_000],
  ['3. ms', 3_000_000],
  ['-2 ms', -2_000_000],
  ['−2 ms', -2_000_000],
])('"%s" is %d ns', (text, expected) => expect(parseDuration(text)).toBe(expected));

test.each(['', 'ms', 'three ms', '3 h', '1..2 ms', 'NaN', '1e999 s'])('"%s" is no time', (text) => {
  expect(parseDuration(text)).toBeNull();
});

test('what is shown can be typed again', () => {
  for (const t of [1, 999, 1_000, 700_000, 2_800_000, 1_234_000_000]) expect(parseDuration(formatDuration(t))).toBe(t);
});

test('a field shows every digit, and all of them can be typed again', () => {
  expect(plain(formatExact(3_000_001))).toBe('3.000001 ms');
  for (const t of [0, 1, 1_999_999, 2_800_001, 1_000_000_007, 3_600_000_000_001]) expect(parseDuration(formatExact(t))).toBe(t);
});

test('a fine clock shows every nanosecond', () => {
  expect(plain(formatFineClock(42_000_017))).toBe('42.000 017 ms');
  expect(plain(formatFineClock(0))).toBe('0.000 000 ms');
});

test('a clock takes a bare number for what it shows', () => {
  expect(parseClock('12.5')).toBe(12_500_000);
  expect(parseClock(' 700us ')).toBe(700_000);
  expect(parseClock(formatClock(41_900_000))).toBe(41_900_000);
  expect(parseClock('soon')).toBeNull();
});

test('microseconds go there and back', () => {
  expect(toUs(fromUs(41_500))).toBe(41_500);
  expect(ns(1.6)).toBe(2);
});

test.each([
  [533_000, '533 MHz'],
  [999_400, '999 MHz'],
  [999_500, '1.00 GHz'],
  [2_362_000, '2.36 GHz'],
])('%d kHz reads %s', (khz, expected) => expect(plain(formatHertz(khz))).toBe(expected));

test('speed is rounded to two digits', () => expect(plain(formatSpeed(1_234_567))).toBe('1.2 ms/s'));
