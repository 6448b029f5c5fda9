/** Keeps the engine's answers in step with the state: watches what changed and asks for what that makes stale. */
import { clampRange, fit, reveal, type Range } from './canvas/viewport';
import { BOTH, SIDE_NAMES, type Doc, type Linked, type SideIndex } from './doc';
import { endNs, isDark, type State } from './state';
import { back, forward, standingAt, type Pair, type Step } from './steps';
import type { Playhead, Store } from './store';
import type { Asked, Client, Frame, Listener } from './worker/client';
import type { Decision, View } from './worker/protocol';

/** What the picture is drawn on, in CSS pixels. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
}

/** The range that is visible, whatever was asked for: within the run and not too narrow. */
export const visible = (state: State): Range => (state.doc.range ? clampRange(state.doc.range, endNs(state)) : fit(endNs(state)));

/** One page's conversation with the engine. */
export class Session {
  /** Told of every new frame. */
  onFrame: (frame: Frame) => void = () => undefined;
  private readonly client: Client;
  private asked: State | null = null;
  private canvas: Canvas | null = null;
  private stepping = false;
  /** While landing, moving the playhead must not ask which decision stands there: several can share the instant. */
  private landing = false;
  private fellBack = false;
  /** What the engine has open: what is shown, and what is gone back to when something else is refused. */
  private open: Asked | null = null;

  constructor(
    private readonly store: Store,
    private readonly playhead: Playhead,
    private readonly fallback: Linked,
    connect: (to: Listener) => Client,
  ) {
    this.client = connect(this.listener());
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

  /** Gives up a long simulation: back to what is shown. Before anything is, there is nothing to go back to. */
  cancel(): void {
    this.client.cancel();
    this.goBack();
    this.store.dispatch({ type: 'progress', done: null });
  }

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
    const ask = (side: SideIndex): Promise<Decision | null> =>
      this.client.decisionNextTo(side, this.playhead.at_ns, this.standing[side]?.index, step);
    return Promise.all([ask(0), ask(1)]);
  }

  private land({ t_ns, decisions }: Step): void {
    this.landing = true;
    this.goTo(t_ns);
    this.landing = false;
    for (const side of BOTH) this.arrived(side, decisions[side]);
  }

  /** Moves the playhead and, if it would leave the picture, the window. */
  goTo(t_ns: number): void {
    const { state } = this.store;
    const range = visible(state);
    const shown = reveal(range, t_ns, endNs(state));
    this.playhead.move(Math.min(Math.max(t_ns, 0), endNs(state)));
    if (shown !== range) this.store.dispatch({ type: 'range', range: shown });
  }

  /** Asks for whatever the last change of the state made stale. */
  private follow(): void {
    const { state } = this.store;
    const { doc } = state;
    const old = this.asked;
    this.asked = state;
    if (doc === old?.doc && isDark(state) === isDark(old)) return;
    if (doc.sides !== old?.doc.sides) this.askPresets();
    if (sameRun(doc, old?.doc ?? null) || sameRun(doc, this.open)) this.askFrame();
    else this.client.open(doc.scenario, doc.sides);
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
    if (!this.landing && this.store.state.answers.summary)
      for (const side of BOTH) this.client.decisionAt(side, this.playhead.at_ns);
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
      },
      frame: (frame) => {
        this.onFrame(frame);
        dispatch({ type: 'colors', colors: frame.layout.colors });
      },
      decision: (side, decision) => this.arrived(side === 0 ? 0 : 1, decision),
      refused: (message, asked) => this.refused(message, asked),
      failed: (message, recovered) => {
        this.goBack();
        dispatch({ type: 'problem', problem: { source: 'engine', message: broken(message, recovered) } });
      },
    };
  }

  /** If not even the first scenario opens, it came with the address: say so, and show one that works. */
  private refused(message: string, asked: Asked): void {
    const { dispatch, state } = this.store;
    const first = state.answers.summary === null && !this.fellBack;
    if (first) {
      this.fellBack = true;
      dispatch({ type: 'load', doc: this.fallback.doc });
      this.playhead.move(this.fallback.playhead_ns);
    }
    // By now the hand may have moved on; then the newer scenario has its own answer.
    if (sameRun(this.store.state.doc, asked)) this.goBack();
    dispatch({ type: 'problem', problem: { source: first ? 'link' : 'scenario', message } });
  }

  /** What was there before is still there. */
  private goBack(): void {
    if (!this.open) return;
    const { scenario, sides } = this.open;
    this.store.dispatch({ type: 'revert', scenario, sides: sides as Doc['sides'] });
  }

  private arrived(side: SideIndex, decision: Decision | null): void {
    const shown = this.store.state.answers.decisions[side];
    // While the playhead moves most answers repeat what is shown; views need not look again.
    if (JSON.stringify(shown) !== JSON.stringify(decision)) this.store.dispatch({ type: 'decision', side, decision });
  }
}

/** True if the two ask for the same simulation; objects are never changed in place, so identity tells. */
const sameRun = (a: Asked | Doc, b: Asked | Doc | null): boolean => a.scenario === b?.scenario && a.sides === b.sides;

function viewOf(state: State, canvas: Canvas): View {
  const { axis, hidden } = state.doc;
  return { ...visible(state), ...canvas, theme: isDark(state) ? 'dark' : 'light', axis, hidden: [...hidden] };
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
