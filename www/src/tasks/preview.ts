/** What a task does alone on a CPU: the scenario for a small picture of it, and how long that has to be. Pure. */
import { slotOf } from './palette';
import type { Scenario, Step, Thread } from './scenario';

/** Rounds of an endless loop that show how it goes on. */
const ROUNDS = 3;
/** Steps after which a program has been followed far enough. */
const STEPS_MAX = 2_000;
const TAIL = 1.15;
const LEAST_US = 100;
const MOST_US = 10_000_000;
/** Of a task that does nothing but run. */
const ENDLESS_US = 10_000;

/** The task alone, for as long as its pattern takes. What it does to other tasks takes no time and is left out. */
export function previewOf({ seed, channels }: Scenario, thread: Thread, index: number): Scenario {
  const { name, script } = thread;
  const alone = script.filter((step) => !actsOnOthers(step, name));
  const rest = { ...(seed === undefined ? {} : { seed }), ...(channels === undefined ? {} : { channels }) };
  return { ...rest, duration_us: lengthUs(script), threads: [{ name, color: slotOf(thread, index), script: alone }] };
}

const ON_A_TASK = new Set(['nice', 'policy', 'slice', 'uclamp', 'affinity', 'spawn']);
/** Alone it is in no group. */
const ON_A_GROUP = new Set(['group', 'weight', 'quota']);
const actsOnOthers = ([verb, target]: Step, name: string): boolean =>
  ON_A_GROUP.has(verb) || (ON_A_TASK.has(verb) && target !== name);

/** Where a walk through a program is. */
interface Walk {
  t_us: number;
  steps: number;
  over: boolean;
}

/** How long a program has to be watched: to its end, or for some rounds if it has none. */
export function lengthUs(script: readonly Step[]): number {
  const walk: Walk = { t_us: 0, steps: 0, over: false };
  follow(script, walk);
  return roundUp(Math.min(Math.max(walk.t_us * TAIL, LEAST_US), MOST_US));
}

/** To two digits: the length is to be read, and nobody needs more of it. */
function roundUp(us: number): number {
  const unit = 10 ** Math.max(Math.floor(Math.log10(us)) - 1, 0);
  return Math.ceil(us / unit) * unit;
}

function follow(script: readonly Step[], walk: Walk): void {
  for (let i = 0; i < script.length && !walk.over; i++) {
    const [verb, count] = script[i]!;
    if (verb !== 'loop') {
      advance(script[i]!, walk);
      continue;
    }
    const end = endOf(script, i);
    const rounds = count === 0 ? ROUNDS : Number(count);
    for (let round = 0; round < rounds && !walk.over; round++) follow(script.slice(i + 1, end), walk);
    walk.over ||= count === 0;
    i = end;
  }
}

/** The place of a loop's end, or of the program's. */
function endOf(script: readonly Step[], loop: number): number {
  let depth = 0;
  for (let i = loop; i < script.length; i++) {
    if (script[i]![0] === 'loop') depth += 1;
    if (script[i]![0] === 'end' && --depth === 0) return i;
  }
  return script.length;
}

function advance([verb, value, offset]: Step, walk: Walk): void {
  walk.steps += 1;
  if (verb === 'run' && value === 0) {
    walk.t_us += Math.max(walk.t_us / 2, ENDLESS_US);
    walk.over = true;
  }
  if (verb === 'run' || verb === 'sleep') walk.t_us += meanUs(value);
  if (verb === 'until') walk.t_us = Math.max(walk.t_us, meanUs(value));
  if (verb === 'periodic') walk.t_us = nextInstant(walk.t_us, meanUs(value), meanUs(offset));
  // Alone it waits for ever.
  walk.over ||= verb === 'exit' || verb === 'read' || verb === 'wait' || walk.steps > STEPS_MAX;
}

const nextInstant = (t_us: number, period_us: number, offset_us: number): number =>
  period_us > 0 ? (Math.floor((t_us - offset_us) / period_us) + 1) * period_us + offset_us : t_us;

/** How long a time is on average; 0 for what is no time. */
function meanUs(value: unknown): number {
  if (typeof value === 'number') return Math.max(value, 0) || 0;
  const { uniform, exponential, lognormal } = (value ?? {}) as Record<string, unknown>;
  if (Array.isArray(uniform)) return (meanUs(uniform[0]) + meanUs(uniform[1])) / 2;
  if (typeof lognormal === 'object' && lognormal !== null) return meanUs((lognormal as { median?: unknown }).median);
  return typeof exponential === 'number' ? meanUs(exponential) : 0;
}
