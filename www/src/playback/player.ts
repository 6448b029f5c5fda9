/** Moves the playhead with the clock while the page plays, and the window after the playhead. */
import { pan, sameRange, span, turn } from '../canvas/viewport';
import { clampTo, type Scale } from '../knobs/scale';
import { endNs, visible } from '../state/state';
import type { Playhead, Store } from '../state/store';

/** What is used of a window; tests pass a clock of their own. */
export interface Clock {
  requestAnimationFrame(callback: (now_ms: number) => void): number;
  cancelAnimationFrame(id: number): void;
  /** True for people who do not want the picture to scroll: then it turns pages. */
  calm(): boolean;
}

/** How fast it can play, in simulated ns per second: from single decisions that one can follow to as fast as in life. */
export const SPEED: Scale = { min: 100_000, max: 1_000_000_000, log: true };

/** A speed `factor` times as fast, within what there is. */
export const faster = (ns_per_s: number, factor: number): number => clampTo(SPEED, ns_per_s * factor);

/** A hidden page gets no frames; what was missed then is not caught up. */
const STEP_MS_MAX = 100;
/** How close to its right edge the window lets the playhead come: a share of it. */
const LOOK_AHEAD = 0.2;

/** Plays whenever the state says so; stops at the end of the run, and starts over from there. */
export class Player {
  private frame: number | null = null;
  private last_ms: number | null = null;

  constructor(
    private readonly store: Store,
    private readonly playhead: Playhead,
    private readonly clock: Clock,
  ) {
    store.subscribe(() => this.follow());
  }

  private follow(): void {
    const { playing } = this.store.state;
    if (playing && this.frame === null) this.start();
    if (!playing && this.frame !== null) this.stop();
  }

  private start(): void {
    this.last_ms = null;
    if (this.playhead.at_ns >= endNs(this.store.state)) this.moveTo(0);
    this.frame = this.clock.requestAnimationFrame((now) => this.tick(now));
  }

  private stop(): void {
    if (this.frame !== null) this.clock.cancelAnimationFrame(this.frame);
    this.frame = null;
  }

  private tick(now_ms: number): void {
    const passed_ms = Math.min(now_ms - (this.last_ms ?? now_ms), STEP_MS_MAX);
    this.last_ms = now_ms;
    const { state } = this.store;
    const next = this.playhead.at_ns + (passed_ms / 1_000) * state.speed_ns_per_s;
    this.frame = this.clock.requestAnimationFrame((later) => this.tick(later));
    this.moveTo(Math.min(next, endNs(state)));
    if (next >= endNs(state)) this.store.dispatch({ type: 'play', playing: false });
  }

  private moveTo(t_ns: number): void {
    const { state } = this.store;
    this.playhead.move(t_ns);
    const range = visible(state);
    const ahead_ns = t_ns - (range.to_ns - span(range) * LOOK_AHEAD);
    const scrolls = ahead_ns > 0 && t_ns <= range.to_ns && !this.clock.calm();
    const shown = scrolls ? pan(range, ahead_ns, endNs(state)) : turn(range, t_ns, endNs(state));
    if (!sameRange(shown, range)) this.store.dispatch({ type: 'range', range: shown });
  }
}
