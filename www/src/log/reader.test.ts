import { beforeEach, describe, expect, test } from 'vitest';
import type { Query, Reply } from '../worker/client';
import type { LogRow } from '../worker/protocol';
import { countGroups, GROUPS, LogReader, sameFilter, type Filter } from './reader';

const FILTER: Filter = { revision: 1, side: 0, task: '', groups: [], cpu: null };
const row = (i: number): LogRow => ({ row: i * 2, t_ns: i }) as LogRow;

let asked: Query<'log'>[];
let answers: ((reply: Reply<'log'>) => void)[];
let changes: number;
let reader: LogReader;

/** Questions wait until the test answers them. */
const ask = (question: Query<'log'>): Promise<Reply<'log'>> =>
  new Promise((resolve) => {
    asked.push(question);
    answers.push(resolve);
  });

const reply = ({ from, count, find }: Query<'log'>, total: number): Reply<'log'> => {
  const length = Math.max(Math.min(total, from + count) - from, 0);
  const rows = Array.from({ length }, (_, i) => row(from + i));
  const position = find === undefined ? 0 : Math.min(Math.floor(find / 2), total - 1);
  return { type: 'log', id: 0, total, position, rows };
};

const answer = async (i: number, total = 1_000): Promise<void> => {
  answers[i]!(reply(asked[i]!, total));
  await Promise.resolve();
  await Promise.resolve();
};

beforeEach(() => {
  asked = [];
  answers = [];
  changes = 0;
  reader = new LogReader(FILTER, ask, () => changes++);
});

describe('reading', () => {
  test('a page around what is seen', async () => {
    void reader.read(500, 10);
    await answer(0);
    expect([asked[0]!.from, asked[0]!.count, reader.page.total, changes]).toEqual([440, 130, 1_000, 1]);
    expect([reader.at(440)?.row, reader.at(569)?.row, reader.at(570)]).toEqual([880, 1_138, undefined]);
  });
  test('nothing while what is seen has been read, or is on its way', async () => {
    void reader.read(500, 10);
    void reader.read(505, 10);
    await answer(0);
    void reader.read(550, 10);
    expect(asked).toHaveLength(1);
  });
  test('nothing beyond the end', async () => {
    void reader.read(0, 10);
    await answer(0, 8);
    void reader.read(0, 90);
    expect(asked).toHaveLength(1);
  });
  test('an answer that another question has overtaken is not shown', async () => {
    void reader.read(0, 10);
    void reader.read(900, 10);
    await answer(0);
    expect(reader.page.total).toBeNull();
    await answer(1);
    expect(reader.at(900)?.row).toBe(1_800);
  });
  test('what was refused is asked again', async () => {
    void reader.read(0, 10);
    answers[0]!(null);
    await Promise.resolve();
    await Promise.resolve();
    void reader.read(0, 10);
    expect(asked).toHaveLength(2);
  });
});

describe('another filter', () => {
  test('of the same list: the rows stay until there are others', async () => {
    void reader.read(0, 10);
    await answer(0);
    reader.use({ ...FILTER, revision: 2 });
    expect(reader.at(3)?.row).toBe(6);
    void reader.read(0, 10);
    await answer(1, 5);
    expect([reader.page.total, reader.at(5)]).toEqual([5, undefined]);
  });
  test('of another side: none of them is shown', async () => {
    void reader.read(0, 10);
    await answer(0);
    reader.use({ ...FILTER, side: 1 });
    expect(reader.at(3)).toBeUndefined();
  });
  test('an answer about the old one is not shown', async () => {
    void reader.read(0, 10);
    reader.use({ ...FILTER, groups: ['tick'] });
    await answer(0);
    expect(changes).toBe(0);
  });
  test('the same one again changes nothing', () => {
    expect(sameFilter(FILTER, { ...FILTER, groups: [] })).toBe(true);
    expect(sameFilter(FILTER, { ...FILTER, groups: ['tick'] })).toBe(false);
  });
});

describe('finding', () => {
  test('the position of a row of the trace', async () => {
    const found = reader.find(84);
    await answer(0);
    expect([await found, reader.page.total]).toEqual([42, 1_000]);
  });
  test('nothing in an empty log', async () => {
    const found = reader.find(84);
    await answer(0, 0);
    expect(await found).toBeNull();
  });
  test('nothing when the filter has changed meanwhile', async () => {
    const found = reader.find(84);
    reader.use({ ...FILTER, side: 1 });
    await answer(0);
    expect(await found).toBeNull();
  });
});

describe('counting', () => {
  test('each group alone', async () => {
    const counts = await countGroups(
      FILTER,
      async (q) => ({ type: 'log', id: 0, total: q.groups[0]!.length, position: 0, rows: [] }),
      () => true,
    );
    expect([counts.get('tick'), counts.size]).toEqual([4, GROUPS.length]);
  });
  test('no further once it is told to stop', async () => {
    let left = 2;
    const counts = await countGroups(
      FILTER,
      async () => ({ type: 'log', id: 0, total: 1, position: 0, rows: [] }),
      () => left-- > 0,
    );
    expect(counts.size).toBe(2);
  });
});
