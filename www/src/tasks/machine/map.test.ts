import { expect, test } from 'vitest';
import type { MachineMap } from '../../worker/machines';
import { boxesOf, differs, titleOf, walk, type Box } from './map';

type Cpu = MachineMap['cpus'][number];

const cpu = (place: Partial<Cpu>): Cpu => ({ capacity: 1024, kind: 'CPU', max_khz: 0, node: 0, llc: 0, cluster: 0, core: 0, domains: [], ...place });

/** CPUs of so many cores and threads, first threads first. */
function cores(count: number, threads: number, of: (core: number) => Partial<Cpu>): Cpu[] {
  return Array.from({ length: count * threads }, (_, i) => cpu({ core: i % count, ...of(i % count) }));
}

const shown = (boxes: readonly Box[]): unknown[] =>
  boxes.map((box) => [titleOf(box), box.boxes.length > 0 ? shown(box.boxes) : box.cpus.join(' ')]);

const LAPTOP = cores(2, 2, () => ({}));
const XEON = cores(4, 2, (core) => ({ node: core >> 1, llc: core >> 1 }));
const HIKEY960 = cores(4, 1, (core) => ({ llc: core >> 1, cluster: core >> 1, capacity: core < 2 ? 462 : 1024 }));

test('threads stand in their cores, cores in their cache', () =>
  expect(shown(boxesOf(LAPTOP))).toEqual([['LLC 0', [['core 0', '0 2'], ['core 1', '1 3']]]]));

test('caches stand in their nodes where there are several', () =>
  expect(shown(boxesOf(XEON))).toEqual([
    ['node 0', [['LLC 0', [['core 0', '0 4'], ['core 1', '1 5']]]]],
    ['node 1', [['LLC 1', [['core 2', '2 6'], ['core 3', '3 7']]]]],
  ]));

test('a level that divides nothing has no box', () => expect(shown(boxesOf(HIKEY960))).toEqual([['LLC 0', '0 1'], ['LLC 1', '2 3']]));

test('clusters have boxes where a cache has several', () => {
  const clustered = cores(4, 1, (core) => ({ cluster: core >> 1 }));
  expect(shown(boxesOf(clustered))).toEqual([['LLC 0', [['cluster 0', '0 1'], ['cluster 1', '2 3']]]]);
});

test('capacities are worth reading where they differ', () => expect([LAPTOP, HIKEY960].map(differs)).toEqual([false, true]));

test('arrows lead along the boxes and between them', () => {
  const laptop = boxesOf(LAPTOP);
  const xeon = boxesOf(XEON);
  expect(['ArrowRight', 'ArrowLeft', 'Home', 'End', 'ArrowDown', 'ArrowUp'].map((key) => walk(laptop, 2, key))).toEqual([1, 0, 0, 3, 3, 2]);
  expect(['ArrowDown', 'ArrowUp'].map((key) => walk(xeon, 4, key))).toEqual([6, 4]);
  expect(walk(xeon, 7, 'ArrowRight')).toBe(7);
  expect(walk(xeon, 7, 'Enter')).toBeNull();
});
