import { expect, test } from 'vitest';
import { dashOf, isHatched } from './pattern';

test('neighbours differ by dash', () => {
  for (let slot = 0; slot < 40; slot++) expect(dashOf(slot)).not.toEqual(dashOf(slot + 1));
});

test('tasks of one colour differ by dash and by hatching', () => {
  expect(dashOf(8)).not.toEqual(dashOf(0));
  expect([isHatched(0), isHatched(7), isHatched(8), isHatched(16)]).toEqual([false, false, true, false]);
});
