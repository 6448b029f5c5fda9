/** The rows of the table of metrics in words: what each cell says and how it is marked. Pure. */
import { count, differenceOf, verdictOf, type Column, type Source, type Task, type Verdict } from './metrics';
import { classOf } from '../tasks/policies';
import type { TaskRow } from '../worker/protocol';

/** What a cell says, and whether that is better or worse than the other side's. */
export interface Cell {
  readonly text: string;
  readonly verdict: Verdict | '';
}

/** A row of a task: a side's numbers, the difference of the two, or in the compact table all sides beside each other. */
export interface Line {
  /** The side, or what else the row is. */
  readonly of: number | 'difference' | 'all';
  readonly cells: readonly Cell[];
  /** Whose lag is drawn at the end of the row. */
  readonly lag: TaskRow | null;
}

const NOTHING: Cell = { text: '', verdict: '' };
/** A number that there is, but that a recording does not know. */
const UNKNOWN: Cell = { text: '\u2013', verdict: '' };

/** The rows of a task. */
export function linesOf(task: Task, columns: readonly Column[], sources: readonly Source[], compact: boolean): readonly Line[] {
  return compact ? [allSides(task, columns, sources)] : eachSide(task, columns, sources);
}

function allSides(task: Task, columns: readonly Column[], sources: readonly Source[]): Line {
  const cells = columns.flatMap((column) => sources.map((source, i) => beside(task, column, source.side, task.rows[i] ?? null)));
  return { of: 'all', cells, lag: null };
}

/** B's cell says what it is beside A's. */
function beside(task: Task, column: Column, side: number, row: TaskRow | null): Cell {
  const cell = cellOf(column, side, row);
  const by = side === 1 ? differenceOf(task, column.key) : null;
  return by === null ? cell : { ...cell, verdict: verdictOf(column, by) };
}

function eachSide(task: Task, columns: readonly Column[], sources: readonly Source[]): readonly Line[] {
  return sources.flatMap(({ side }, i) => {
    const row = task.rows[i];
    if (!row) return [];
    const lag = side === 2 || task.members || !isFair(row) ? null : row;
    const line: Line = { of: side, cells: columns.map((column) => cellOf(column, side, row)), lag };
    return side === 1 && task.rows[0] ? [line, difference(task, columns)] : [line];
  });
}

/** Above the fair class there is no lag. */
const isFair = ({ policy }: TaskRow): boolean => classOf(policy) === 'fair';

/** A recording does not have the lags nor who was held back, and a group not what has no sum. */
function cellOf({ key, format }: Column, side: number, row: TaskRow | null): Cell {
  if (row === null || (key.startsWith('lag') && !isFair(row))) return NOTHING;
  if (side === 2 && (key.startsWith('lag') || key === 'throttled_ns' || key === 'missed')) return UNKNOWN;
  return Number.isNaN(row[key]) ? NOTHING : { text: format(row[key]), verdict: '' };
}

function difference(task: Task, columns: readonly Column[]): Line {
  const has = ({ key }: Column): boolean => !key.startsWith('lag') || task.rows.every((row) => row === null || isFair(row));
  return { of: 'difference', cells: columns.map((column) => (has(column) ? change(column, differenceOf(task, column.key)) : NOTHING)), lag: null };
}

/** Where two waits ended is not a matter of more or less. */
function change(column: Column, by: number | null): Cell {
  if (by === null || column.key === 'wait_max_at_ns') return NOTHING;
  const text = by === 0 ? '=' : `${by > 0 ? '+' : ''}${column.format(by)}`;
  return { text, verdict: verdictOf(column, by) };
}

/** A number to the last digit with what it is: `hog, A: wait mean 2 666 667 ns`; empty where there is none. */
export function exactWords(
  task: Task,
  { key, group, head }: Column,
  of: Source | 'difference',
  sources: readonly Source[],
): string {
  const value = of === 'difference' ? differenceOf(task, key) : (task.rows[sources.indexOf(of)]?.[key] ?? null);
  if (value === null || Number.isNaN(value)) return '';
  const unit = key.endsWith('_ns') ? ' ns' : key.endsWith('_permille') ? ' ‰' : '';
  const what = `${group.split(',')[0]} ${head}`;
  return `${task.name}, ${of === 'difference' ? 'B\u2212A' : of.letter}: ${what} ${count(value)}${unit}`;
}
