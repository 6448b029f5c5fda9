/** The tests on the way to a decision between CPUs, as rows of a list. Pure. */
import type { Between } from '../worker/protocol';

export type Test = Between['tests'][number];

/** A row, or rows that open when asked for. */
export type Entry = { readonly kind: 'test'; readonly test: Test } | { readonly kind: 'more'; readonly tests: readonly Test[] };

/** So many rows of one search stand in the list; beyond them only the first ones and the last. */
export const ROWS_MAX = 16;

/** Rules by which CPUs or groups are gone through one after the other. */
const SEARCHES: Readonly<Record<string, string>> = {
  Idle: 'CPUs',
  Fits: 'CPUs',
  Cheaper: 'CPUs',
  WakesFastest: 'CPUs',
  LeastLoaded: 'CPUs',
  QueueBusiest: 'CPUs',
  OwnGroup: 'groups',
  GroupHasIdle: 'groups',
  GroupOverloaded: 'groups',
  GroupLeastBusy: 'groups',
  GroupBusiest: 'groups',
};

/** The rows in order, long searches folded in the middle; what decides always has its row. */
export function entriesOf(tests: readonly Test[]): readonly Entry[] {
  return searchesOf(tests).flatMap((search) => folded(search));
}

function searchesOf(tests: readonly Test[]): readonly (readonly Test[])[] {
  const searches: Test[][] = [];
  let before: string | undefined;
  for (const test of tests) {
    const search = SEARCHES[test.rule];
    if (search !== undefined && search === before) searches[searches.length - 1]!.push(test);
    else searches.push([test]);
    before = search;
  }
  return searches;
}

function folded(search: readonly Test[]): readonly Entry[] {
  if (search.length <= ROWS_MAX) return search.map(row);
  const decides = search.findIndex((test) => test.decides);
  const first = search.slice(0, ROWS_MAX - 1);
  const last = decides >= first.length ? decides : search.length - 1;
  const [middle, rest] = [search.slice(first.length, last), search.slice(last + 1)];
  return [...first.map(row), ...more(middle), row(search[last]!), ...more(rest)];
}

const row = (test: Test): Entry => ({ kind: 'test', test });
const more = (tests: readonly Test[]): readonly Entry[] => (tests.length > 0 ? [{ kind: 'more', tests }] : []);

/** A finding in pieces: text, and the numbers of CPUs that can be gone to. */
export type Piece = string | { readonly cpu: number };

/** `CPU 3 is idle` is a CPU and a text; lists of CPUs stay text. */
export function piecesOf(finding: string): readonly Piece[] {
  const parts = finding.split(/\bCPU (\d+)/);
  return parts.flatMap((part, place): readonly Piece[] => (place % 2 === 1 ? [{ cpu: Number(part) }] : part === '' ? [] : [part]));
}

/** What was compared, as a program reads it: `nr_running = 2, idle_policy = 0`. */
export const operandsText = ({ operands }: Test): string => operands.map(([name, value]) => `${name} = ${value}`).join(', ');

/** Everything, line by line, for a mail or a bug report. */
export function betweenLines({ asked, tests }: Between): readonly string[] {
  const line = (test: Test): string => {
    const numbers = operandsText(test);
    return `  ${test.decides ? '>' : '-'} ${test.finding}${numbers ? ` (${numbers})` : ''}`;
  };
  return [`  ${asked}`, ...tests.map(line)];
}
