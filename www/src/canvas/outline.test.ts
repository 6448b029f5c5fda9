import { expect, test } from 'vitest';
import { LAYOUT } from '../testing/layout';
import { outlineOf, type Box, type Marked } from './outline';

const SHOWN = { layout: LAYOUT, from_ns: 0, to_ns: 8_000_000 };
const MARKED: Marked = { side: 0, cpu: 0, what: 'run', task: 0, from_ns: 1_000_000, to_ns: 3_000_000 };

function check(change: Partial<Marked>, expected: Partial<Box> | null): void {
  const box = outlineOf(SHOWN, { ...MARKED, ...change });
  if (expected) expect(box).toMatchObject(expected);
  else expect(box).toBeNull();
}

test('a run is a bar', () => check({}, { left: 200, width: 200, top: 36, height: 24 }));
test('B is below', () => check({ side: 1, what: 'idle' }, { top: 356 }));
test('who waits is in the row of its task', () => check({ what: 'wait', task: 1 }, { top: 74, height: 10 }));
test('a task without a row has no place', () => check({ what: 'delayed', task: 2 }, null));
test('an event is in the strip of marks', () =>
  check({ what: 'event', from_ns: 4_000_000, to_ns: 4_000_000 }, { left: 492.5, width: 15, top: 24, height: 12 }));
test('what sticks out is cut', () => check({ from_ns: -5_000_000, to_ns: 99_000_000 }, { left: 100, width: 800 }));
test('what is out of sight has no outline', () => check({ from_ns: 9_000_000, to_ns: 10_000_000 }, null));
test('a very short one can still be seen', () => check({ from_ns: 1_000_000, to_ns: 1_000_010 }, { width: 6 }));
test('a lane that is not drawn has no outlines', () => check({ side: 2 }, null));
test('a line has none', () => check({ what: 'line' }, null));
