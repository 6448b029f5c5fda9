/** Moves the playhead with the clock while the page plays, and the window after the playhead. */
import { reveal } from './canvas/viewport';
import { visible } from './session';
import { endNs } from './state';
import type { Playhead, Store } from './store';

/** What is used of a window; tests pass a clock of their own. */
export interface Clock {
  requestAnimationFrame(callback: (now_ms: number) => void): number;
  cancelAnimationFrame(id: number): void;
}

/** A hidden page gets no frames; what was missed then is not caught up. */
const STEP_MS_MAX = 100;
/** How close to its right edge the window lets the playhead come. */
const LOOK_AHEAD = 0.2;

/** Plays whenever the state says so; stops at the end of the run, and starts over from there. */
export class Player {
  private frame: number | null = null;
  private last_ms: number | null = null;

  constructor(private readonly store: Store, private readonly playhead: Playhead, private readonly clock: Clock) {
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
    const range = visible(state);
    const shown = reveal(range, t_ns, endNs(state), LOOK_AHEAD);
    this.playhead.move(t_ns);
    if (shown !== range && t_ns > range.from_ns) this.store.dispatch({ type: 'range', range: shown });
    else if (t_ns < range.from_ns) this.store.dispatch({ type: 'range', range: reveal(range, t_ns, endNs(state)) });
  }
}
