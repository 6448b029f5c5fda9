import { afterEach, expect, test, vi } from 'vitest';
import { Shelves } from './shelf';

const ONE = '7.2/a2-hogs.jsonl.gz';
const fetched: string[] = [];
function serve(answer: () => Response): void {
  fetched.length = 0;
  vi.stubGlobal('fetch', async (address: string) => (fetched.push(address), answer()));
}
afterEach(() => vi.unstubAllGlobals());

test('a recording of the folder is asked for by its path, each part of it written for an address', async () => {
  serve(() => new Response('abc', { headers: { 'content-length': '3' } }));
  const done: number[] = [];
  const bytes = await new Shelves({}, 'recordings/').get('7.2+preempt_full/a2-hogs.jsonl.gz', (part) => done.push(part));
  expect(fetched).toEqual(['recordings/7.2%2Bpreempt_full/a2-hogs.jsonl.gz']);
  expect([...bytes]).toEqual([97, 98, 99]);
  expect(done.at(-1)).toBe(1);
});

test('one with an address of its own is there even without a folder; others are not', () => {
  const shelves = new Shelves({ [ONE]: 'data:,x' }, null);
  expect([ONE, '7.2/a3-hogs.jsonl.gz'].map((name) => shelves.has(name))).toEqual([true, false]);
});

test.each([['../secret.jsonl.gz'], ['7.2/../../x.jsonl.gz'], ['//host/x.jsonl.gz'], ['https://host/x.jsonl.gz'], ['7.2/index.html'], ['x']])(
  'what is no path of a recording is never asked for: %s',
  async (name) => {
    serve(() => new Response('x'));
    await expect(new Shelves({}, 'recordings/').get(name)).rejects.toThrow('does not come with this page; drop its file here');
    expect(fetched).toEqual([]);
  },
);

test('what is wrong is said: not in the single file, not in the folder, no network', async () => {
  await expect(new Shelves({}, null).get(ONE)).rejects.toThrow('is not inside of this single file; drop its file here');
  serve(() => new Response('', { status: 404 }));
  await expect(new Shelves({}, 'recordings/').get(ONE)).rejects.toThrow('does not come with this page');
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')));
  await expect(new Shelves({}, 'recordings/').get(ONE)).rejects.toThrow('could not be fetched');
});
