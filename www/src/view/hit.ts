/** What a click on the picture means: the playhead goes there, and what is under it is selected. */
import { around } from '../canvas/viewport';
import type { Context } from '../commands';
import { endNs, onCpu } from '../state/state';
import { ns } from '../time';
import type { Hit, SpanKind } from '../worker/protocol';
import { clickOn, type Click } from './entity';

/** A click on the picture, in its own pixels. */
export interface PictureClick extends Click {
  readonly x: number;
  readonly y: number;
  /** The instant under it; `null` beside the plot. */
  readonly t_ns: number | null;
}

/** Moves the playhead at once and selects what the engine has there; where there is nothing, nothing is selected. */
export async function clickAt(context: Context, click: PictureClick): Promise<void> {
  const { session, playhead, store } = context;
  if (click.t_ns !== null) playhead.move(Math.min(Math.max(click.t_ns, 0), endNs(store.state)));
  const answer = await session.query({ type: 'hit', x: click.x, y: click.y }, 'click');
  if (answer?.type !== 'hit') return;
  if (answer.hit) selectHit(context, answer.hit, click);
  else if (click.t_ns !== null) store.dispatch({ type: 'select', selection: null });
}

function selectHit(context: Context, hit: Hit, click: Click): void {
  const { store } = context;
  switch (hit.what) {
    case 'name':
    case 'line':
      return clickOn(() => store.state, store.dispatch, hit.task, click);
    case 'event':
      return selectEvent(context, hit);
    case 'cpu':
      return store.dispatch({ type: 'lanes', change: { cpu: hit.cpu } });
    case 'group':
      return store.dispatch({ type: 'fold', name: hit.label.split(' · ')[0]! });
    case 'idle queued':
      return showStretch(context, hit, click);
    default:
      return selectStretch(context, hit, hit.what, click);
  }
}

/** The second of two clicks also shows the whole of it. */
function selectStretch(context: Context, hit: Hit, kind: SpanKind, click: Click): void {
  const { side, task, from_ns, cpu } = hit;
  const on = kind === 'idle' ? onCpu(context.store.state, cpu) : {};
  context.store.dispatch({ type: 'select', selection: { side, kind, task, t_ns: ns(from_ns), row: -1, ...on } });
  showStretch(context, hit, click);
}

function showStretch({ store, mover }: Context, hit: Hit, { detail }: Click): void {
  if (detail === 2) mover.glideTo(around(hit, endNs(store.state)));
}

/** A recording's events are no decisions of ours: there the playhead only goes to where they are. */
function selectEvent({ session, store, playhead }: Context, { side, task, t_ns, row }: Hit): void {
  if (side === 0 || side === 1) return void session.walk.standAt(side, row);
  store.dispatch({ type: 'select', selection: { side, kind: 'event', task, t_ns: ns(t_ns), row } });
  playhead.move(t_ns);
}
