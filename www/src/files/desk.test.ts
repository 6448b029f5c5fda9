import { expect, test } from 'vitest';
import { Desk } from './desk';
import { DEFAULT_SIDES, plainDoc, plainSide } from '../state/doc';
import { fileText } from './files';
import { opening } from './gallery';
import { otherThan } from './recorded';
import { Shelves } from './shelf';
import { initial } from '../state/state';
import { Playhead, Store } from '../state/store';
import { ns } from '../time';
import type { FromWorker } from '../worker/protocol';

const page = (name: string) => ({
  doc: plainDoc({ name, duration_us: 1_000, threads: [{ name: 'H', script: [['run', 0]] }] }, DEFAULT_SIDES, 'dark'),
  playhead_ns: ns(0),
});

/** A desk before an engine that gives each question this answer. */
function desk(answer: Partial<FromWorker> | null = { type: 'picture' }) {
  const store = new Store(initial(opening('dark').doc, false));
  const shelves = new Shelves({}, null);
  const session = { query: async () => answer } as never;
  const made = new Desk({ store, playhead: new Playhead(), session }, { write: () => 'http://x/#2', leave: () => undefined }, shelves);
  return { desk: made, store, title: () => store.state.doc.scenario['title'] ?? store.state.doc.scenario.name };
}

const file = (name: string, text: string) => new File([text], name);

test('what was open before can be opened again, the last first, each once', () => {
  const { desk: one } = desk();
  for (const name of ['a', 'b', 'a', 'c']) one.open(page(name));
  expect(one.earlier.map(({ title }) => title)).toEqual(['a', 'b', 'Long sleeper against a hog']);
});

test('only so many are kept', () => {
  const { desk: one } = desk();
  for (let i = 0; i < 20; i++) one.open(page(`page ${i}`));
  expect(one.earlier.map(({ title }) => title)).toEqual([18, 17, 16, 15, 14, 13].map((i) => `page ${i}`));
});

test('a file that the engine takes is opened', async () => {
  const { desk: one, title, store } = desk();
  await one.openFile(file('x.json', fileText(page('mine'))));
  expect(title()).toBe('mine');
  expect(store.state.problem).toBe(null);
});

test.each([
  ['x.json', 'hello', 'x.json: this is no JSON'],
  ['x.json', '', 'x.json: the file is empty'],
  ['x.json', fileText(page('mine')), 'x.json: threads[0].nice: 77'],
  ['x.jsonl', 'hello', 'x.jsonl: threads[0].nice: 77'],
])('%s with %.9j is refused, and the page stays', async (name, text, message) => {
  const { desk: one, title, store } = desk({ type: 'refused', message: 'threads[0].nice: 77' });
  await one.openFile(file(name, text));
  expect(store.state.problem).toMatchObject({ source: 'file', message: expect.stringContaining(message.slice(0, 18)) as string });
  expect(title()).toBe('Long sleeper against a hog');
});

test('a recording is shown below the kernel that it was made on, which is simulated as B', async () => {
  const side = { ...plainSide('7.2'), hz: 1_000, costs: 'recorded' as const };
  const { scenario } = page('recorded').doc;
  const { desk: one, store } = desk({ type: 'recorded', recorded: { scenario, side } as never });
  await one.openFile(file('c-hog.jsonl.gz', 'bytes'));
  const { doc } = store.state;
  expect(doc.recording).toBe('c-hog.jsonl.gz');
  expect(doc.range).toEqual({ from_ns: 0, to_ns: 1_000_000 });
  expect(doc.sides).toEqual([{ ...plainSide('6.5'), hz: 1_000, costs: 'recorded' }, side]);
});

test('a recording that only another machine knows is said to be that', async () => {
  const { desk: one, store } = desk();
  await one.openRecording('gone.jsonl');
  expect(store.state.problem?.message).toContain('"gone.jsonl" does not come with this page');
});

test('two files of the same name are two recordings', async () => {
  const shelves = new Shelves({}, null);
  const [first, second] = [new Uint8Array([1]), new Uint8Array([2])];
  expect([shelves.put('a', first), shelves.put('a', second)]).toEqual(['a', 'a (2)']);
  expect(await shelves.get('a (2)')).toBe(second);
});

test('a link that cannot be copied is still in the address bar', async () => {
  expect(await desk().desk.share()).toEqual({ how: 'shown', chars: 11 });
});

test.each([
  ['CFS', '7.2'],
  ['EEVDF', '6.5'],
] as const)('beside a recording of %s stands %s', (family, other) =>
  expect(otherThan(plainSide('any'), family).kernel).toBe(other));
