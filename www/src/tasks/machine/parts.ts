/** A machine by its parts, as files write it and the page edits it. Pure; whether there can be one is the engine's business. */

/** What some of the CPUs are. */
export interface Kind {
  /** As the kernel lists CPUs: `0-3,8`. */
  readonly cpus: string;
  readonly name?: string;
  readonly capacity_dmips_mhz?: number;
  /** Clock and, where it is known, voltage; slowest first. */
  readonly opps_khz_uv?: readonly (readonly number[])[];
  readonly [extra: string]: unknown;
}

/** What of it is to change; `undefined` is not said any more. */
export type KindChange = Partial<{ [K in 'cpus' | 'name' | 'capacity_dmips_mhz' | 'opps_khz_uv']: Kind[K] | undefined }>;

/** How many of each part are in the one above it, largest first. */
export const COUNTS = ['sockets', 'nodes', 'llcs', 'clusters', 'cores', 'threads'] as const;
export type Count = (typeof COUNTS)[number];

/** The parts, with whatever else is said of them kept as it is. */
export interface Parts extends Partial<Record<Count, number>> {
  /** What `cores` is called where there is nothing else to count. */
  readonly cpus?: number;
  readonly style?: 'x86' | 'arm';
  readonly numbering?: 'cores-first' | 'threads-first';
  readonly kinds?: readonly Kind[];
  readonly [extra: string]: unknown;
}

/** Capacity per MHz of a kind of which it is not said: the biggest. */
export const CAPACITY_FULL = 1024;
/** As many as a machine can have. */
export const CPUS_MAX = 512;

/** What is said of single CPUs, and so is said of no others when their number changes. */
const LISTS = ['package_cpus', 'node_cpus', 'distances', 'llc_cpus', 'cluster_cpus', 'core_cpus', 'policy_cpus'] as const;

export function countOf(parts: Parts, count: Count): number {
  return parts[count] ?? (count === 'cores' ? parts.cpus : undefined) ?? 1;
}

/** CPUs, or cores if threads are left out. */
function product(parts: Parts, counts: readonly Count[]): number {
  return counts.reduce((all, count) => all * countOf(parts, count), 1);
}

export function cpuCount(parts: Parts): number {
  return product(parts, COUNTS);
}

/** The most that a count can be while the machine has no more CPUs than one can have. */
export function mostOf(parts: Parts, count: Count): number {
  const others = cpuCount(parts) / countOf(parts, count);
  return Math.max(1, Math.floor(CPUS_MAX / others));
}

/** With another number of a part; kinds share the CPUs anew, and what was said of single CPUs is gone. */
export function withCount(parts: Parts, count: Count, to: number): Parts {
  const { cpus: _, ...rest } = parts;
  const counts = Object.fromEntries(COUNTS.map((key) => [key, key === count ? to : countOf(parts, key)]));
  const kept = Object.fromEntries(Object.entries(rest).filter(([key]) => !(LISTS as readonly string[]).includes(key)));
  return shared({ ...kept, ...counts });
}

/** With threads numbered another way, which says other CPUs to be of a kind. */
export function withNumbering(parts: Parts, numbering: NonNullable<Parts['numbering']>): Parts {
  return withCount({ ...parts, numbering }, 'threads', countOf(parts, 'threads'));
}

/** Every kind gets as many cores as the others, in order; the last one what is left. */
function shared(parts: Parts): Parts {
  const cores = product(parts, COUNTS) / countOf(parts, 'threads');
  const kinds = (parts.kinds ?? []).slice(0, cores);
  if (kinds.length === 0) return parts;
  const each = Math.floor(cores / kinds.length);
  const last = (at: number): number => (at === kinds.length - 1 ? cores : (at + 1) * each);
  return { ...parts, kinds: kinds.map((kind, at) => ({ ...kind, cpus: cpusOfCores(parts, cores, at * each, last(at)) })) };
}

/** The CPUs of cores in a row, all threads of them. */
function cpusOfCores(parts: Parts, cores: number, from: number, to: number): string {
  const threads = countOf(parts, 'threads');
  const range = (first: number, after: number): string => (after - first === 1 ? `${first}` : `${first}-${after - 1}`);
  if (parts.numbering === 'threads-first') return range(from * threads, to * threads);
  return from === 0 && to === cores
    ? range(0, cores * threads)
    : Array.from({ length: threads }, (_, thread) => range(thread * cores + from, thread * cores + to)).join(',');
}

/** The kinds; one of all CPUs where none is said. */
export function kindsOf(parts: Parts): readonly Kind[] {
  const all = cpuCount(parts);
  return parts.kinds ?? [{ cpus: all === 1 ? '0' : `0-${all - 1}` }];
}

export function withKind(parts: Parts, at: number, change: KindChange): Parts {
  return { ...parts, kinds: kindsOf(parts).map((kind, i) => (i === at ? compact({ ...kind, ...change }) : kind)) };
}

/** One kind more, as the last one; the cores are shared anew. */
export function withNewKind(parts: Parts): Parts {
  const kinds = kindsOf(parts);
  return shared({ ...parts, kinds: [...kinds, kinds[kinds.length - 1]!] });
}

export function withoutKind(parts: Parts, at: number): Parts {
  return shared({ ...parts, kinds: kindsOf(parts).filter((_, i) => i !== at) });
}

/** Without what is not said. */
function compact(kind: Record<string, unknown>): Kind {
  return Object.fromEntries(Object.entries(kind).filter(([, value]) => value !== undefined)) as unknown as Kind;
}

/** Operating points as people write them: `533@700 999@800`, MHz and mV. */
export function formatOpps(kind: Kind): string {
  const point = ([khz = 0, uv]: readonly number[]): string => (uv === undefined ? `${khz / 1000}` : `${khz / 1000}@${uv / 1000}`);
  return (kind.opps_khz_uv ?? []).map(point).join(' ');
}

const POINT = /^(\d+(?:\.\d{1,3})?)(?:@(\d+(?:\.\d{1,3})?))?$/;

/** Reads them; `null` for what is none. Nothing is rounded: files have whole kHz and µV. */
export function parseOpps(text: string): number[][] | null {
  const points = text.split(/[\s,]+/).filter((word) => word !== '');
  const read = points.map((point) => POINT.exec(point));
  if (read.some((match) => match === null)) return null;
  const thousands = (number: string): number => Math.round(Number(number) * 1000);
  return read.map((match) => match!.slice(1).filter((number) => number !== undefined).map(thousands));
}
