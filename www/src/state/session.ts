/** Keeps the engine's answers in step with the state: watches what changed and asks for what that makes stale. */
import { openSides, SIDE_NAMES, type Doc, type Linked, type SideIndex } from './doc';
import { endNs, isDark, shownSides, visible, type State } from './state';
import type { Playhead, Store } from './store';
import { BEFORE_ALL, Walk } from './walk';
import type { Asked, Client, Frame, Listener, Query, Refusal, Reply } from '../worker/client';
import type { Decision, Side, View } from '../worker/protocol';

/** What the picture is drawn on, in CSS pixels. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
}

/** Where recordings come from: the bytes of one that comes with the page. */
export type Shelf = (name: string) => Promise<Uint8Array>;

/** One page's conversation with the engine. */
export class Session {
  /** Told of every new frame. */
  onFrame: (frame: Frame) => void = () => undefined;
  /** Steps from decision to decision, from tick to tick, and to what is selected. */
  readonly walk: Walk;
  private readonly client: Client;
  private asked: State | null = null;
  private canvas: Canvas | null = null;
  private fellBack = false;
  /** What the engine has open: what is shown, and what is gone back to when something else is refused. */
  private open: Asked | null = null;

  constructor(
    private readonly store: Store,
    private readonly playhead: Playhead,
    private readonly fallback: Linked,
    connect: (to: Listener) => Client,
    private readonly shelf: Shelf,
  ) {
    this.client = connect(this.listener());
    this.walk = new Walk(store, playhead, this.client, (side, decision) => this.arrived(side, decision));
    store.subscribe(() => this.follow());
    playhead.subscribe(() => this.askDecisions());
    this.follow();
  }

  /** The picture has another size. */
  resize(canvas: Canvas): void {
    const old = this.canvas;
    this.canvas = canvas;
    if (old?.width !== canvas.width || old.height !== canvas.height) this.askFrame();
  }

  /** What the picture is drawn on; `null` before it has a place. */
  get size(): Canvas | null {
    return this.canvas;
  }

  /** Asks the engine anything that is not part of the state; see `Client.query`. */
  query<T extends Query['type']>(question: Query<T>, lane?: string): Promise<Reply<T>> {
    return this.client.query(question, lane);
  }

  /** Gives up a long simulation: back to what is shown. Before anything is, there is nothing to go back to. */
  cancel(): void {
    this.client.cancel();
    this.goBack();
    this.store.dispatch({ type: 'progress', done: null });
  }

  /** Asks for whatever the last change of the state made stale. */
  private follow(): void {
    const { state } = this.store;
    const { doc } = state;
    const old = this.asked;
    this.asked = state;
    if (doc === old?.doc && isDark(state) === isDark(old)) return;
    if (doc.sides !== old?.doc.sides) this.askPresets();
    if (doc.recording !== (old?.doc.recording ?? null)) void this.fetchRecording(doc.recording);
    if (doc.selection !== old?.doc.selection) void this.askSpan();
    const asked = askedOf(doc);
    if (sameRun(asked, old && askedOf(old.doc)) || sameRun(asked, this.open)) this.askFrame();
    else this.client.open(asked.scenario, asked.sides);
  }

  /** A recording that comes with the page, by name. */
  private async fetchRecording(name: string | null): Promise<void> {
    try {
      await this.showRecording(name === null ? null : await this.shelf(name));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.store.dispatch({ type: 'problem', problem: { source: 'file', message } });
      this.store.dispatch({ type: 'recording', name: null });
    }
  }

  /** Shows the recording in a file's bytes as a third row, or takes it away; false if it was refused, and the page says why. */
  async showRecording(bytes: Uint8Array | null): Promise<boolean> {
    const answer = await this.client.query({ type: 'recording', bytes }, 'recording');
    if (answer?.type === 'refused') {
      this.store.dispatch({ type: 'problem', problem: { source: 'file', message: answer.message } });
      this.store.dispatch({ type: 'recording', name: null });
    }
    if (answer?.type !== 'recorded') return false;
    this.store.dispatch({ type: 'recorded', recorded: answer.recorded });
    this.askFrame();
    return true;
  }

  /** What the engine has where something is selected: asked again whenever another run is open. */
  private async askSpan(): Promise<void> {
    const { doc, answers } = this.store.state;
    const { selection } = doc;
    if (!selection || selection.kind === 'event' || !answers.summary) {
      if (answers.span) this.store.dispatch({ type: 'span', span: null });
      return;
    }
    const { side, kind, task, t_ns, cpu } = selection;
    const on = cpu === undefined ? {} : { cpu };
    const answer = await this.client.query({ type: 'span', side, kind, task, t_ns, step: 0, ...on }, 'span');
    if (answer?.type === 'span') this.store.dispatch({ type: 'span', span: answer.span });
  }

  private askPresets(): void {
    const { doc, answers } = this.store.state;
    const machines = new Set(doc.sides.map((side) => side.assumed_cpus));
    for (const cpus of machines) if (!answers.presets[cpus]) this.client.presets(cpus);
  }

  private askFrame(): void {
    if (this.canvas && this.store.state.answers.summary) this.client.frame(viewOf(this.store.state, this.canvas));
  }

