/** Every kind of step: its operands, and what it does in a line. Pure. */
import {
  CHANNEL,
  CLAMP,
  CPUS,
  duration,
  GROUP,
  GROUP_OR_ROOT,
  NAME,
  NICE,
  OFFSET,
  PERIOD,
  POLICY,
  PRIORITY,
  QUOTA,
  SLICE,
  TIMES,
  us,
  WEIGHT,
  type Operand,
} from './operands';

/** How a step is written. */
export interface Form {
  readonly operands: readonly Operand[];
  /** Further operands that may be left out of a file altogether. */
  readonly optional?: readonly Operand[];
  readonly example: string;
  readonly does: string;
}

/** By verb, the ones used most first. */
export const FORMS: Readonly<Record<string, Form>> = {
  run: { operands: [duration(true)], example: 'run 500us, run forever, run exp 4ms', does: 'execute for a time' },
  sleep: { operands: [duration(false)], example: 'sleep 41.5ms, sleep uniform 1ms 5ms', does: 'block for a time' },
  loop: { operands: [TIMES], example: 'loop 3, loop', does: 'repeat up to its end; for ever without a number' },
  end: { operands: [], example: 'end', does: 'of a loop' },
  periodic: { operands: [us(1), OFFSET], example: 'periodic 16ms offset 2ms', does: 'sleep to the next instant of a period' },
  until: { operands: [us(0)], example: 'until 100ms', does: 'sleep to an instant of the run' },
  yield: { operands: [], example: 'yield', does: 'sched_yield' },
  write: { operands: [CHANNEL], example: 'write 0', does: 'a byte into a pipe' },
  read: { operands: [CHANNEL], example: 'read 0', does: 'a byte out of a pipe, or block until there is one' },
  post: { operands: [CHANNEL], example: 'post 0', does: 'raise a semaphore' },
  wait: { operands: [CHANNEL], example: 'wait 0', does: 'lower a semaphore, or block until it can be' },
  nice: { operands: [NAME, NICE], example: 'nice hog 5', does: 'change a task’s nice value' },
  slice: { operands: [NAME, SLICE], example: 'slice hog 3ms, slice hog default', does: 'change a task’s slice' },
  policy: { operands: [NAME, POLICY], optional: [PRIORITY], example: 'policy hog BATCH, policy hog FIFO 10', does: 'change a task’s policy' },
  affinity: { operands: [NAME, CPUS], example: 'affinity hog 0', does: 'change where a task may run' },
  uclamp: { operands: [NAME, CLAMP, CLAMP], example: 'uclamp hog 0 512', does: 'change a task’s clamps: minimum and maximum' },
  group: { operands: [NAME, GROUP_OR_ROOT], example: 'group hog web, group hog /', does: 'move a task to a group; / is the root' },
  weight: { operands: [GROUP, WEIGHT], example: 'weight web 200', does: 'change a group’s cpu.weight' },
  quota: { operands: [GROUP, QUOTA, PERIOD], example: 'quota web 20ms / 100ms, quota web none', does: 'change a group’s cpu.max' },
  spawn: { operands: [NAME], example: 'spawn worker', does: 'create a task that is marked as spawned' },
  exec: { operands: [], example: 'exec', does: 'execute another program, which may begin on another CPU' },
  exit: { operands: [], example: 'exit', does: 'end here' },
};

/** All verbs. */
export const VERBS = Object.keys(FORMS);

/** The verb that a misspelt one was probably meant to be; `null` if none is near. */
export function nearest(text: string): string | null {
  if (text.length > 12) return null;
  const [best] = VERBS.map((verb) => ({ verb, far: distance(text, verb) })).sort((a, b) => a.far - b.far);
  return best && best.far <= 2 ? best.verb : null;
}

/** Letters to add, drop or change to get from one word to the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + Number(a[i - 1] !== b[j - 1])));
    }
    row = next;
  }
  return row[b.length]!;
}
