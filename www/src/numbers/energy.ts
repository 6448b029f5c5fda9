/** What CPUs used, and how fast their clocks were: rows with a number for each side. Pure. */
import { parseCpuList } from '../tasks/machine/cpulist';
import type { SideSummary } from '../worker/protocol';

/** A row: of a CPU, of a clock, or of all; `null` where a side does not tell. */
export interface EnergyRow {
  readonly key: string;
  readonly name: string;
  readonly level: 'all' | 'clock' | 'cpu';
  /** By side. */
  readonly energy_uj: readonly (number | null)[];
  readonly mean_khz: readonly (number | null)[];
  readonly changes: readonly (number | null)[];
}

/** More CPUs than these are not listed one by one. */
const CPUS_MAX = 32;

type Clock = SideSummary['clocks'][number];

/** All together, then each clock with its CPUs; nothing where no points of clocks are told. */
export function energyRows(sides: readonly SideSummary[]): EnergyRow[] {
  const [first] = sides;
  if (!first || first.clocks.length === 0) return [];
  const clocks = first.clocks.flatMap(({ cpus }, at) => {
    const own = sides.map((side) => side.clocks[at]);
    return [clockRow(cpus, own), ...cpuRows(sides, cpus)];
  });
  const told = sides.map(({ clocks }) => sum(clocks.map((clock) => clock.energy_uj)));
  if (told.every((energy) => energy === null)) return clocks;
  const none = sides.map(() => null);
  return [{ key: 'all', name: 'all CPUs', level: 'all', energy_uj: told, mean_khz: none, changes: none }, ...clocks];
}

function clockRow(cpus: string, own: readonly (Clock | undefined)[]): EnergyRow {
  const of = (key: 'energy_uj' | 'mean_khz' | 'changes'): (number | null)[] => own.map((clock) => clock?.[key] ?? null);
  return { key: cpus, name: `CPU ${cpus}`, level: 'clock', energy_uj: of('energy_uj'), mean_khz: of('mean_khz'), changes: of('changes') };
}

function cpuRows(sides: readonly SideSummary[], cpus: string): EnergyRow[] {
  const own = parseCpuList(cpus) ?? [];
  const told = sides.some((side) => own.some((cpu) => side.cpus[cpu]?.energy_uj !== undefined));
  if (own.length < 2 || !told || (sides[0]?.cpus.length ?? 0) > CPUS_MAX) return [];
  const none = sides.map(() => null);
  return own.map((cpu) => ({
    key: `cpu ${cpu}`,
    name: `CPU ${cpu}`,
    level: 'cpu',
    energy_uj: sides.map((side) => side.cpus[cpu]?.energy_uj ?? null),
    mean_khz: none,
    changes: none,
  }));
}

function sum(values: readonly (number | undefined)[]): number | null {
  return values.some((value) => value === undefined) ? null : values.reduce<number>((all, value) => all + (value ?? 0), 0);
}

const MINUS = '\u2212';
const SPACE = '\u202f';

/** An energy with four digits: `12.34 mJ`. */
export function inJoules(uj: number): string {
  const size = Math.abs(uj);
  const [unit, name] = size >= 1e6 ? [1e6, 'J'] : size >= 1e3 ? [1e3, 'mJ'] : [1, 'µJ'];
  return `${uj < 0 ? MINUS : ''}${Number((size / unit).toPrecision(4))}${SPACE}${name}`;
}

/** B − A; empty unless both are there. */
export function differenceWords([a, b]: readonly (number | null)[], format: (value: number) => string): string {
  if (a == null || b == null) return '';
  if (a === b) return '=';
  return b > a ? `+${format(b - a)}` : `${MINUS}${format(a - b)}`;
}

/** How much of A's energy B took more or less, in words: `−41.2 %`; empty where that says nothing. */
export function shareWords([a, b]: readonly (number | null)[]): string {
  if (a == null || b == null || a === 0 || a === b) return '';
  const percent = (100 * (b - a)) / a;
  return `${percent < 0 ? MINUS : '+'}${Math.abs(percent).toFixed(1)}${SPACE}%`;
}

