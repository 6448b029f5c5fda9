import { beforeEach, describe, expect, test } from 'vitest';
import type { Query, Reply } from '../worker/client';
import type { LogRow } from '../worker/protocol';
import { seen } from './scroll';
import { LogView } from './view';

const FILTER = { revision: 1, side: 0, task: '', groups: [], cpu: null };
const TOTAL = 1_000;

/** Every position has the trace row of twice its number. */
const ask = async ({ from, count, find }: Query<'log'>): Promise<Reply<'log'>> => {
  const length = Math.max(Math.min(TOTAL, from + count) - from, 0);
  const rows = Array.from({ length }, (_, i) => ({ row: (from + i) * 2 }) as LogRow);
  return { type: 'log', id: 0, total: TOTAL, position: find === undefined ? 0 : Math.floor(find / 2), rows };
};

let log: LogView;
const settle = () => new Promise((resolve) => setTimeout(resolve));
const first = () => seen(log.scroll, log.sizes).first;

beforeEach(async () => {
  log = new LogView(FILTER, ask, () => undefined);
  log.resize(20, 200);
  log.read();
  await settle();
});

describe('following the playhead', () => {
  test('its row comes into sight', async () => {
    await log.playheadAt(1_000);
    expect([log.current, first()]).toEqual([500, 495]);
  });
  test('not while somebody reads elsewhere', async () => {
    await log.playheadAt(0);
    log.scrolledTo(4_000);
    await log.playheadAt(2);
    expect([log.follows, first()]).toEqual([false, 200]);
  });
  test('again once its row is back in sight', async () => {
    await log.playheadAt(0);
    log.scrolledTo(4_000);
    log.scrolledTo(0);
    await log.playheadAt(1_000);
    expect([log.follows, first()]).toEqual([true, 495]);
  });
  test('not once the keyboard has gone elsewhere, even if the playhead is still on its way', async () => {
    await log.playheadAt(0);
    log.goTo(TOTAL - 1);
    await log.playheadAt(4);
    expect([log.follows, log.active, first()]).toEqual([false, 999, 990]);
  });
  test('again when told to', async () => {
    await log.playheadAt(1_000);
    log.scrolledTo(0);
    log.follow();
    expect([log.follows, first()]).toEqual([true, 495]);
  });
});

describe('a row that was chosen here', () => {
  test('does not call back a hand that has gone on', async () => {
    await log.playheadAt(0);
    expect(log.pick(8)?.row).toBe(16);
    log.goTo(TOTAL - 1);
    await Promise.all([log.playheadAt(16), log.show(16)]);
    expect([log.follows, log.active, first()]).toEqual([false, 999, 990]);
  });
  test('comes into sight when it is selected anew', async () => {
    log.pick(8);
    log.goTo(TOTAL - 1);
    await log.show(null);
    await log.show(16);
    expect([log.active, seen(log.scroll, log.sizes).first <= 8]).toEqual([8, true]);
  });
  test('is none where nothing has been read', () => {
    log.goTo(TOTAL - 1);
    expect([log.pick(500), log.active, log.current]).toEqual([undefined, 500, null]);
  });
});

test('a selected event comes into sight even while somebody reads', async () => {
  log.scrolledTo(4_000);
  await log.show(1_600);
  expect([log.active, first()]).toEqual([800, 795]);
});

describe('by keyboard', () => {
  test('from the row of the playhead', async () => {
    await log.playheadAt(20);
    log.moveBy(1);
    expect(log.active).toBe(11);
  });
  test('else from the first in sight', () => {
    log.scrolledTo(400);
    log.moveBy(1);
    expect(log.active).toBe(20);
  });
  test('to both ends and no further', () => {
    log.goTo(TOTAL - 1);
    log.moveBy(5);
    expect([log.active, first()]).toEqual([999, 990]);
    log.moveBy(-5_000);
    expect([log.active, first()]).toEqual([0, 0]);
  });
  test('a page keeps one row in sight', () => {
    log.goTo(9);
    log.moveBy(log.pageRows);
    expect([log.active, first()]).toEqual([18, 9]);
  });
});

test('the first row in sight stays when rows become higher', () => {
  log.scrolledTo(4_000);
  log.resize(36, 200);
  expect(first()).toBe(200);
});

test('nothing is asked while nothing is seen', async () => {
  const asked: Query<'log'>[] = [];
  const closed = new LogView(
    FILTER,
    (question) => (asked.push(question), ask(question)),
    () => undefined,
  );
  closed.resize(20, 0);
  closed.read();
  expect(asked).toEqual([]);
});
