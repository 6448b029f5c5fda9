/**
 * Captions with numbers of the run, so that they cannot go stale. A place is `{SIDE.WHAT}` with the side A or B and one of
 *
 * - `switches`, `idle`, `idle_queued`, `moves`, `placed`, `pulled`, `stolen`, `pushed`, `confined`, `declined`: of the machine;
 * - `cpu 3.busy`, `cpu 0-3.busy`, and the like with the words above: of some of its CPUs;
 * - `TASK.cpu`, `.share`, `.switches`, `.preempted`, `.wakeups`, `.wait_mean`, `.wait_p99`, `.wait_max`, `.throttled`, `.missed`: of the
 *   task of that name, or with `NAME*` of all whose names begin so (the largest wait, the sum of anything else).
 */
import { formatDuration } from '../time';
import type { SideSummary, TaskRow } from '../worker/protocol';
import { count, shortDuration } from './metrics';

/** A side's numbers as a caption may name them; what the engine does not say is not offered. */
export type Numbers = SideSummary;

const PLACE = /\{([AB])\.([^{}]+)\}/g;

/** What a place says while its number is not known, and for good if there is no such number. */
const UNKNOWN = '…';

/** The text with every place filled from the sides, A first. */
export function filled(caption: string, sides: readonly Numbers[]): string {
  return caption.replace(PLACE, (_, side: string, what: string) => {
    const numbers = sides[side === 'A' ? 0 : 1];
    return (numbers && valueOf(what, numbers)) ?? UNKNOWN;
  });
}

/** The places of a caption that name nothing which the sides have. */
export const unknownIn = (caption: string, sides: readonly Numbers[]): string[] =>
  [...caption.matchAll(PLACE)].filter(([place]) => filled(place!, sides) === UNKNOWN).map(([place]) => place!);

function valueOf(what: string, numbers: Numbers): string | undefined {
  const at = what.lastIndexOf('.');
  if (at < 0) return ofCpus(what, numbers, numbers.cpus);
  const [whose, field] = [what.slice(0, at), what.slice(at + 1)];
  const range = /^cpu (\d+)(?:-(\d+))?$/.exec(whose);
  if (!range) return ofTasks(field, rowsOf(whose, numbers.tasks));
  const [first, last] = [Number(range[1]), Number(range[2] ?? range[1])];
  return ofCpus(
    field,
    numbers,
    numbers.cpus.filter(({ cpu }) => cpu >= first && cpu <= last),
  );
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const share = (part: number, whole: number): string => `${Math.round((1_000 * part) / whole) / 10}\u202f%`;

type Cpus = Numbers['cpus'];

/** Of some CPUs together; of a machine of one CPU there are none apart. */
function ofCpus(field: string, numbers: Numbers, cpus: Cpus): string | undefined {
  const whole = cpus.length === numbers.cpus.length;
  if (field === 'switches' && whole) return count(numbers.switches);
  if (field === 'idle_queued' && whole) return shortDuration(numbers.idle_queued_ns);
  if (cpus.length === 0) return undefined;
  const each = (of: (cpu: Cpus[number]) => number): number => sum(cpus.map(of));
  const idle_ns = each((cpu) => cpu.idle_ns);
  const fields: Readonly<Record<string, () => string>> = {
    idle: () => shortDuration(idle_ns),
    busy: () => share(numbers.end_ns * cpus.length - idle_ns, numbers.end_ns * cpus.length),
    switches: () => count(each((cpu) => cpu.switches)),
    declined: () => count(each((cpu) => cpu.declined)),
    placed: () => count(each(({ moves }) => moves.placed)),
    pulled: () => count(each(({ moves }) => moves.pulled)),
    stolen: () => count(each(({ moves }) => moves.stolen)),
    pushed: () => count(each(({ moves }) => moves.pushed)),
    confined: () => count(each(({ moves }) => moves.confined)),
    moves: () => count(each(({ moves }) => sum(Object.values(moves)))),
  };
  return fields[field]?.();
}

function rowsOf(name: string, tasks: readonly TaskRow[]): readonly TaskRow[] {
  const begins = name.endsWith('*') ? name.slice(0, -1) : null;
  return tasks.filter((task) => (begins === null ? task.name === name : task.name.startsWith(begins)));
}

/** Of some tasks together. */
function ofTasks(field: string, rows: readonly TaskRow[]): string | undefined {
  if (rows.length === 0) return undefined;
  const all = (of: (row: TaskRow) => number): number => sum(rows.map(of));
  const most = (of: (row: TaskRow) => number): number => Math.max(...rows.map(of));
  const fields: Readonly<Record<string, () => string>> = {
    cpu: () => formatDuration(all((row) => row.cpu_ns)),
    share: () => share(all((row) => row.share_permille), 1_000),
    switches: () => count(all((row) => row.switches)),
    preempted: () => count(all((row) => row.preempted)),
    wakeups: () => count(all((row) => row.wakeups)),
    missed: () => count(all((row) => row.missed)),
    throttled: () => shortDuration(all((row) => row.throttled_ns)),
    wait_mean: () => shortDuration(all((row) => row.wait_mean_ns * row.wait_count) / Math.max(all((row) => row.wait_count), 1)),
    wait_p99: () => shortDuration(most((row) => row.wait_p99_ns)),
    wait_max: () => shortDuration(most((row) => row.wait_max_ns)),
  };
  return fields[field]?.();
}
