/** Selects what stands at the playhead, for hands that have no pointer. */
import type { Context } from '../commands';
import type { SideIndex } from '../state/doc';
import { onCpu, shownSides } from '../state/state';
import { ns } from '../time';

/** The selected task's stretch before or after the selected one; with nothing selected, what runs at the playhead. */
export async function stepInterval(context: Context, step: -1 | 1): Promise<void> {
  const { session, store } = context;
  if (store.state.doc.selection) await session.walk.stepSpan(step);
  else await pickRunning(context, 0);
}

/** Selects who has the CPU of a side at the playhead, or its being idle. */
async function pickRunning({ session, store, playhead }: Context, side: SideIndex): Promise<void> {
  const t_ns = playhead.at_ns;
  const on = onCpu(store.state, store.state.doc.lanes.cpu);
  const values = await session.query({ type: 'values', t_ns, ...on }, 'pick');
  const task = values?.type === 'values' ? values.sides[side]?.running : undefined;
  if (task === undefined) return;
  const kind = task === '' ? 'idle' : 'run';
  const answer = await session.query({ type: 'span', side, kind, task, t_ns, step: 0, ...on }, 'pick');
  if (answer?.type !== 'span' || !answer.span) return;
  store.dispatch({ type: 'select', selection: { side, kind, task, t_ns: ns(answer.span.from_ns), row: -1, ...(kind === 'idle' ? on : {}) } });
}

/** Selects the decision that stands at the playhead: of both sides the later one, of two at an instant A's. */
export function pickDecision({ session, store }: Context): void {
  const standing = shownSides(store.state).flatMap((side) => {
    const decision = store.state.answers.decisions[side];
    return decision ? [{ side, decision }] : [];
  });
  const [latest] = standing.toSorted((a, b) => b.decision.t_ns - a.decision.t_ns);
  if (latest) void session.walk.standAt(latest.side, latest.decision.index);
}
