import { describe, expect, test } from 'vitest';
import { DURATION, read, WHOLE, WHOLE_US, wholeOf } from './notation';
import { scaleOf } from './scale';

const SLICE = scaleOf(100_000, 100_000_000);
const NICE = scaleOf(-20, 19);
const plain = (text: string) => text.replaceAll('\u202f', ' ');

describe('whole numbers', () => {
  test.each([
    ['7', 7],
    [' 7 ', 7],
    ['-7', -7],
    ['\u22127', -7],
    ['+7', 7],
    ['1e6', 1_000_000],
    ['2.5e3', 2_500],
    ['1_000', 1_000],
    ['-0', 0],
  ])('"%s" is %d', (text, expected) => expect(WHOLE.parse(text)).toBe(expected));

  test.each(['', '-', '7.5', 'seven', '1e99', '0x7', '7 8', '_7'])('"%s" is none', (text) => expect(WHOLE.parse(text)).toBeNull());

  test('what is shown can be typed again', () => {
    for (let nice = -20; nice <= 19; nice++) expect(WHOLE.parse(WHOLE.format(nice))).toBe(nice);
  });
});

describe('whole numbers of a unit', () => {
  test.each([
    ['64 KiB', 64],
    ['64\u202fKiB', 64],
    ['64kib', 64],
    ['64', 64],
  ])('"%s" is %d', (text, expected) => expect(wholeOf('KiB').parse(text)).toBe(expected));

  test.each(['KiB', '64 MiB', ''])('"%s" is none', (text) => expect(wholeOf('KiB').parse(text)).toBeNull());

  test('what is shown can be typed again', () => expect(wholeOf('mW').parse(wholeOf('mW').format(2_000))).toBe(2_000));
});

describe('times of files in µs', () => {
  test.each([
    ['3ms', 3_000_000],
    ['700us', 700_000],
    ['0.001 ms', 1_000],
    ['2000', 2_000],
  ])('"%s" is %d ns', (text, expected) => expect(WHOLE_US.parse(text)).toBe(expected));
  test.each(['1500ns', '0.5us', 'x'])('"%s" is none', (text) => expect(WHOLE_US.parse(text)).toBeNull());
});

describe('what is typed into a field', () => {
  test('is taken within the scale, its ends included', () => {
    expect(read('0.7 ms', DURATION, SLICE)).toEqual({ value: 700_000 });
    expect(read('100us', DURATION, SLICE)).toEqual({ value: SLICE.min });
    expect(read('0.1 s', DURATION, SLICE)).toEqual({ value: SLICE.max });
  });
  test.each([
    ['', DURATION, SLICE, 'Empty. Write a time such as 3ms or 700us.'],
    ['3 fortnights', DURATION, SLICE, 'Write a time such as 3ms or 700us.'],
    ['99us', DURATION, SLICE, 'At least 100 µs.'],
    ['1s', DURATION, SLICE, 'At most 100 ms.'],
    ['20', WHOLE, NICE, 'At most 19.'],
    ['-21', WHOLE, NICE, 'At least \u221220.'],
    ['0.5us', WHOLE_US, SLICE, 'Write a time in whole µs, such as 3ms or 700us.'],
  ])('"%s" says what would be right', (text, notation, scale, wrong) => {
    const typed = read(text, notation, scale);
    expect('wrong' in typed && plain(typed.wrong)).toBe(wrong);
  });
});
