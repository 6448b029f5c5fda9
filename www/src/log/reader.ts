/** Reads the log of decisions in pages around what is seen, so that its length does not matter. */
import type { Query, Reply } from '../worker/client';
import type { LogGroup, LogRow } from '../worker/protocol';

/** Which decisions of a run. */
export interface Filter {
  /** Counts what was opened: rows of an earlier run are not shown. */
  readonly revision: number;
  readonly side: number;
  /** Empty for any. */
  readonly task: string;
  /** Empty for any. */
  readonly groups: readonly LogGroup[];
  /** `null` for any. */
  readonly cpu: number | null;
}

/** What has been read. */
export interface Page {
  readonly filter: Filter;
  /** Decisions that the filter lets through; `null` until the engine has said. */
  readonly total: number | null;
  readonly from: number;
  readonly rows: readonly LogRow[];
}

/** Asks the engine; see `Session.query`. */
export type Ask = (question: Query<'log'>, lane: string) => Promise<Reply<'log'>>;

/** Every group, in the order in which they are offered. */
export const GROUPS: readonly LogGroup[] = [
  'wakeup',
  'preemption',
  'tick',
  'slice timer',
  'block',
  'yield',
  'exit',
  'keep',
  'change',
  'throttle',
  'placement',
  'balance',
];

/** Rows read before and after those that are seen, so that a wheel seldom has to wait. */
const AHEAD = 60;

/** True if the two let the same rows through. */
export const sameFilter = (a: Filter, b: Filter): boolean =>
  a.revision === b.revision && a.side === b.side && a.task === b.task && a.cpu === b.cpu && a.groups.join() === b.groups.join();

/** One table's reading. `changed` is told of every new page. */
export class LogReader {
  page: Page;
  private asked: { from: number; end: number } | null = null;

  constructor(
    filter: Filter,
    private readonly ask: Ask,
    private readonly changed: () => void,
  ) {
    this.page = { filter, total: null, from: 0, rows: [] };
  }

  /** The row at a position, if it has been read. */
  at(position: number): LogRow | undefined {
    return this.page.rows[position - this.page.from];
  }

  /** Another filter, or another run: what is shown stays until the first answer, so that nothing flickers. */
  use(filter: Filter): void {
    if (sameFilter(filter, this.page.filter)) return;
    const sameList = filter.side === this.page.filter.side && filter.task === this.page.filter.task && filter.cpu === this.page.filter.cpu;
    this.page = { ...this.page, filter, rows: sameList ? this.page.rows : [] };
    this.asked = null;
  }

  /** Makes sure that the rows from `first` are read. */
  async read(first: number, count: number): Promise<void> {
    const known = Math.min(first + count, this.page.total ?? Infinity);
    if (this.asked && first >= this.asked.from && known <= this.asked.end) return;
    const from = Math.max(first - AHEAD, 0);
    const asked = { from, end: first + count + AHEAD };
    this.asked = asked;
    const { filter } = this.page;
    const answer = await this.ask({ type: 'log', ...questionOf(filter), from, count: asked.end - from }, 'log');
    // Whoever asked since has taken this one's place.
    if (this.asked !== asked) return;
    if (answer?.type !== 'log') this.asked = null;
    else this.arrived({ filter, total: answer.total, from, rows: answer.rows });
  }

  /**
   * The position of a trace row among those that the filter lets through, or of the last one before it; `null` if there is
   * none, or the engine does not say.
   */
  async find(row: number): Promise<number | null> {
    const { filter } = this.page;
    const answer = await this.ask({ type: 'log', ...questionOf(filter), from: 0, count: 0, find: row }, 'log position');
    if (answer?.type !== 'log' || answer.total === 0 || !sameFilter(filter, this.page.filter)) return null;
    if (this.page.total !== answer.total) this.arrived({ ...this.page, total: answer.total });
    return answer.position < 0 ? null : answer.position;
  }

  private arrived(page: Page): void {
    this.page = page;
    this.changed();
  }
}

function questionOf({ side, task, groups, cpu }: Filter): Pick<Query<'log'>, 'side' | 'task' | 'groups' | 'cpu'> {
  return { side, task, groups, ...(cpu === null ? {} : { cpu }) };
}

/** How many decisions there are of each group; asks for one after the other, and gives up when told to. */
export async function countGroups(filter: Filter, ask: Ask, goesOn: () => boolean): Promise<ReadonlyMap<LogGroup, number>> {
  const counts = new Map<LogGroup, number>();
  for (const group of GROUPS) {
    if (!goesOn()) break;
    const answer = await ask({ type: 'log', ...questionOf(filter), groups: [group], from: 0, count: 0 }, 'log counts');
    if (answer?.type === 'log') counts.set(group, answer.total);
  }
  return counts;
}
