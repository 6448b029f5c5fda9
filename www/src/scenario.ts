/** Scenario files as the page edits them: tasks and their step lists. What the steps mean is the engine's business. */

/** One step of a task's program: a verb and its arguments, as scenario files write it. */
export type Step = readonly [verb: string, ...args: unknown[]];

/** A task, with whatever else its file says about it kept as it is. */
export interface Thread {
  readonly name: string;
  readonly policy?: string;
  readonly nice?: number;
  readonly slice_ns?: number;
  readonly start_us?: number;
  readonly script: readonly Step[];
  readonly [extra: string]: unknown;
}

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
}

const TIMED = new Set(['run', 'sleep', 'periodic', 'until']);

/** The times of a program, in order; `run 0` (for ever) and times that are drawn at random are not among them. */
export function timesOf(script: readonly Step[]): Time[] {
  return script.flatMap(([verb, us], step) => (TIMED.has(verb) && typeof us === 'number' && us > 0 ? [{ step, verb, us }] : []));
}

/** The program with the first argument of one step changed. */
export function withTime(script: readonly Step[], at: number, us: number): Step[] {
  return script.map((step, i): Step => (i === at ? [step[0], us, ...step.slice(2)] : step));
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

const NAMES_A_TASK = new Set(['nice', 'policy', 'slice', 'affinity', 'spawn']);

/** The tasks with one renamed, also where another task's program names it. */
export function renamed(threads: readonly Thread[], index: number, name: string): Thread[] {
  const old = threads[index]?.name;
  const follow = (step: Step): Step => (NAMES_A_TASK.has(step[0]) && step[1] === old ? [step[0], name, ...step.slice(2)] : step);
  return threads.map((thread, i) => ({ ...thread, name: i === index ? name : thread.name, script: thread.script.map(follow) }));
}
