import { expect, test } from 'vitest';
import { countOf, cpuCount, formatOpps, kindsOf, mostOf, parseOpps, withCount, withKind, withNewKind, withNumbering, withoutKind, type Parts } from './parts';

const BIG_LITTLE: Parts = { style: 'arm', llcs: 2, cores: 4, policy_cpus: ['0-7'], kinds: [{ cpus: '0-3', name: 'A53' }, { cpus: '4-7' }] };

test('counts that are not said are one, and CPUs without parts are cores', () => {
  expect(countOf({ cpus: 4 }, 'cores')).toBe(4);
  expect(cpuCount({ sockets: 2, cores: 10, threads: 2 })).toBe(40);
  expect(mostOf({ cores: 16, threads: 2 }, 'llcs')).toBe(16);
  expect(mostOf({ cores: 16, threads: 2 }, 'cores')).toBe(256);
});

test('another count keeps kinds and drops what was said of single CPUs', () =>
  expect(withCount(BIG_LITTLE, 'llcs', 3)).toEqual({
    style: 'arm',
    sockets: 1,
    nodes: 1,
    llcs: 3,
    clusters: 1,
    cores: 4,
    threads: 1,
    kinds: [{ cpus: '0-5', name: 'A53' }, { cpus: '6-11' }],
  }));

test('threads of a core are of one kind, however they are numbered', () => {
  const smt = withCount(BIG_LITTLE, 'threads', 2);
  expect(kindsOf(smt).map(({ cpus }) => cpus)).toEqual(['0-3,8-11', '4-7,12-15']);
  expect(kindsOf(withNumbering(smt, 'threads-first')).map(({ cpus }) => cpus)).toEqual(['0-7', '8-15']);
});

test('the last kind gets what cannot be shared, and kinds without a core go', () => {
  const odd = withCount({ ...BIG_LITTLE, llcs: 1 }, 'cores', 5);
  expect(kindsOf(odd).map(({ cpus }) => cpus)).toEqual(['0-1', '2-4']);
  expect(kindsOf(withCount({ ...BIG_LITTLE, llcs: 1 }, 'cores', 1)).map(({ cpus }) => cpus)).toEqual(['0']);
});

test('kinds come, change and go', () => {
  const two = withNewKind({ cpus: 4 });
  expect(two.kinds).toEqual([{ cpus: '0-1' }, { cpus: '2-3' }]);
  const little = withKind(two, 0, { capacity_dmips_mhz: 462 });
  expect(little.kinds?.[0]).toEqual({ cpus: '0-1', capacity_dmips_mhz: 462 });
  expect(withKind(little, 0, { capacity_dmips_mhz: undefined }).kinds).toEqual(two.kinds);
  expect(withoutKind(little, 1).kinds).toEqual([{ cpus: '0-3', capacity_dmips_mhz: 462 }]);
});

test('operating points are read as they are written', () => {
  const points = [[533_000, 700_000], [999_500, 812_500], [1_844_000]];
  const text = formatOpps({ cpus: '0', opps_khz_uv: points });
  expect(text).toBe('533@700 999.5@812.5 1844');
  expect(parseOpps(text)).toEqual(points);
  expect(parseOpps(' 533@700,\n999.5@812.5 , 1844 ')).toEqual(points);
  expect(parseOpps('')).toEqual([]);
  for (const wrong of ['fast', '533@', '533.0001', '-5', '1e9']) expect(parseOpps(wrong)).toBeNull();
});
