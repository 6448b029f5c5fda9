import { expect, test } from 'vitest';
import { keepFlag, readFlag } from './prefs';

const shelf = () => {
  const kept = new Map<string, string>();
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
};
const full = {
  getItem: (): string => {
    throw new Error('denied');
  },
  setItem: (): void => {
    throw new Error('full');
  },
};

test('a flag is remembered, and is as told until it is set', () => {
  const at = shelf();
  expect(readFlag('controls', true, at)).toBe(true);
  expect(keepFlag('controls', false, at)).toBe(true);
  expect(readFlag('controls', true, at)).toBe(false);
});
test('a browser that keeps nothing is no error', () => {
  expect(readFlag('controls', true, full)).toBe(true);
  expect(keepFlag('controls', true, full)).toBe(false);
  expect(readFlag('controls', false, null)).toBe(false);
});
test('what somebody else left there is not taken for a flag', () => {
  const at = shelf();
  at.setItem('schedlens.controls', 'yes');
  expect(readFlag('controls', false, at)).toBe(false);
});
