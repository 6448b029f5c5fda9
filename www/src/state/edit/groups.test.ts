import { expect, test } from 'vitest';
import type { Scenario } from '../../tasks/scenario';
import { added, changedGroup, changesFollow, nested, placedGroup, putChange, removedChange, removedGroup, renamedGroup } from './groups';

const TREE: Scenario = {
  duration_us: 1_000,
  cgroups: [{ name: 'apps', weight: 200 }, { name: 'web', parent: 'apps' }, { name: 'api', parent: 'web' }],
  threads: [
    { name: 'a', cgroup: 'web', script: [['group', 'b', 'web'], ['weight', 'web', 5], ['run', 0]] },
    { name: 'b', script: [['run', 0]] },
  ],
  changes: [{ at_us: 5, step: ['quota', 'web', 0, 1_000] }, { at_us: 9, step: ['nice', 'b', 5] }],
};
const BARE: Scenario = { duration_us: 1, threads: [] };

test('a new group has a free name, and its place', () => {
  const one = added(BARE, undefined);
  expect(added(one, 'group')['cgroups']).toEqual([{ name: 'group' }, { name: 'group 2', parent: 'group' }]);
});

test('what is the default is left out', () => {
  expect(changedGroup(TREE, 'apps', { weight: undefined, quota_us: 5_000 })['cgroups']).toContainEqual({ name: 'apps', quota_us: 5_000 });
  expect(nested(TREE, 'web', undefined)['cgroups']).toContainEqual({ name: 'web' });
});

test('a group moves beside another, on its level, or into it', () => {
  const three = { ...BARE, cgroups: [{ name: 'a' }, { name: 'b', parent: 'a' }, { name: 'c' }] };
  expect(placedGroup(three, 'c', 'a', 'above')['cgroups']).toEqual([{ name: 'c' }, { name: 'a' }, { name: 'b', parent: 'a' }]);
  expect(placedGroup(three, 'c', 'b', 'above')['cgroups']).toEqual([{ name: 'a' }, { name: 'c', parent: 'a' }, { name: 'b', parent: 'a' }]);
  expect(placedGroup(three, 'b', 'c', 'below')['cgroups']).toEqual([{ name: 'a' }, { name: 'c' }, { name: 'b' }]);
  expect(placedGroup(three, 'a', 'c', 'inside')['cgroups']).toEqual([{ name: 'b', parent: 'a' }, { name: 'c' }, { name: 'a', parent: 'c' }]);
});

test('a group cannot be put into what is in it', () => {
  expect(placedGroup(TREE, 'apps', 'api', 'above')).toBe(TREE);
  expect(placedGroup(TREE, 'apps', 'apps', 'inside')).toBe(TREE);
  expect(nested(TREE, 'apps', 'api')).toBe(TREE);
  expect(nested(TREE, 'apps', 'apps')).toBe(TREE);
});

test('a new name is followed everywhere', () => {
  const { cgroups, threads, changes } = renamedGroup(TREE, 'web', 'www');
  expect(cgroups).toEqual([{ name: 'apps', weight: 200 }, { name: 'www', parent: 'apps' }, { name: 'api', parent: 'www' }]);
  expect(threads[0]).toEqual({ name: 'a', cgroup: 'www', script: [['group', 'b', 'www'], ['weight', 'www', 5], ['run', 0]] });
  expect(changes).toEqual([{ at_us: 5, step: ['quota', 'www', 0, 1_000] }, { at_us: 9, step: ['nice', 'b', 5] }]);
});

test('what was in a group that is gone is in its parent', () => {
  const { cgroups, threads, changes } = removedGroup(TREE, 'web');
  expect(cgroups).toEqual([{ name: 'apps', weight: 200 }, { name: 'api', parent: 'apps' }]);
  expect(threads[0]).toEqual({ name: 'a', cgroup: 'apps', script: [['group', 'b', 'apps'], ['run', 0]] });
  expect(changes).toEqual([{ at_us: 9, step: ['nice', 'b', 5] }]);
});

test('the last group leaves nothing behind', () => {
  const alone = { ...BARE, threads: [{ name: 'a', cgroup: 'g', script: [] }], cgroups: [{ name: 'g' }] };
  expect(removedGroup(alone, 'g')).toEqual({ ...BARE, threads: [{ name: 'a', script: [] }] });
});

test('changes are put, replaced and removed', () => {
  const first = { at_us: 1, step: ['nice', 'a', 1] } as const;
  const second = { at_us: 2, step: ['nice', 'a', 2] } as const;
  const both = putChange(putChange(BARE, 0, first), 1, second);
  expect(both['changes']).toEqual([first, second]);
  expect(putChange(both, 0, second)['changes']).toEqual([second, second]);
  expect(removedChange(removedChange(both, 1), 0)).toEqual(BARE);
});

test('changes follow the name of their task, and go with it', () => {
  expect(changesFollow(TREE, 'b', 'hog')['changes']).toContainEqual({ at_us: 9, step: ['nice', 'hog', 5] });
  expect(changesFollow(TREE, 'b', null)['changes']).toEqual([{ at_us: 5, step: ['quota', 'web', 0, 1_000] }]);
  expect(changesFollow(TREE, 'a', 'x')).toBe(TREE);
});
