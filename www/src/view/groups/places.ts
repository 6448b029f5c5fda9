/** Where a task or a group can be put. */
import { pathOf, treeOf, type Group } from '../../tasks/groups';
import type { Option } from '../Choice';

const ROOT: Option = { value: '', label: '/ (root)' };

/** The root and all groups but some, by their paths. */
export const placesOf = (groups: readonly Group[], but: ReadonlySet<string> = new Set()): readonly Option[] => [
  ROOT,
  ...treeOf(groups)
    .filter(({ group }) => !but.has(group.name))
    .map(({ group: { name } }) => ({ value: name, label: pathOf(groups, name) })),
];
