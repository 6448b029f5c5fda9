import { expect, test } from 'vitest';
import { groupsOf, onGroup, pathOf, treeOf, withinOf, type Group } from './groups';
import type { Step } from './scenario';

const GROUPS: readonly Group[] = [{ name: 'api', parent: 'web' }, { name: 'batch' }, { name: 'web' }, { name: 'v2', parent: 'api' }];
const LOOP: readonly Group[] = [{ name: 'a', parent: 'b' }, { name: 'b', parent: 'a' }, { name: 'c' }];

test('every group stands below its parent', () =>
  expect(treeOf(GROUPS).map(({ group, index, depth }) => [group.name, index, depth])).toEqual([
    ['batch', 1, 0],
    ['web', 2, 0],
    ['api', 0, 1],
    ['v2', 3, 2],
  ]));

test('a cycle has an end, and nobody is lost', () => {
  expect(treeOf(LOOP).map(({ group }) => group.name)).toEqual(['c', 'a', 'b']);
  expect(pathOf(LOOP, 'a')).toBe('b/a');
  expect([...withinOf(LOOP, 'a')].sort()).toEqual(['a', 'b']);
});

test('a path leads from below the root', () => {
  expect(['v2', 'batch', undefined, 'nobody'].map((name) => pathOf(GROUPS, name))).toEqual(['web/api/v2', 'batch', '', '']);
  expect([...withinOf(GROUPS, 'web')].sort()).toEqual(['api', 'v2', 'web']);
});

test('what is no group in a file is left to the engine', () => {
  const groups = groupsOf({ duration_us: 1, threads: [], cgroups: [{ name: 'web' }, null, { weight: 3 }] });
  expect(groups).toEqual([{ name: 'web' }]);
  expect(groupsOf({ duration_us: 1, threads: [], cgroups: 'web' })).toEqual([]);
});

test.each<[Step, Step]>([
  [['group', 'web', 'web'], ['group', 'web', 'w']],
  [['weight', 'web', 3], ['weight', 'w', 3]],
  [['quota', 'web', 0, 1], ['quota', 'w', 0, 1]],
  [['nice', 'web', 3], ['nice', 'web', 3]],
])('a new name is followed where a group is named: %j', (step, expected) => expect(onGroup(step, 'web', 'w')).toEqual(expected));
