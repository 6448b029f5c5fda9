import { expect, test } from 'vitest';
import { featureLine, featuresIn } from './sides';

const INHERITED = [
  { name: 'RUN_TO_PARITY', on: true },
  { name: 'NEXT_BUDDY', on: false },
];

test('a line of the kernel’s own file changes what differs from what the side has', () => {
  expect(featuresIn(' RUN_TO_PARITY  NEXT_BUDDY\n', INHERITED)).toEqual(['NEXT_BUDDY']);
  expect(featuresIn('NO_RUN_TO_PARITY NO_NEXT_BUDDY', INHERITED)).toEqual(['NO_RUN_TO_PARITY']);
});
test('of a name that stands twice the last one counts', () =>
  expect(featuresIn('NO_RUN_TO_PARITY RUN_TO_PARITY', INHERITED)).toEqual([]));
test('a name that the kernel does not have is kept for the engine to refuse', () =>
  expect(featuresIn('SOMETHING', INHERITED)).toEqual(['SOMETHING']));
test('the line of what is in force reads back as nothing changed', () => {
  expect(featureLine(INHERITED)).toBe('RUN_TO_PARITY NO_NEXT_BUDDY');
  expect(featuresIn(featureLine(INHERITED), INHERITED)).toEqual([]);
});
