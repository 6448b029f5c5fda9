import { expect, test } from 'vitest';
import { classOf, POLICIES, underPolicy } from './policies';
import { compact, type Thread } from './scenario';

const HOG: Thread = { name: 'hog', nice: 5, script: [['run', 0]] };
const under = (thread: Thread, ...policies: string[]): Thread =>
  policies.reduce((old, policy) => compact({ ...old, ...underPolicy(old, policy) }) as Thread, thread);

test('every policy has a class', () =>
  expect(POLICIES.map(classOf)).toEqual(['fair', 'fair', 'fair', 'realtime', 'realtime', 'deadline']));

test('a policy brings what it needs', () => {
  expect(under(HOG, 'FIFO')).toEqual({ ...HOG, policy: 'FIFO', rtprio: 10 });
  const asked = { dl_runtime_ns: 4_000_000, dl_deadline_ns: 20_000_000, dl_period_ns: 20_000_000 };
  expect(under(HOG, 'DEADLINE')).toEqual({ ...HOG, policy: 'DEADLINE', ...asked });
});

test('and takes it away again', () => expect(under(HOG, 'RR', 'DEADLINE', 'NORMAL')).toEqual(HOG));

test('a priority stays from FIFO to RR, and what was asked for as it was', () => {
  expect(under({ ...HOG, rtprio: 42 }, 'FIFO', 'RR').rtprio).toBe(42);
  expect(under({ ...HOG, policy: 'DEADLINE', dl_deadline_ns: 9, reclaim: true }, 'DEADLINE')).toMatchObject({
    dl_deadline_ns: 9,
    dl_period_ns: 9,
    reclaim: true,
  });
});
