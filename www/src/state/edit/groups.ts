/** What can be done to the groups of a scenario and to its timed changes. Pure. */
import { changesOf, type Change } from '../../tasks/changes';
import { groupOfStep, groupsOf, onGroup, withinOf, type Group, type GroupChange } from '../../tasks/groups';
import type { GroupPlace } from '../../tasks/reorder';
import { compact, isAbout, onTask, type Scenario, type Step } from '../../tasks/scenario';

/** A scenario without a list, or a switch, is one where it is empty, or off. */
const orNone = <T>(list: readonly T[]): readonly T[] | undefined => (list.length > 0 ? list : undefined);

const withGroups = (scenario: Scenario, cgroups: readonly Group[]): Scenario => compact({ ...scenario, cgroups: orNone(cgroups) });

const withChanges = (scenario: Scenario, changes: readonly Change[]): Scenario => compact({ ...scenario, changes: orNone(changes) });

/** Every step of every task and every change as `edit` has it; those that it gives up are left out. */
function withSteps(scenario: Scenario, edit: (step: Step) => Step | null): Scenario {
  const threads = scenario.threads.map((thread) => ({ ...thread, script: thread.script.flatMap((step) => kept(edit(step))) }));
  const changes = changesOf(scenario).flatMap((change) => kept(edit(change.step)).map((step) => ({ ...change, step })));
  return withChanges({ ...scenario, threads }, changes);
}

const kept = (step: Step | null): Step[] => (step === null ? [] : [step]);

/** A name that no group has yet: `group`, `group 2`. */
export function freshGroup(groups: readonly Group[]): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? 'group' : `group ${n}`;
    if (!groups.some((group) => group.name === name)) return name;
  }
}

/** A new group inside another, or below the root. */
export function added(scenario: Scenario, parent: string | undefined): Scenario {
  const groups = groupsOf(scenario);
  return withGroups(scenario, [...groups, compact({ name: freshGroup(groups), parent } as Group)]);
}

/** One group changed; attributes that are `undefined` go back to their default. */
export function changedGroup(scenario: Scenario, name: string, change: GroupChange): Scenario {
  const groups = groupsOf(scenario);
  return withGroups(scenario, groups.map((group) => (group.name === name ? compact({ ...group, ...change } as Group) : group)));
}

/** One group inside another, `undefined` for below the root; one that is in it itself it cannot be put into. */
export function nested(scenario: Scenario, name: string, parent: string | undefined): Scenario {
  const groups = groupsOf(scenario);
  if (parent !== undefined && withinOf(groups, name).has(parent)) return scenario;
  return withGroups(scenario, groups.map((group) => (group.name === name ? compact({ ...group, parent } as Group) : group)));
}

/** One group moved with all that is in it: beside another one, on its level, or into it. */
export function placedGroup(scenario: Scenario, name: string, other: string, where: GroupPlace): Scenario {
  const groups = groupsOf(scenario);
  const [moved, target] = [name, other].map((wanted) => groups.find((group) => group.name === wanted));
  if (!moved || !target || withinOf(groups, name).has(other)) return scenario;
  const rest = groups.filter((group) => group !== moved);
  const at = { above: rest.indexOf(target), below: rest.indexOf(target) + 1, inside: rest.length }[where];
  const parent = where === 'inside' ? other : target.parent;
  return withGroups(scenario, rest.toSpliced(at, 0, compact({ ...moved, parent }) as Group));
}

/** One group under another name, wherever it is named. */
export function renamedGroup(scenario: Scenario, from: string, to: string): Scenario {
  const follow = (name: string | undefined): string | undefined => (name === from ? to : name);
  const groups = groupsOf(scenario).map((group) =>
    compact({ ...group, name: follow(group.name), parent: follow(group.parent) } as Group),
  );
  const threads = scenario.threads.map((thread) => compact({ ...thread, cgroup: follow(thread.cgroup) }));
  return withSteps(withGroups({ ...scenario, threads } as Scenario, groups), (step) => onGroup(step, from, to));
}

/** Without a group: what was in it is then in its parent, and what would have changed it is gone. */
export function removedGroup(scenario: Scenario, name: string): Scenario {
  const groups = groupsOf(scenario);
  const parent = groups.find((group) => group.name === name)?.parent;
  const follow = (inside: string | undefined): string | undefined => (inside === name ? parent : inside);
  const rest = groups.filter((group) => group.name !== name);
  const lifted = rest.map((group) => compact({ ...group, parent: follow(group.parent) } as Group));
  const threads = scenario.threads.map((thread) => compact({ ...thread, cgroup: follow(thread.cgroup) }));
  const without = (step: Step): Step | null =>
    groupOfStep(step) !== name ? step : step[0] === 'group' ? onGroup(step, name, parent ?? '') : null;
  return withSteps(withGroups({ ...scenario, threads } as Scenario, lifted), without);
}

/** A change more, or another at the place of one. */
export function putChange(scenario: Scenario, index: number, change: Change): Scenario {
  const changes = changesOf(scenario);
  return withChanges(scenario, index < changes.length ? changes.with(index, change) : [...changes, change]);
}

/** Without one of the changes. */
export const removedChange = (scenario: Scenario, index: number): Scenario =>
  withChanges(scenario, changesOf(scenario).filter((_, i) => i !== index));

/** The changes of a scenario whose task has another name now; `null` for one that is gone, and with it what was to change it. */
export function changesFollow(scenario: Scenario, from: string | undefined, to: string | null): Scenario {
  if (!changesOf(scenario).some(({ step }) => isAbout(step, from))) return scenario;
  const changes = changesOf(scenario).filter(({ step }) => to !== null || !isAbout(step, from));
  return withChanges(scenario, changes.map((change) => ({ ...change, step: onTask(change.step, from, to ?? '') })));
}