  private askDecisions(): void {
    if (!this.walk.landing && this.store.state.answers.summary)
      for (const side of shownSides(this.store.state)) void this.askDecision(side, this.playhead.rows?.[side] ?? null);
  }

  /** The row that was stepped to, if it is one of this instant: a row of a link, or of an earlier run, need not be. */
  private async askDecision(side: SideIndex, row: number | null): Promise<void> {
    const { at_ns } = this.playhead;
    if (row === BEFORE_ALL) return this.arrived(side, null);
    if (row !== null) {
      const decision = await this.client.decision({ side, t_ns: at_ns, index: row, step: 0, of: 'row' });
      if (this.playhead.at_ns !== at_ns) return;
      if (decision?.t_ns === at_ns) return this.arrived(side, decision);
    }
    this.client.decisionAt(side, at_ns);
  }

  private listener(): Listener {
    const { dispatch } = this.store;
    return {
      presets: (assumed_cpus, presets) => dispatch({ type: 'presets', assumed_cpus, presets }),
      progress: (done) => dispatch({ type: 'progress', done }),
      opened: (summary, asked) => {
        this.open = asked;
        dispatch({ type: 'opened', summary });
        if (this.store.state.problem?.source === 'scenario') dispatch({ type: 'problem', problem: null });
        this.playhead.move(Math.min(this.playhead.at_ns, endNs(this.store.state)));
        this.askFrame();
        this.askDecisions();
        void this.askSpan();
      },
      frame: (frame) => {
        this.onFrame(frame);
        dispatch({ type: 'colors', colors: frame.layout.colors });
      },
      decision: (side, decision) => this.arrived(side === 0 ? 0 : 1, decision),
      refused: (refusal, asked) => this.refused(refusal, asked),
      failed: (message, recovered) => {
        this.goBack();
        dispatch({ type: 'problem', problem: { source: 'engine', message: broken(message, recovered) } });
      },
    };
  }

  /** If not even the first scenario opens, it came with the address: say so, and show one that works. */
  private refused({ message, place }: Refusal, asked: Asked): void {
    const { dispatch, state } = this.store;
    const first = state.answers.summary === null && !this.fellBack;
    if (first) {
      this.fellBack = true;
      dispatch({ type: 'load', doc: this.fallback.doc });
      this.playhead.stand(this.fallback.playhead_ns, this.fallback.rows);
    }
    // By now the hand may have moved on; then the newer scenario has its own answer.
    if (sameRun(askedOf(this.store.state.doc), asked)) this.goBack();
    dispatch({ type: 'problem', problem: { source: first ? 'link' : 'scenario', message, place } });
  }

  /** What was there before is still there; a side that is closed keeps its settings all the same. */
  private goBack(): void {
    if (!this.open) return;
    const { scenario, sides } = this.open;
    const [a, b] = sides as readonly [Side, Side?];
    this.store.dispatch({ type: 'revert', scenario, sides: b ? this.pair(a, b) : this.pair(a, this.store.state.doc.sides[1]), alone: !b });
  }

  /** The very pair that the page has, if these are its sides: then nothing has changed. */
  private pair(a: Side, b: Side): Doc['sides'] {
    const { sides } = this.store.state.doc;
    return sides[0] === a && sides[1] === b ? sides : [a, b];
  }

  private arrived(side: SideIndex, decision: Decision | null): void {
    const shown = this.store.state.answers.decisions[side];
    // While the playhead moves most answers repeat what is shown; views need not look again.
    if (JSON.stringify(shown) !== JSON.stringify(decision)) this.store.dispatch({ type: 'decision', side, decision });
  }
}

/** What is to be simulated for a page. */
const askedOf = (doc: Doc): Asked => ({ scenario: doc.scenario, sides: openSides(doc).map((side) => doc.sides[side]) });

/** True if the two ask for the same simulation; objects are never changed in place, so identity tells. */
const sameRun = (a: Asked, b: Asked | null): boolean =>
  a.scenario === b?.scenario && a.sides.length === b.sides.length && a.sides.every((side, i) => side === b.sides[i]);

/** What a picture of the page shows, in a size. */
export function viewOf(state: State, canvas: Canvas): View {
  const { lines, hidden, highlight } = state.doc;
  const { cpu, closed, first } = state.doc.lanes;
  const lanes = { cpu, closed: [...closed], first_row: first };
  return { ...visible(state), ...canvas, ...lanes, theme: isDark(state) ? 'dark' : 'light', lines, hidden: [...hidden], highlight };
}

function broken(message: string, recovered: boolean): string {
  const then = recovered
    ? 'A new one shows the last scenario that worked.'
    : 'Change something, or reload the page, to start a new one.';
  return `The engine broke down (${message}). ${then}`;
}

/** A side's name with its kernel, as people say it: `B · EEVDF 7.2`. */
export function sideTitle(state: State, side: SideIndex): string {
  const { kernel, assumed_cpus } = state.doc.sides[side];
  const family = state.answers.presets[assumed_cpus]?.find((preset) => preset.name === kernel)?.family;
  return `${SIDE_NAMES[side]} · ${family ? `${family} ` : ''}${kernel}`;
}
