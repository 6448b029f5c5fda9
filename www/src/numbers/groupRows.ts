/** The numbers of groups: sums over the tasks in them, however deep. Pure. */
import { pathOf, withinOf, type Group } from '../tasks/groups';
import type { Thread } from '../tasks/scenario';
import type { TaskRow } from '../worker/protocol';
import type { Task } from './metrics';

/** What has no sum: a percentile of a group is not known from those of its tasks. */
const UNKNOWN = NaN;

/** A row for each group that has tasks, in the scenario's order, under its path: `apps/web/`. */
export function groupRows(groups: readonly Group[], threads: readonly Thread[], tasks: readonly Task[]): Task[] {
  return groups.flatMap(({ name }) => {
    const within = withinOf(groups, name);
    const inside = new Set(threads.filter(({ cgroup }) => cgroup !== undefined && within.has(cgroup)).map((thread) => thread.name));
    const members = tasks.filter((task) => inside.has(task.name));
    if (members.length === 0) return [];
    const sides = members[0]!.rows.map((_, side) => members.map(({ rows }) => rows[side] ?? null));
    const path = `${pathOf(groups, name)}/`;
    return [{ name: path, index: -1, members: members.length, rows: sides.map((rows) => sumOf(path, rows)) }];
  });
}

/** `null` where one of them is missing: a sum of some is no sum. */
function sumOf(name: string, rows: readonly (TaskRow | null)[]): TaskRow | null {
  const known = rows.filter((row) => row !== null);
  if (known.length < rows.length) return null;
  const sum = (of: (row: TaskRow) => number): number => known.reduce((total, row) => total + of(row), 0);
  const wait_count = sum((row) => row.wait_count);
  const longest = known.reduce((a, b) => (b.wait_max_ns > a.wait_max_ns ? b : a));
  return {
    ...{ name, policy: '', nice: 0 },
    cpu_ns: sum((row) => row.cpu_ns),
    share_permille: sum((row) => row.share_permille),
    switches: sum((row) => row.switches),
    preempted: sum((row) => row.preempted),
    wakeups: sum((row) => row.wakeups),
    voluntary: sum((row) => row.voluntary),
    throttled_ns: sum((row) => row.throttled_ns),
    missed: sum((row) => row.missed),
    wait_count,
    wait_mean_ns: wait_count === 0 ? 0 : Math.round(sum((row) => row.wait_mean_ns * row.wait_count) / wait_count),
    wait_p50_ns: UNKNOWN,
    wait_p99_ns: UNKNOWN,
    wait_max_ns: longest.wait_max_ns,
    wait_max_at_ns: longest.wait_max_at_ns,
    lag_min_ns: UNKNOWN,
    lag_max_ns: UNKNOWN,
    lag_bound_ns: 0,
  };
}
