/** What can be done to the tasks of a scenario. Pure. */
import { becomesDeadline } from '../../tasks/changes';
import { budgetOf } from '../../tasks/policies';
import { compact, freshName, type Scenario, type Thread } from '../../tasks/scenario';

type Threads = readonly Thread[];

/** One task changed; attributes that are `undefined` go back to their default. */
export function changed(all: Threads, index: number, change: object): Threads {
  return all.map((thread, i) => (i === index ? compact({ ...thread, ...change } as Thread) : thread));
}

/** A copy under a fresh name, right after its original; `spawned` stays with the original, which is the one created. */
export function cloned(all: Threads, index: number): Threads {
  const original = all[index];
  if (!original) return all;
  const { spawned: _, ...copy } = original;
  return all.toSpliced(index + 1, 0, { ...copy, name: cloneName(all, index) });
}

/** What a copy of a task is called: the next free number of its name. */
export const cloneName = (all: Threads, index: number): string => freshName(all, (all[index]?.name ?? '').replace(/ \d+$/, ''));

/** A task at another place; the others keep their order. */
export function moved(all: Threads, from: number, to: number): Threads {
  const thread = all[from];
  return thread ? all.toSpliced(from, 1).toSpliced(to, 0, thread) : all;
}

/** Only this task runs; if that is so already, all do. */
export function soloed(all: Threads, index: number): Threads {
  const back = isSolo(all, index);
  return all.map((thread, i) => muted(thread, !back && i !== index));
}

/** True if this task runs and every other is muted. */
export const isSolo = (all: Threads, index: number): boolean =>
  all.length > 1 && all.every((thread, i) => Boolean(thread.muted) === (i !== index));

const muted = (thread: Thread, mute: boolean): Thread => compact({ ...thread, muted: mute || undefined } as Thread);

/** Only this task's lines are drawn; if that is so already, all are. */
export function isolated(hidden: readonly string[], all: Threads, name: string): readonly string[] {
  const others = all.map((thread) => thread.name).filter((other) => other !== name);
  const back = others.length === hidden.length && others.every((other) => hidden.includes(other));
  return back ? [] : others;
}

/** A step that was just written may make a task a DEADLINE one: then it has what the kernel asks of such a task. */
export function withBudgets(scenario: Scenario): Scenario {
  const lacks = (thread: Thread): boolean => thread.dl_runtime_ns === undefined && becomesDeadline(scenario, thread.name);
  if (!scenario.threads.some(lacks)) return scenario;
  return { ...scenario, threads: scenario.threads.map((thread) => (lacks(thread) ? { ...thread, ...budgetOf(thread) } : thread)) };
}
