/** Tasks to begin with. */
import { TEMPLATES, type Thread } from './scenario';

/** A kind of task; its name is what a new one is called if that is free. */
export interface Template {
  readonly thread: Thread;
  readonly does: string;
}

/** The usual suspects. */
export const TASK_TEMPLATES: readonly Template[] = [
  { thread: { name: 'hog', script: TEMPLATES.always }, does: 'runs all the time' },
  { thread: { name: 'sleeper', script: TEMPLATES.turns }, does: 'runs 1 ms and sleeps 5 ms, again and again' },
  { thread: { name: 'periodic', script: TEMPLATES.periodic }, does: 'runs 2 ms every 16 ms, as a picture on a screen' },
  {
    thread: {
      name: 'editor',
      slice_ns: 500_000,
      script: [['loop', 0], ['run', { exponential: 300 }], ['sleep', { exponential: 8_000 }], ['end']],
    },
    does: 'short bursts at random, with a short slice of its own',
  },
  { thread: { name: 'batch', policy: 'BATCH', nice: 5, script: TEMPLATES.always }, does: 'runs all the time as SCHED_BATCH, nice 5' },
  { thread: { name: 'idle', policy: 'IDLE', script: TEMPLATES.always }, does: 'runs when nobody else wants to: SCHED_IDLE' },
];
