/** What is changed at given times by nobody in the machine, as the page edits it. Pure. */
import { parse, printStep } from './program';
import { printName } from './program/operands';
import type { Scenario, Step } from './scenario';

/** A step and when it is made. */
export interface Change {
  readonly at_us: number;
  readonly step: Step;
  readonly [extra: string]: unknown;
}

/** Steps that an administrator can make from elsewhere: those about a task, then those about a group. */
export const OF_A_TASK = ['nice', 'policy', 'slice', 'uclamp', 'group', 'affinity'] as const;
export const OF_A_GROUP = ['weight', 'quota'] as const;

/** Whether this step is about a group and not about a task. */
export const isOfGroup = (verb: string): boolean => (OF_A_GROUP as readonly string[]).includes(verb);

const isChange = (value: unknown): value is Change => {
  const { at_us, step } = (value ?? {}) as Record<string, unknown>;
  return typeof at_us === 'number' && Array.isArray(step) && typeof step[0] === 'string';
};

/** The changes of a scenario, in its order; what is none in a stranger's file is left out here and refused by the engine. */
export const changesOf = ({ changes }: Scenario): readonly Change[] => (Array.isArray(changes) ? changes.filter(isChange) : []);

/** What a change says, in the parts that are edited apart. */
export interface Parts {
  readonly verb: string;
  /** The task or the group; empty where a stranger's file has none. */
  readonly whom: string;
  /** The rest as the language of programs writes it: `5`, `FIFO 10`, `20ms / 100ms`. */
  readonly value: string;
}

/** A step in its parts. */
export function partsOf(step: Step): Parts {
  const [verb, whom] = step;
  const name = typeof whom === 'string' ? whom : '';
  const text = printStep(step);
  const begin = `${verb} ${printName(name)} `;
  return { verb, whom: name, value: text.startsWith(begin) ? text.slice(begin.length) : '' };
}

/** The step of these parts, or what is wrong with them in the words of programs. */
export function stepOf({ verb, whom, value }: Parts): { readonly step: Step } | { readonly wrong: string } {
  const { steps, errors } = parse(`${verb} ${printName(whom)} ${value.replaceAll('\n', ' ')}`);
  const [step] = steps;
  return step && errors.length === 0 ? { step } : { wrong: errors[0]?.message ?? 'Write a value.' };
}

/** A value to begin with, for each kind of change. */
export const FIRST_VALUES: Readonly<Record<string, string>> = {
  nice: '5',
  policy: 'BATCH',
  slice: '3ms',
  uclamp: '0 512',
  group: '/',
  affinity: '0',
  weight: '200',
  quota: '20ms / 100ms',
};

/** Whether some step, of a task or from elsewhere, makes this task a DEADLINE one: then it needs what such a task asks for. */
export function becomesDeadline(scenario: Scenario, name: string): boolean {
  const does = ([verb, whom, policy]: Step): boolean => verb === 'policy' && whom === name && policy === 'DEADLINE';
  return scenario.threads.some(({ script }) => script.some(does)) || changesOf(scenario).some(({ step }) => does(step));
}
