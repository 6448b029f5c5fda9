/** What a number about waits leads to. */
import type { Context } from '../commands';
import { ns } from '../time';
import type { Span, SpanKind, TaskRow } from '../worker/protocol';

/**
 * Selects a task's longest wait on a side, or the throttled time in the middle of it, and moves the playhead to where that begins.
 *
 * Where that is the engine says: what was measured in a recording can begin a little before the stretch that is drawn.
 */
export async function showLongestWait(
  { store, session }: Pick<Context, 'store' | 'session'>,
  side: number,
  row: TaskRow,
): Promise<void> {
  const within_ns = ns(row.wait_max_at_ns - row.wait_max_ns / 2);
  const spanOf = async (kind: SpanKind): Promise<Span | null> => {
    const question = { type: 'span', side, kind, task: row.name, t_ns: within_ns, step: 0 } as const;
    const answer = await session.query<'span'>(question, `longest wait, ${kind}`);
    return answer?.type === 'span' ? answer.span : null;
  };
  const found = (await spanOf('wait')) ?? (await spanOf('throttled'));
  const t_ns = ns(found?.from_ns ?? row.wait_max_at_ns - row.wait_max_ns);
  store.dispatch({ type: 'select', selection: { side, kind: found?.kind ?? 'wait', task: row.name, t_ns, row: -1 } });
  session.walk.goTo(t_ns);
}
