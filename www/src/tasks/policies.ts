/** Scheduling policies, and what each has that the others have not. Pure. */
import type { Thread, ThreadChange } from './scenario';

/** Every policy, in the order in which their classes are asked from the bottom up. */
export const POLICIES = ['NORMAL', 'BATCH', 'IDLE', 'FIFO', 'RR', 'DEADLINE'] as const;

/** Which scheduling class a policy belongs to, and with it which attributes count. */
export type PolicyClass = 'fair' | 'realtime' | 'deadline';

/** The class of a policy; what no policy is called is left to the engine, and has the fields of the ordinary one. */
export function classOf(policy: string | undefined): PolicyClass {
  if (policy === 'FIFO' || policy === 'RR') return 'realtime';
  return policy === 'DEADLINE' ? 'deadline' : 'fair';
}

/** What a task asks for that comes to a class and has asked for nothing yet. */
const PRIORITY_AT_FIRST = 10;
const RUNTIME_AT_FIRST_NS = 4_000_000;
const PERIOD_AT_FIRST_NS = 20_000_000;

const NOTHING = {
  rtprio: undefined,
  dl_runtime_ns: undefined,
  dl_deadline_ns: undefined,
  dl_period_ns: undefined,
  reclaim: undefined,
} as const;

/** All that changes with a policy: it gets the attributes that it needs, and loses those of other classes. */
export function underPolicy(thread: Thread, policy: string): ThreadChange {
  const named = { policy: policy === 'NORMAL' ? undefined : policy };
  switch (classOf(policy)) {
    case 'realtime':
      return { ...NOTHING, ...named, rtprio: thread.rtprio || PRIORITY_AT_FIRST };
    case 'deadline':
      return { ...NOTHING, ...named, ...budgetOf(thread), reclaim: thread.reclaim };
    case 'fair':
      return { ...NOTHING, ...named };
  }
}

/** What a DEADLINE task asks for, with something to begin with where it has not said. */
export function budgetOf(thread: Thread): Pick<Thread, 'dl_runtime_ns' | 'dl_deadline_ns' | 'dl_period_ns'> {
  const { dl_runtime_ns = RUNTIME_AT_FIRST_NS, dl_deadline_ns, dl_period_ns } = thread;
  const period_ns = dl_period_ns ?? dl_deadline_ns ?? PERIOD_AT_FIRST_NS;
  return { dl_runtime_ns, dl_deadline_ns: dl_deadline_ns ?? period_ns, dl_period_ns: period_ns };
}
