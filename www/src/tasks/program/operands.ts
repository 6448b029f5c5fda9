/** What can stand behind the verb of a step: how each kind is written and read. Pure. */
import { parseDuration } from '../../time';
import { POLICIES } from '../policies';
import { shown, Wrong, type Reader, type Word } from './words';

/** A kind of operand. `print` gives `null` for a value that is none: files from strangers hold anything. */
export interface Operand {
  readonly read: (words: Reader) => unknown;
  readonly print: (value: unknown) => string | null;
}

/** What the engine takes: ten hours. */
const STEP_US_MAX = 36_000_000_000;
const CHANNELS_MAX = 1_000;
/** The root group, as paths of groups begin. */
const ROOT = '/';
const CPUS_MAX = 1_024;
const SIGMA_PERMILLE_MAX = 3_000;

const isWhole = (value: unknown, min: number, max: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;

/** µs in the unit that reads best, exactly. */
export function printUs(us: number): string {
  if (us < 1_000) return `${us}us`;
  return us < 1_000_000 || us % 1_000 !== 0 ? `${us / 1_000}ms` : `${us / 1_000_000}s`;
}

/** A time in ns; the unit may be a word of its own. */
function readNs(words: Reader): { ns: number; word: Word } {
  const number = words.take('a time');
  const bare = /^[\d.,]+$/.test(number.text);
  const unit = bare && words.next && /^[a-zµμ]+$/i.test(words.next.text) ? words.take('a unit') : null;
  const word = { text: number.text + (unit?.text ?? ''), from: number.from, to: (unit ?? number).to };
  const ns = parseDuration(word.text);
  if (ns === null) throw new Wrong(`“${shown(word.text)}” is no time. Write 500us, 41.5ms or 2s.`, word);
  if (bare && !unit && ns !== 0) throw new Wrong(`${shown(word.text)} of what? Write ${word.text}us or ${word.text}ms.`, word);
  if (ns < 0) throw new Wrong('A time cannot be negative.', word);
  return { ns, word };
}

function readUs(words: Reader, min = 0): number {
  const { ns, word } = readNs(words);
  if (ns % 1_000 !== 0) throw new Wrong('Steps count in whole µs.', word);
  if (ns < min * 1_000) throw new Wrong(`At least ${printUs(min)}.`, word);
  if (ns > STEP_US_MAX * 1_000) throw new Wrong('At most ten hours (36000s).', word);
  return ns / 1_000;
}

/** A time in µs. */
export const us = (min: number): Operand => ({
  read: (words) => readUs(words, min),
  print: (value) => (isWhole(value, min, STEP_US_MAX) ? printUs(value) : null),
});

/** Where the instants of a period begin; 0 is left out. */
export const OFFSET: Operand = {
  read: (words) => (words.takeIf('offset', '+') ? readUs(words) : 0),
  print: (value) => (isWhole(value, 0, STEP_US_MAX) ? (value === 0 ? '' : `offset ${printUs(value)}`) : null),
};

function readWhole(words: Reader, what: string, min: number, max: number): number {
  const word = words.take(what);
  const value = /^[+\-\u2212]?\d+$/.test(word.text) ? Number(word.text.replace('\u2212', '-')) : NaN;
  if (!Number.isSafeInteger(value)) throw new Wrong(`“${shown(word.text)}” is not ${what}.`, word);
  if (value < min || value > max) throw new Wrong(`${shown(word.text)} is outside ${min} to ${max}.`, word);
  return value === 0 ? 0 : value;
}

const whole = (what: string, min: number, max: number): Operand => ({
  read: (words) => readWhole(words, what, min, max),
  print: (value) => (isWhole(value, min, max) ? String(value) : null),
});

/** A pipe or a semaphore. */
export const CHANNEL = whole('the number of a channel', 0, CHANNELS_MAX - 1);
/** A clamp of utilisation; everything of a CPU is 1024. */
export const CLAMP = whole('a clamp', 0, 1_024);
/** A nice value. */
export const NICE = whole('a nice value', -20, 19);

/** How often a loop goes round; 0, which is for ever, is not written. */
export const TIMES: Operand = {
  read: (words) => (!words.next || words.takeIf('forever') ? 0 : readWhole(words, 'a number of times', 0, Number.MAX_SAFE_INTEGER)),
  print: (value) => (isWhole(value, 0, Number.MAX_SAFE_INTEGER) ? (value === 0 ? '' : String(value)) : null),
};

/** A name as a line has it: in quotes where it has blanks, or is what stands for the root group. */
export const printName = (name: string): string => (/^[^\s"]+$/.test(name) && name !== ROOT ? name : JSON.stringify(name));

function readName(words: Reader, what: string): string {
  const word = words.take(what);
  if (!word.text.startsWith('"')) return word.text;
  try {
    return String(JSON.parse(word.text));
  } catch {
    throw new Wrong('A name that begins with a quote must end with one: "like this".', word);
  }
}

const name = (what: string): Operand => ({
  read: (words) => readName(words, what),
  print: (value) => (typeof value === 'string' ? printName(value) : null),
});

/** The name of a task. */
export const NAME = name('the name of a task');
/** The name of a group that can be set. */
export const GROUP = name('the name of a group');
/** A group that a task can be moved to: also the root, which files write as an empty name. */
export const GROUP_OR_ROOT: Operand = {
  read: (words) => (words.takeIf(ROOT) ? '' : readName(words, 'the name of a group')),
  print: (value) => (value === '' ? ROOT : GROUP.print(value)),
};

const isPolicy = (value: unknown): value is string => (POLICIES as readonly unknown[]).includes(value);

/** A scheduling policy. */
export const POLICY: Operand = {
  read: (words) => {
    const word = words.take('a policy');
    const policy = word.text.toUpperCase();
    if (!isPolicy(policy)) throw new Wrong(`“${shown(word.text)}” is no policy. Write ${POLICIES.join(', ')}.`, word);
    return policy;
  },
  print: (value) => (isPolicy(value) ? value : null),
};

/** The priority that goes with FIFO and RR. */
export const PRIORITY = whole('a priority', 0, 99);

/** `cpu.weight`. */
export const WEIGHT = whole('a weight', 1, 10_000);

/** What the kernel takes for a quota and its period. */
const QUOTA_MIN_US = 1_000;
const PERIOD_MAX_US = 1_000_000;
const PERIOD_DEFAULT_US = 100_000;

/** CPU time of each period; 0 is as much as there is. */
export const QUOTA: Operand = {
  read: (words) => (words.takeIf('none', 'max') ? 0 : readUs(words, QUOTA_MIN_US)),
  print: (value) => (value === 0 ? 'none' : isWhole(value, QUOTA_MIN_US, STEP_US_MAX) ? printUs(value) : null),
};

/** The period of a quota, 100 ms where it is left out. */
export const PERIOD: Operand = {
  read: (words) => {
    const given = words.takeIf('/') || words.next;
    const at = words.next;
    const period_us = given ? readUs(words, QUOTA_MIN_US) : PERIOD_DEFAULT_US;
    if (period_us > PERIOD_MAX_US && at) throw new Wrong('A period is at most a second.', at);
    return period_us;
  },
  print: (value) => (isWhole(value, QUOTA_MIN_US, PERIOD_MAX_US) ? `/ ${printUs(value)}` : null),
};

/** CPUs that a task may use. */
export const CPUS: Operand = {
  read: (words) => {
    const cpus: number[] = [];
    while (words.next) cpus.push(readWhole(words, 'the number of a CPU', 0, CPUS_MAX - 1));
    return cpus;
  },
  print: (value) => (Array.isArray(value) && value.every((cpu) => isWhole(cpu, 0, CPUS_MAX - 1)) ? value.join(' ') : null),
};

/** A requested slice in ns; 0 is the default. */
export const SLICE: Operand = {
  read: (words) => {
    if (words.takeIf('default')) return 0;
    const { ns, word } = readNs(words);
    if (ns > STEP_US_MAX * 1_000) throw new Wrong('At most ten hours (36000s).', word);
    return ns;
  },
  print: (value) => {
    if (!isWhole(value, 0, STEP_US_MAX * 1_000)) return null;
    if (value === 0) return 'default';
    return value % 1_000 === 0 ? printUs(value / 1_000) : `${value}ns`;
  },
};

/** How long a `run` or a `sleep` lasts: fixed, or drawn anew each time. */
export const duration = (endless: boolean): Operand => ({
  read: (words) => readDuration(words, endless),
  print: (value) => printDuration(value, endless),
});

function readDuration(words: Reader, endless: boolean): unknown {
  if (endless && words.takeIf('forever', '0')) return 0;
  if (words.takeIf('uniform')) return { uniform: readUniform(words) };
  if (words.takeIf('exp', 'exponential')) return { exponential: readUs(words, 1) };
  if (words.takeIf('lognormal')) return { lognormal: { median: readUs(words, 1), sigma_permille: readSigma(words) } };
  const at = words.next;
  const time_us = readUs(words);
  if (endless && time_us === 0 && at) throw new Wrong('A run of no time; write forever, or a time.', at);
  return time_us;
}

function readUniform(words: Reader): [number, number] {
  const low_us = readUs(words);
  const at = words.next;
  const high_us = readUs(words);
  if (high_us < low_us && at) throw new Wrong('The range begins above its end: swap the two.', at);
  return [low_us, high_us];
}

/** The spread of the logarithm; files have it in thousandths. */
function readSigma(words: Reader): number {
  const word = words.take('a spread, such as 0.5');
  const permille = /^\d*\.?\d+$/.test(word.text) ? Math.round(Number(word.text) * 1_000) : NaN;
  if (!isWhole(permille, 0, SIGMA_PERMILLE_MAX)) throw new Wrong(`“${shown(word.text)}” is no spread from 0 to 3, such as 0.5.`, word);
  return permille;
}

function printDuration(value: unknown, endless: boolean): string | null {
  if (endless && value === 0) return 'forever';
  if (isWhole(value, 0, STEP_US_MAX)) return printUs(value);
  const [kind, shape, ...more] = typeof value === 'object' && value !== null ? Object.entries(value).flat() : [];
  if (more.length > 0) return null;
  if (kind === 'exponential' && isWhole(shape, 1, STEP_US_MAX)) return `exp ${printUs(shape)}`;
  if (kind === 'uniform') return printUniform(shape);
  return kind === 'lognormal' ? printLognormal(shape) : null;
}

function printUniform(shape: unknown): string | null {
  const [low, high, ...more] = Array.isArray(shape) ? (shape as unknown[]) : [];
  const fits = isWhole(low, 0, STEP_US_MAX) && isWhole(high, low, STEP_US_MAX) && more.length === 0;
  return fits ? `uniform ${printUs(low)} ${printUs(high)}` : null;
}

function printLognormal(shape: unknown): string | null {
  const { median, sigma_permille, ...more } = (typeof shape === 'object' && shape !== null ? shape : {}) as Record<string, unknown>;
  const fits = isWhole(median, 1, STEP_US_MAX) && isWhole(sigma_permille, 0, SIGMA_PERMILLE_MAX);
  return fits && Object.keys(more).length === 0 ? `lognormal ${printUs(median)} ${sigma_permille / 1_000}` : null;
}
