/** Scenario files as the page edits them: tasks and their step lists. What the steps mean is the engine's business. */

/** One step of a task's program: a verb and its arguments, as scenario files write it. */
export type Step = readonly [verb: string, ...args: unknown[]];

/** A task, with whatever else its file says about it kept as it is. */
export interface Thread {
  readonly name: string;
  readonly policy?: string;
  readonly nice?: number;
  /** Priority of FIFO and RR. */
  readonly rtprio?: number;
  readonly slice_ns?: number;
  /** What DEADLINE asks for. */
  readonly dl_runtime_ns?: number;
  readonly dl_deadline_ns?: number;
  readonly dl_period_ns?: number;
  /** DEADLINE: it may use what other deadline tasks leave. */
  readonly reclaim?: boolean;
  /** Not to be taken for less or more than this utilisation, of 1024. */
  readonly uclamp_min?: number;
  readonly uclamp_max?: number;
  /** The CPUs that it may use; all without it. */
  readonly affinity?: readonly number[];
  /** What it uses of memory again and again. */
  readonly footprint_kib?: number;
  readonly start_us?: number;
  /** The group that it begins in; the root group without it. */
  readonly cgroup?: string;
  /** What autogroup tells groups apart by. */
  readonly session?: string;
  /** Created by another task's `spawn` instead of at a time. */
  readonly spawned?: boolean;
  /** Left out of the run, without leaving the scenario. */
  readonly muted?: boolean;
  /** A slot of the palette, from 0; without it, the task's place among the tasks. */
  readonly color?: number;
  readonly script: readonly Step[];
  readonly [extra: string]: unknown;
}

/** Attributes of a task to change; `undefined` goes back to the default. */
export type ThreadChange = Partial<{
  [K in ThreadKey]: Thread[K] | undefined;
}>;

type ThreadKey =
  | ('policy' | 'nice' | 'rtprio' | 'slice_ns' | 'dl_runtime_ns' | 'dl_deadline_ns' | 'dl_period_ns' | 'reclaim')
  | ('uclamp_min' | 'uclamp_max' | 'affinity' | 'footprint_kib')
  | ('cgroup' | 'session' | 'start_us' | 'spawned' | 'muted' | 'color' | 'script');

/** A scenario file, with whatever else it says kept as it is. */
export interface Scenario {
  readonly name?: string;
  readonly duration_us: number;
  readonly threads: readonly Thread[];
  readonly [extra: string]: unknown;
}

/** What a scenario must look like for the page to show its tasks; everything else is checked by the engine. */
export class ShapeError extends Error {}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isStep = (value: unknown): value is Step => Array.isArray(value) && typeof value[0] === 'string';

function readThread(value: unknown, place: string): Thread {
  if (!isObject(value)) throw new ShapeError(`${place}: expected a task like {"name": "hog", "script": [["run", 0]]}`);
  if (typeof value['name'] !== 'string') throw new ShapeError(`${place}.name: expected a text`);
  if (!Array.isArray(value['script']) || !value['script'].every(isStep)) {
    throw new ShapeError(`${place}.script: expected a list of steps like ["run", 500]`);
  }
  return value as unknown as Thread;
}

/** Accepts any object that has tasks to show; throws a `ShapeError` that names the place otherwise. */
export function readScenario(value: unknown): Scenario {
  if (!isObject(value)) throw new ShapeError('scenario: expected an object with "duration_us" and "threads"');
  if (typeof value['duration_us'] !== 'number') throw new ShapeError('duration_us: expected a number of microseconds');
  if (!Array.isArray(value['threads'])) throw new ShapeError('threads: expected a list of tasks');
  value['threads'].forEach((thread, i) => readThread(thread, `threads[${i}]`));
  return value as unknown as Scenario;
}

/** The quick forms of a program. `listed` is any other program; its times can still be changed one by one. */
export type Pattern = 'always' | 'turns' | 'periodic' | 'listed';

/** A program of each quick form, to start from. */
export const TEMPLATES: Readonly<Record<Exclude<Pattern, 'listed'>, readonly Step[]>> = {
  always: [['run', 0]],
  turns: [['loop', 0], ['run', 1_000], ['sleep', 5_000], ['end']],
  periodic: [['loop', 0], ['run', 2_000], ['periodic', 16_000, 0], ['end']],
};

const verbs = (script: readonly Step[]): string => script.map((step) => step[0]).join(' ');

