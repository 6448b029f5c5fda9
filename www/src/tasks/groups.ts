/** The control groups of a scenario, as the page edits them. What they mean is the engine's business. Pure. */
import type { Scenario, Step, Thread } from './scenario';

/** A group, named by the files of the `cpu` controller; whatever else its file says is kept as it is. */
export interface Group {
  readonly name: string;
  /** The group that it is in; the root group without it. */
  readonly parent?: string;
  /** `cpu.weight`, 100 without it. */
  readonly weight?: number;
  /** `cpu.idle`. */
  readonly idle?: boolean;
  /** `cpu.max`: CPU time of each period; as much as there is without it. */
  readonly quota_us?: number;
  /** `cpu.max`: the period, 100 ms without it. */
  readonly period_us?: number;
  /** `cpu.max.burst`. */
  readonly burst_us?: number;
  /** `cpu.uclamp.min` and `.max`, of 1024. */
  readonly uclamp_min?: number;
  readonly uclamp_max?: number;
  readonly [extra: string]: unknown;
}

/** What the kernel has where nothing else is said. */
export const WEIGHT_DEFAULT = 100;
export const PERIOD_DEFAULT_US = 100_000;

/** What a group may change into; `undefined` goes back to the default. */
export type GroupChange = Partial<{ [K in GroupKey]: Group[K] | undefined }>;

type GroupKey = 'weight' | 'idle' | 'quota_us' | 'period_us' | 'burst_us' | 'uclamp_min' | 'uclamp_max';

const isGroup = (value: unknown): value is Group => typeof (value as { name?: unknown } | null)?.name === 'string';

/** The groups of a scenario, in its order; what is none in a stranger's file is left out here and refused by the engine. */
export const groupsOf = ({ cgroups }: Scenario): readonly Group[] => (Array.isArray(cgroups) ? cgroups.filter(isGroup) : []);

/** Whether threads of one session share a group of their own. */
export const hasAutogroup = ({ autogroup }: Scenario): boolean => autogroup === true;

/** A group's place in the tree. */
export interface Branch {
  readonly group: Group;
  /** Its place in the scenario's list. */
  readonly index: number;
  /** 0 right below the root. */
  readonly depth: number;
}

/** Every group below its parent, siblings in the scenario's order. Groups that are in a cycle stand at the end, on the first level. */
export function treeOf(groups: readonly Group[]): readonly Branch[] {
  const known = new Set(groups.map(({ name }) => name));
  const rooted = (group: Group): boolean => group.parent === undefined || !known.has(group.parent);
  const below = (depth: number, wanted: (group: Group) => boolean): Branch[] =>
    groups.flatMap((group, index) =>
      wanted(group) ? [{ group, index, depth }, ...below(depth + 1, ({ parent }) => parent === group.name)] : [],
    );
  const tree = below(0, rooted);
  const lost = groups.flatMap((group, index) => (tree.some((branch) => branch.index === index) ? [] : [{ group, index, depth: 0 }]));
  return [...tree, ...lost];
}

/** The names from below the root to the group, as a path: `apps/web`; empty for the root. */
export function pathOf(groups: readonly Group[], name: string | undefined): string {
  const names: string[] = [];
  for (let at = find(groups, name); at && !names.includes(at.name); at = find(groups, at.parent)) names.unshift(at.name);
  return names.join('/');
}

/** A group and all that are in it, however deep. */
export function withinOf(groups: readonly Group[], name: string): ReadonlySet<string> {
  const within = new Set([name]);
  for (let size = 0; size !== within.size; ) {
    size = within.size;
    for (const group of groups) if (group.parent !== undefined && within.has(group.parent)) within.add(group.name);
  }
  return within;
}

/** The tasks that are in a group itself, `undefined` for the root. */
export const membersOf = (threads: readonly Thread[], name: string | undefined): readonly Thread[] =>
  threads.filter((thread) => groupNameOf(thread) === name);

/** The group that a task begins in; `undefined` for the root. */
export const groupNameOf = ({ cgroup }: Thread): string | undefined => cgroup;

const find = (groups: readonly Group[], name: string | undefined): Group | undefined => groups.find((group) => group.name === name);

/** The place in a step at which a group's name stands; `null` for steps that name none. */
const GROUP_AT: Readonly<Record<string, number>> = { group: 2, weight: 1, quota: 1 };

/** The group that a step is about; `null` if it is about none. */
export function groupOfStep(step: Step): string | null {
  const at = Object.hasOwn(GROUP_AT, step[0]) ? GROUP_AT[step[0]]! : null;
  return at === null ? null : String(step[at] ?? '');
}

/** The step with another group in its place; steps that name none stay. */
export function onGroup(step: Step, from: string, to: string): Step {
  if (groupOfStep(step) !== from) return step;
  const [verb, ...args] = step;
  return [verb, ...args.map((arg, i) => (i + 1 === GROUP_AT[verb] ? to : arg))];
}
