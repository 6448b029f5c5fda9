/** The table feature × version as it is laid out: neighbours with the same value share a cell. Pure. */
import { formatExact } from '../time';
import type { VersionLine, Versions } from '../worker/protocol';

/** A value, for as many versions as share it. */
export interface Stretch {
  /** The first version of it, by its place, and how many there are. */
  readonly first: number;
  readonly span: number;
  readonly words: string;
  /** Whether these kernels have it at all. */
  readonly present: boolean;
  /** Whether the version before has another value; the oldest differs from nothing. */
  readonly isNew: boolean;
}

/** What is said of a thing that a kernel does not have. */
export const ABSENT = '–';

/** The cells of a line. */
export function stretchesOf({ name, cells }: VersionLine): Stretch[] {
  const firsts = cells.map((_, i) => i).filter((i) => i === 0 || cells[i] !== cells[i - 1]);
  return firsts.map((first, k) => ({
    first,
    span: (firsts[k + 1] ?? cells.length) - first,
    words: wordsOf(name, cells[first] ?? null),
    present: cells[first] !== null,
    isNew: k > 0,
  }));
}

const UNIT_NS: Readonly<Record<string, number>> = { ns: 1, us: 1_000, ms: 1_000_000 };

/** A cell in words; a number has the unit that the name ends with. */
export function wordsOf(name: string, cell: VersionLine['cells'][number]): string {
  if (cell === null) return ABSENT;
  if (typeof cell === 'boolean') return cell ? 'on' : 'off';
  if (typeof cell === 'string') return cell;
  const unit_ns = UNIT_NS[name.slice(name.lastIndexOf('_') + 1)];
  return unit_ns === undefined ? String(cell) : formatExact(cell * unit_ns);
}

/** What a version brought: each line in which it differs from the one before, with its value. */
export interface Brought {
  readonly kernel: Versions['kernels'][number];
  readonly changes: readonly { readonly line: VersionLine; readonly words: string }[];
}

/** For each version what it brought, the newest first; the oldest is what the others are compared with and brings nothing. */
export function broughtOf({ kernels, lines }: Versions): Brought[] {
  const changesOf = (i: number): Brought['changes'] =>
    i === 0
      ? []
      : lines
          .filter(({ cells }) => cells[i] !== cells[i - 1])
          .map((line) => ({ line, words: line.cells[i] === null ? 'not there any more' : wordsOf(line.name, line.cells[i] ?? null) }));
  return kernels.map((kernel, i) => ({ kernel, changes: changesOf(i) })).reverse();
}