/** Which quick form a program has. */
export function patternOf(script: readonly Step[]): Pattern {
  const endless = script[0]?.[1] === 0;
  if (verbs(script) === 'run' && endless) return 'always';
  if (verbs(script) === 'loop run sleep end' && endless) return 'turns';
  if (verbs(script) === 'loop run periodic end' && endless) return 'periodic';
  return 'listed';
}

/** A time within a program that a hand can change: which step, and what it says now. */
export interface Time {
  readonly step: number;
  readonly verb: string;
  readonly us: number;
  /** It is drawn anew each time, and `us` is its mean. */
  readonly random: boolean;
}

const TIMED = new Set(['run', 'sleep', 'periodic', 'until']);

/** The times of a program that are one number, in order; `run 0` (for ever) and other distributions are not among them. */
export function timesOf(script: readonly Step[]): Time[] {
  return script.flatMap(([verb, value], step) => {
    const mean_us = meanOf(value);
    const us = mean_us ?? value;
    const counts = TIMED.has(verb) && typeof us === 'number' && us > 0;
    return counts ? [{ step, verb, us, random: mean_us !== null }] : [];
  });
}

/** The mean of an exponential time, which is the one number it has; `null` for anything else. */
function meanOf(value: unknown): number | null {
  const mean = isObject(value) ? value['exponential'] : null;
  return typeof mean === 'number' ? mean : null;
}

/** The program with the time of one step changed; one that is drawn at random stays so. */
export function withTime(script: readonly Step[], at: number, us: number): Step[] {
  const time = (old: unknown): unknown => (meanOf(old) === null ? us : { exponential: us });
  return script.map((step, i): Step => (i === at ? [step[0], time(step[1]), ...step.slice(2)] : step));
}

/** The program with the time of one step drawn at random, with the same mean, or fixed again. */
export function withChance(script: readonly Step[], at: number, random: boolean): Step[] {
  const time = (old: unknown): unknown => (random ? { exponential: old } : (meanOf(old) ?? old));
  return script.map((step, i): Step => (i === at ? [step[0], time(step[1]), ...step.slice(2)] : step));
}

const ON_A_CHANNEL = new Set(['write', 'read', 'post', 'wait']);

/** As many channels as the programs use, at least as many as the scenario has. */
export function channelsOf(threads: readonly Thread[], at_least: number): number {
  const used = threads.flatMap(({ script }) => script.filter(([verb]) => ON_A_CHANNEL.has(verb)).map(([, channel]) => Number(channel)));
  return used.reduce((most, channel) => (Number.isSafeInteger(channel) ? Math.max(most, channel + 1) : most), at_least);
}

/** What files have room for. */
const NAME_MAX = 40;

/** What is wrong with a name beside those of the others; `null` if nothing is. */
export function wrongName(others: readonly { readonly name: string }[], what: 'task' | 'group', name: string): string | null {
  if (name.trim() === '') return `Every ${what} needs a name.`;
  if ([...name].length > NAME_MAX) return `At most ${NAME_MAX} characters fit.`;
  return others.some((other) => other.name === name) ? `Another ${what} has this name.` : null;
}

/** A name that no task has yet: `task`, `task 2`, `task 3`. */
export function freshName(threads: readonly Thread[], base: string): string {
  const taken = new Set(threads.map((thread) => thread.name));
  for (let n = 1; ; n++) {
    const name = n === 1 ? base : `${base} ${n}`;
    if (!taken.has(name)) return name;
  }
}

/** The same object without keys whose value is `undefined`: a default is left out, not written down. */
export function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as T;
}

const NAMES_A_TASK = new Set(['nice', 'policy', 'slice', 'uclamp', 'affinity', 'group', 'spawn']);

/** Whether a step is about this task. */
export const isAbout = (step: Step, name: string | undefined): boolean => NAMES_A_TASK.has(step[0]) && step[1] === name;

/** The step with another task in its place, if it is about this one. */
export const onTask = (step: Step, from: string | undefined, to: string): Step =>
  isAbout(step, from) ? [step[0], to, ...step.slice(2)] : step;

/** The tasks with one renamed, also where another task's program names it. */
export function renamed(threads: readonly Thread[], index: number, name: string): Thread[] {
  const old = threads[index]?.name;
  const follow = (step: Step): Step => onTask(step, old, name);
  return threads.map((thread, i) => ({ ...thread, name: i === index ? name : thread.name, script: thread.script.map(follow) }));
}
