/** The numbers of a run as a table: which columns there are, in which order the tasks stand, what is better. Pure. */
import { formatClock, formatDuration } from '../time';
import type { Recorded, SideSummary, Summary, TaskRow } from '../worker/protocol';

/** The numbers of a task that have a column. */
export type Key = Exclude<
  { [K in keyof TaskRow]: TaskRow[K] extends number ? K : never }[keyof TaskRow],
  'nice' | 'lag_bound_ns'
>;

/** A column of the table. */
export interface Column {
  readonly key: Key;
  readonly group: string;
  readonly head: string;
  readonly hint: string;
  readonly format: (value: number) => string;
  /** For a task less of it is better; of the others neither more nor less is. */
  readonly lessIsBetter: boolean;
  /** One of those that the compact table has. */
  readonly compact: boolean;
  /** It has a column only where it is not 0 for all: few runs have it. */
  readonly rare: boolean;
}

const MINUS = '\u2212';
const NARROW_SPACE = '\u202f';

/** A length of time with as many digits as a table needs. */
export const shortDuration = (t_ns: number): string => formatDuration(Number(t_ns.toPrecision(4)));
/** And where it has to be narrow. */
const shortestDuration = (t_ns: number): string => formatDuration(Number(t_ns.toPrecision(3)));
/** A whole number with a thin space between thousands. */
export const count = (value: number): string =>
  (value < 0 ? MINUS : '') + String(Math.abs(value)).replace(/\B(?=(\d{3})+$)/g, NARROW_SPACE);
const percent = (permille: number): string => `${(permille / 10).toFixed(1).replace('-', MINUS)}${NARROW_SPACE}%`;

type Rest = Partial<Pick<Column, 'lessIsBetter' | 'compact' | 'rare'>>;

function column(group: string, key: Key, head: string, hint: string, format: Column['format'], rest: Rest = {}): Column {
  return { group, key, head, hint, format, lessIsBetter: false, compact: false, rare: false, ...rest };
}

const SHORTER: Rest = { lessIsBetter: true };

/** All columns in their order; neighbours of one group stand under one heading. */
export const COLUMNS: readonly Column[] = [
  column('CPU', 'cpu_ns', 'runtime', 'Time on the CPU', shortDuration, { compact: true }),
  column('CPU', 'share_permille', 'share', 'Share of the run', percent),
  column('switches', 'switches', 'in', 'Times it was switched in', count, { compact: true }),
  column('switches', 'preempted', 'preempted', 'Times it had to leave though it could run on', count, { compact: true }),
  column('switches', 'voluntary', 'voluntary', 'Times it gave the CPU up by blocking or ending', count),
  column('switches', 'wakeups', 'wakeups', 'Times it woke', count),
  column('budget', 'throttled_ns', 'throttled', 'Time in which it had work and might not run: a quota or a budget was used up', shortDuration, {
    ...SHORTER,
    compact: true,
    rare: true,
  }),
  column('budget', 'missed', 'missed', 'Jobs that were finished after their deadline', count, { ...SHORTER, compact: true, rare: true }),
  column('waits, from runnable to running', 'wait_count', 'count', 'How often it waited', count),
  column('waits, from runnable to running', 'wait_mean_ns', 'mean', 'The mean of its waits', shortDuration, {
    ...SHORTER,
    compact: true,
  }),
  column('waits, from runnable to running', 'wait_p50_ns', 'P50', 'Half of the waits were no longer', shortDuration, SHORTER),
  column('waits, from runnable to running', 'wait_p99_ns', 'P99', '99 of 100 waits were no longer', shortDuration, {
    ...SHORTER,
    compact: true,
  }),
  column('waits, from runnable to running', 'wait_max_ns', 'max', 'The longest wait; press to go there', shortDuration, {
    ...SHORTER,
    compact: true,
  }),
  column('waits, from runnable to running', 'wait_max_at_ns', 'ended at', 'When the longest wait ended', formatClock),
  column('lag, ns of service', 'lag_min_ns', 'least', 'The least lag when it was switched in or out', shortDuration),
  column('lag, ns of service', 'lag_max_ns', 'greatest', 'The greatest lag when it was switched in or out', shortDuration),
];

const narrow = (one: Column): Column => (one.format === shortDuration ? { ...one, format: shortestDuration } : one);
const COMPACT: readonly Column[] = COLUMNS.filter(({ compact }) => compact).map(narrow);

/** The columns that the table has for these tasks. */
export function columnsOf(compact: boolean, tasks: readonly Task[]): readonly Column[] {
  const occurs = ({ key }: Column): boolean => tasks.some(({ rows }) => rows.some((row) => row !== null && row[key] > 0));
  return (compact ? COMPACT : COLUMNS).filter((column) => !column.rare || occurs(column));
}

