/** Moves the playhead from decision to decision, from tick to tick and from stretch to stretch, and the window with it. */
import { reveal, type Range } from '../canvas/viewport';
import { ns } from '../time';
import type { Client } from '../worker/client';
import type { Decision } from '../worker/protocol';
import type { Rows, Selection, SideIndex } from './doc';
import { endNs, shownSides, visible, type State } from './state';
import { back, forward, standingAt, type Pair, type Step } from './steps';
import type { Playhead, Store } from './store';

/** The row of a side on which nothing has been decided yet. */
export const BEFORE_ALL = -1;

/** What a walk asks the engine. */
type Asks = Pick<Client, 'decision' | 'query'>;

/** One page's way through its runs. */
export class Walk {
  /** How the window goes to where something is; whoever sets it may take a moment. */
  moveWindow: (range: Range) => void = (range) => this.store.dispatch({ type: 'range', range });
  /** While landing, moving the playhead must not ask which decision stands there: several can share the instant. */
  landing = false;
  private stepping = false;

  constructor(
    private readonly store: Store,
    private readonly playhead: Playhead,
    private readonly client: Asks,
    /** Told which decision stands where the walk has led. */
    private readonly arrive: (side: SideIndex, decision: Decision | null) => void,
  ) {}

  /**
   * Moves the playhead to the next or previous decision of either side and shows it; after the last nothing happens.
   *
   * One step at a time: keys repeat faster than a cold engine answers.
   */
  async step(direction: -1 | 1): Promise<void> {
    if (this.stepping || !this.store.state.answers.summary) return;
    this.stepping = true;
    this.store.dispatch({ type: 'play', playing: false });
    try {
      await (direction === 1 ? this.forward() : this.back());
    } finally {
      this.stepping = false;
    }
  }

  private async forward(): Promise<void> {
    const step = forward(this.standing, await this.neighbours(1));
    if (step) this.land(step);
  }

  /** First to the decisions that stand, if the playhead is past them. */
  private async back(): Promise<void> {
    const t_ns = standingAt(this.standing);
    if (t_ns < this.playhead.at_ns) return this.goTo(t_ns);
    this.land(back(this.standing, await this.neighbours(-1)));
  }

  private get standing(): Pair {
    return this.store.state.answers.decisions;
  }

  private async neighbours(step: -1 | 1): Promise<Pair> {
    return this.eachSide((side) => this.neighbour(side, step));
  }

  private neighbour(side: SideIndex, step: -1 | 1): Promise<Decision | null> {
    const index = this.standing[side]?.index;
    const from = index === undefined ? {} : { index };
    return this.client.decision({ side, t_ns: this.playhead.at_ns, step, of: 'decision', ...from });
  }

  /** Both sides' answers; nothing from a side that is closed. */
  private async eachSide(ask: (side: SideIndex) => Promise<Decision | null>): Promise<Pair> {
    const [a, b] = await Promise.all(shownSides(this.store.state).map(ask));
    return [a ?? null, b ?? null];
  }

  /** Moves the playhead to the next or previous periodic tick of either side. */
  async stepTick(direction: -1 | 1): Promise<void> {
    if (this.stepping || !this.store.state.answers.summary) return;
    this.stepping = true;
    this.store.dispatch({ type: 'play', playing: false });
    const ticks = await this.eachSide((side) =>
      this.client.decision({ side, t_ns: this.playhead.at_ns, step: direction, of: 'tick' }),
    );
    this.stepping = false;
    const times = ticks.flatMap((tick) => (tick ? [tick.t_ns] : []));
    if (times.length > 0) this.goTo(direction === 1 ? Math.min(...times) : Math.max(...times));
  }

  /** Selects an event of a side: the playhead goes there, and its decision stands, though others share the instant. */
  async standAt(side: SideIndex, row: number): Promise<void> {
    const decision = await this.client.decision({ side, t_ns: 0, index: row, step: 0, of: 'row' });
    if (!decision) return;
    const { t_ns, task } = decision;
    this.store.dispatch({ type: 'select', selection: { side, kind: 'event', task, t_ns: ns(t_ns), row } });
    const others = await this.eachSide((other) =>
      other === side ? Promise.resolve(decision) : this.client.decision({ side: other, t_ns, step: 0, of: 'decision' }),
    );
    this.land({ t_ns, decisions: others });
  }

  /** Selects the stretch of the selected task before or after the selected one. */
  async stepSpan(step: -1 | 1): Promise<void> {
    const { selection } = this.store.state.doc;
    if (!selection) return;
    const { side, task, t_ns, cpu } = selection;
    const on = cpu === undefined ? {} : { cpu };
    const kind = selection.kind === 'event' ? 'run' : selection.kind;
    const answer = await this.client.query({ type: 'span', side, kind, task, t_ns, step, ...on }, 'step span');
    if (answer?.type !== 'span' || !answer.span) return;
    const { from_ns, to_ns, ...span } = answer.span;
    const next: Selection = { side, kind: span.kind, task: span.task, t_ns: ns(from_ns), row: -1, ...on };
    this.store.dispatch({ type: 'select', selection: next });
    this.showSpan(from_ns, to_ns);
  }

  /** Moves the playhead to the start of a stretch, and the window if that is out of sight. */
  private showSpan(from_ns: number, to_ns: number): void {
    const { from_ns: left, to_ns: right } = visible(this.store.state);
    if (from_ns < left || to_ns > right) this.goTo(from_ns);
    else this.playhead.move(from_ns);
  }

  private land({ t_ns, decisions }: Step): void {
    this.landing = true;
    this.goTo(t_ns);
    this.playhead.stand(this.playhead.at_ns, rowsOf(this.store.state, decisions, this.playhead.at_ns));
    this.landing = false;
    for (const side of shownSides(this.store.state)) this.arrive(side, decisions[side]);
  }

  /** Moves the playhead and, if it would leave the picture, the window. */
  goTo(t_ns: number): void {
    const { state } = this.store;
    const range = visible(state);
    const shown = reveal(range, t_ns, endNs(state));
    this.playhead.move(Math.min(Math.max(t_ns, 0), endNs(state)));
    if (shown !== range) this.moveWindow(shown);
  }
}

/** The rows of decisions that fall on an instant; of others the instant alone tells which they are. */
function rowsOf(state: State, decisions: Pair, t_ns: number): Rows | undefined {
  const rowOn = (side: SideIndex): number | null => {
    const decision = decisions[side];
    if (!shownSides(state).includes(side)) return null;
    return decision === null ? BEFORE_ALL : decision.t_ns === t_ns ? decision.index : null;
  };
  const rows: Rows = [rowOn(0), rowOn(1)];
  return rows[0] === null && rows[1] === null ? undefined : rows;
}
