import { expect, test } from 'vitest';
import { decode, encode } from '../link/url';
import { GALLERY, isAsItCame, lessonOf, opening, titleOf } from './gallery';
import { fromFile } from './saved';

test('the page opens with the long sleeper, just before it wakes', () => {
  const { doc, playhead_ns } = opening('system');
  expect(doc.scenario.name).toBe('long-sleeper');
  expect(doc.sides.map((side) => side.kernel)).toEqual(['6.5', '7.2']);
  expect(playhead_ns).toBeLessThan(42_000_000);
  expect(doc.range!.from_ns < playhead_ns && playhead_ns < doc.range!.to_ns).toBe(true);
});

test('every scenario has a title, a lesson and tasks', () => {
  expect(GALLERY.length).toBeGreaterThan(5);
  for (const scenario of GALLERY) {
    expect(titleOf(scenario)).not.toBe('Untitled');
    expect(lessonOf(scenario)).not.toBe('');
    expect(scenario.threads.length).toBeGreaterThan(0);
  }
});

test('every scenario goes through a short link, its texts included', async () => {
  for (const scenario of GALLERY) {
    const linked = fromFile(scenario, 'system');
    const fragment = encode(linked);
    expect(fragment.length).toBeLessThanOrEqual(400);
    expect(decode(fragment)).toEqual(linked);
  }
});

test('a side takes what its file says and defaults for the rest', () => {
  const { doc } = fromFile(
    { duration_us: 1, hz: 100, threads: [], a: { kernel: '6.1', knobs: { latency_ns: 1 } }, b: { kernel: '7.2', hz: 1000 } },
    'dark',
  );
  expect(doc.sides[0]).toEqual({
    kernel: '6.1',
    hz: 100,
    assumed_cpus: 1,
    knobs: { latency_ns: 1 },
    features: [],
    costs: 'zero',
  });
  expect(doc.sides[1].hz).toBe(1000);
  expect(doc.scenario).not.toHaveProperty('a');
  expect(doc.theme).toBe('dark');
});

test('a recorded scenario without sides gets the usual ones', () => {
  expect(fromFile({ duration_us: 1, threads: [] }, 'system').doc.sides.map((side) => side.kernel)).toEqual(['6.5', '7.2']);
});

test.each([
  [{ duration_us: 1, threads: [], a: {} }, 'a: expected an object with a "kernel"'],
  [{ duration_us: 1, threads: [], b: null }, 'b: expected an object with a "kernel"'],
  [42, 'scenario: expected an object'],
])('%j is refused', (value, message) => expect(() => fromFile(value, 'system')).toThrow(message));

test('an example that was changed is not as it came, until the change is taken back', () => {
  const { doc } = opening('system');
  const { scenario, sides } = doc;
  expect(isAsItCame(doc)).toBe(true);
  for (const example of GALLERY) expect(isAsItCame(decode(encode(fromFile(example, 'dark'))).doc)).toBe(true);
  expect(isAsItCame({ ...doc, range: null, scenario: { ...scenario, title: 'mine' } })).toBe(true);
  expect(isAsItCame({ ...doc, sides: [sides[1], sides[1]] })).toBe(false);
  expect(isAsItCame({ ...doc, scenario: { ...scenario, duration_us: 7 } })).toBe(false);
  expect(isAsItCame({ ...doc, scenario: { ...scenario, name: 'my own', duration_us: 7 } })).toBe(true);
});
