/** The numbers of CPUs: how tasks came to them, in words and in columns. Pure. */
import type { CpuRow, Moves } from '../worker/protocol';
import { count, shortDuration } from './metrics';

const KINDS: readonly (keyof Moves)[] = ['placed', 'pulled', 'stolen', 'pushed', 'confined'];

const NO_MOVES: Moves = { placed: 0, pulled: 0, stolen: 0, pushed: 0, confined: 0 };

/** The sum of several CPUs. */
export function movesOf(all: readonly Moves[]): Moves {
  const sum = { ...NO_MOVES };
  for (const moves of all) for (const kind of KINDS) sum[kind] += moves[kind];
  return sum;
}

/** How many there are of all kinds. */
export const totalOf = (moves: Moves): number => KINDS.reduce((sum, kind) => sum + moves[kind], 0);

/** The kinds that occur: `12 placed, 3 pulled`; `none` if none does. */
export function moveWords(moves: Moves): string {
  const words = KINDS.filter((kind) => moves[kind] > 0).map((kind) => `${count(moves[kind])} ${kind}`);
  return words.join(', ') || 'none';
}

/** A column of the table of CPUs. */
export interface CpuColumn {
  readonly head: string;
  readonly hint: string;
  readonly cell: (row: CpuRow) => string;
}

const number =
  (of: (row: CpuRow) => number) =>
  (row: CpuRow): string =>
    count(of(row));

/** All columns in their order. */
export const CPU_COLUMNS: readonly CpuColumn[] = [
  { head: 'idle', hint: 'Time in which it had nobody to run', cell: (row) => shortDuration(row.idle_ns) },
  { head: 'switches', hint: 'How often it went from one task to another, or from or to idle', cell: number((row) => row.switches) },
  { head: 'chosen', hint: 'How often a waking or new task was placed on it', cell: number((row) => row.chosen) },
  { head: 'placed', hint: 'Of these, tasks that were on another CPU before', cell: number((row) => row.moves.placed) },
  { head: 'pulled', hint: 'Waiting tasks that a balance brought to it', cell: number((row) => row.moves.pulled) },
  { head: 'stolen', hint: 'Waiting tasks that it stole when it had nothing', cell: number((row) => row.moves.stolen) },
  { head: 'pushed', hint: 'Running tasks that a balance pushed to it', cell: number((row) => row.moves.pushed) },
  { head: 'confined', hint: 'Tasks that came because their affinity changed', cell: number((row) => row.moves.confined) },
  { head: 'declined', hint: 'How often it looked for tasks and pulled none', cell: number((row) => row.declined) },
  {
    head: 'quiet',
    hint: 'How often a balance by the clock found nobody to pull from; the inspector lists them',
    cell: number((row) => row.quiet),
  },
];

/** The columns that say something: those with a number on some CPU, and always idle time and switches. */
export function columnsFor(rows: readonly CpuRow[]): readonly CpuColumn[] {
  return CPU_COLUMNS.filter((column, place) => place < 2 || rows.some((row) => column.cell(row) !== '0'));
}