/** Neighbouring columns under one heading. */
export function groupsOf(columns: readonly Column[]): { readonly name: string; readonly span: number }[] {
  const groups: { name: string; span: number }[] = [];
  for (const { group } of columns) {
    const last = groups.at(-1);
    if (last?.name === group) last.span++;
    else groups.push({ name: group, span: 1 });
  }
  return groups;
}

/** Whose numbers: A, B or a recording, which has no numbers but those of its tasks. */
export interface Source {
  /** 0 and 1 are A and B, 2 is the recording. */
  readonly side: number;
  readonly letter: string;
  readonly summary: SideSummary | null;
  readonly tasks: readonly TaskRow[];
}

/** Whose numbers there are; a closed B has none, whatever was opened last. */
export function sourcesOf(summary: Summary | null, alone: boolean, recorded: Recorded | null): Source[] {
  const sides = (summary?.sides ?? []).slice(0, alone ? 1 : 2);
  const sources = sides.map((one, side) => ({ side, letter: 'AB'[side]!, summary: one, tasks: one.tasks }));
  return recorded ? [...sources, { side: 2, letter: 'rec', summary: null, tasks: recorded.tasks.map(asRecorded) }] : sources;
}

/** Nothing in a recording says who is held back, or when a job was to be done. */
const asRecorded = (row: TaskRow): TaskRow => ({ ...row, throttled_ns: NaN, missed: NaN });

/** A task with its numbers in each source; `null` where that has no such task. */
export interface Task {
  readonly name: string;
  /** In the scenario, where its colour stands; -1 for a task that only a recording has. */
  readonly index: number;
  readonly rows: readonly (TaskRow | null)[];
  /** Of a group, whose numbers are sums over so many tasks. */
  readonly members?: number;
}

/** Every task, in the scenario's order; those that only a recording has come last. */
export function tasksOf(sources: readonly Source[]): Task[] {
  const names = [...new Set(sources.flatMap(({ tasks }) => tasks.map(({ name }) => name)))];
  const scenario = sources.find(({ summary }) => summary)?.tasks ?? [];
  const found = sources.map(({ tasks }) => new Map(tasks.map((row) => [row.name, row])));
  return names.map((name) => ({
    name,
    index: scenario.findIndex((row) => row.name === name),
    rows: found.map((rows) => rows.get(name) ?? null),
  }));
}

/** B − A of a number; `null` unless both have the task, and of what has no sum. */
export function differenceOf({ rows: [a, b] }: Pick<Task, 'rows'>, key: Key): number | null {
  const by = a && b ? b[key] - a[key] : NaN;
  return Number.isNaN(by) ? null : by;
}

/** What a difference means for the task: `better` and `worse` only where less is better. */
export type Verdict = 'better' | 'worse' | 'same' | 'other';

/** The verdict on B − A. */
export function verdictOf({ lessIsBetter }: Pick<Column, 'lessIsBetter'>, by: number): Verdict {
  if (by === 0) return 'same';
  if (!lessIsBetter) return 'other';
  return by < 0 ? 'better' : 'worse';
}

/** By which numbers the tasks are ordered: a source's by its place, or the differences. */
export type Basis = number | 'difference';

/** The order of the tasks; without a key that of the scenario. */
export interface Order {
  readonly key: Key | 'name' | null;
  readonly basis: Basis;
  readonly descending: boolean;
}

/** As the scenario has them. */
export const AS_WRITTEN: Order = { key: null, basis: 0, descending: true };

/** The next order when a heading is pressed: greatest first, least first, as written; names the other way round. */
export function pressed(old: Order, key: Key | 'name', basis: Basis = old.basis): Order {
  const first = key !== 'name';
  if (old.key !== key || old.basis !== basis) return { key, basis, descending: first };
  return old.descending === first ? { ...old, descending: !first } : { ...AS_WRITTEN, basis };
}

/** The tasks in an order; those that lack the number come last. */
export function ordered(tasks: readonly Task[], { key, basis, descending }: Order): readonly Task[] {
  if (key === null) return tasks;
  const sign = descending ? -1 : 1;
  if (key === 'name') return tasks.toSorted((a, b) => sign * a.name.localeCompare(b.name));
  const value = (task: Task): number | null => {
    const number = basis === 'difference' ? differenceOf(task, key) : (task.rows[basis]?.[key] ?? null);
    return Number.isNaN(number) ? null : number;
  };
  return tasks.toSorted((a, b) => compare(value(a), value(b), sign));
}

function compare(a: number | null, b: number | null, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return sign * (a - b);
}
