/** The only place that knows how many nanoseconds are in what. */

/** Real nanoseconds since the simulation began; a number, exact below 2^53 (104 days). */
export type Ns = number & { readonly __unit: 'ns' };

/** The nearest whole nanosecond. */
export const ns = (value: number): Ns => Math.round(value) as Ns;
/** Microseconds, as scenarios write them, to nanoseconds. */
export const fromUs = (us: number): Ns => ns(us * 1_000);
/** Nanoseconds to microseconds, as scenarios write them: never below what was meant. */
export const toUs = (t: number): number => Math.round(t / 1_000);

const UNITS = [
  { name: 's', ns: 1_000_000_000 },
  { name: 'ms', ns: 1_000_000 },
  { name: 'µs', ns: 1_000 },
  { name: 'ns', ns: 1 },
] as const;
const MINUS = '\u2212';
const NARROW_SPACE = '\u202f';

const trimmed = (value: number, digits: number): string => String(Number(value.toFixed(digits)));
const signed = (value: number, text: string): string => (value < 0 ? MINUS + text : text);

/** A length of time in the unit that reads best: `3 ms`, `41.5 ms`, `700 µs`, `12 ns`. */
export function formatDuration(t: number): string {
  const size = Math.abs(t);
  const unit = UNITS.find((u) => size >= u.ns) ?? UNITS[3];
  return signed(t, `${trimmed(size / unit.ns, 3)}${NARROW_SPACE}${unit.name}`);
}

/** As `formatDuration`, but with every digit there is: what is shown is what is set. */
export function formatExact(t: number): string {
  const size = Math.abs(t);
  const unit = UNITS.find((u) => size >= u.ns) ?? UNITS[3];
  return signed(t, `${trimmed(size / unit.ns, 9)}${NARROW_SPACE}${unit.name}`);
}

/** A place on the time axis, always in ms with whole µs shown, so that digits do not dance: `42.000 ms`. */
export function formatClock(t: number): string {
  const whole_us = Math.floor(Math.abs(t) / 1_000);
  return signed(t, `${(whole_us / 1_000).toFixed(3)}${NARROW_SPACE}ms`);
}

/** The same to the nanosecond, for a window so narrow that whole µs would stand still: `42.000 017 ms`. */
export function formatFineClock(t: number): string {
  const size = Math.abs(Math.round(t));
  const below_us = String(size % 1_000).padStart(3, '0');
  return signed(t, `${(Math.floor(size / 1_000) / 1_000).toFixed(3)}${NARROW_SPACE}${below_us}${NARROW_SPACE}ms`);
}

/** How fast a clock is: `533 MHz`, `2.36 GHz`. */
export function formatHertz(khz: number): string {
  const mhz = Math.round(khz / 1_000);
  return mhz < 1_000 ? `${mhz}${NARROW_SPACE}MHz` : `${(mhz / 1_000).toFixed(2)}${NARROW_SPACE}GHz`;
}

/** Simulated time per second of real time: `1 ms/s`. */
export const formatSpeed = (nsPerSecond: number): string => `${formatDuration(Number(nsPerSecond.toPrecision(2)))}/s`;

const SPELLINGS: Record<string, number> = { s: 1e9, ms: 1e6, us: 1e3, µs: 1e3, μs: 1e3, ns: 1, '': 1 };

/**
 * Reads a time as people write it: `3ms`, `0.7 ms`, `700us`; a bare number is in ns, as in the kernel's own files.
 *
 * `null` if it is none of these.
 */
export function parseDuration(text: string): Ns | null {
  const match = /^\s*([+\-\u2212]?)(\d+(?:[.,]\d*)?(?:e[+-]?\d+)?|[.,]\d+)\s*([a-zµμ]*)\s*$/i.exec(
    text.replaceAll(NARROW_SPACE, ' ').replaceAll('_', ''),
  );
  const factor = SPELLINGS[match?.[3]?.toLowerCase() ?? 'none'];
  if (!match || factor === undefined) return null;
  const size = Number(match[2]!.replace(',', '.')) * factor;
  return Number.isFinite(size) ? ns(match[1] && match[1] !== '+' ? -size : size) : null;
}

/** Reads a place on the time axis as the clock writes it: like a duration, but a bare number is in ms; `null` for no time. */
export const parseClock = (text: string): Ns | null => parseDuration(/\d\s*$/.test(text) ? `${text.trim()}ms` : text);
