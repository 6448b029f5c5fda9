/** Moves the window: at once under a hand, in a moment's glide for keys and buttons, so that the eye can follow. */
import { between, fit, type Range } from '../canvas/viewport';
import type { Clock } from './player';
import { endNs, visible } from '../state/state';
import type { Store } from '../state/store';

/** Long enough to see where it goes, short enough not to wait for. */
const GLIDE_MS = 120;

interface Glide {
  readonly from: Range;
  readonly to: Range;
  /** What is in the state at the end: `null` for the whole run, however long it becomes. */
  readonly lands: Range | null;
  /** When the first frame came. */
  started_ms: number | null;
  frame: number;
}

/** The window's hand. One glide at a time; whatever else moves the window ends it. */
export class Mover {
  private glide: Glide | null = null;
  /** What the glide has put into the state last: something else there is somebody else's. */
  private written: Range | null = null;
  /** The instant under the pointer, about which keys zoom; `null` while it is elsewhere. */
  pointer_ns: number | null = null;

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  /** Where the window is, or will be in a moment: what the next key starts from. */
  get target(): Range {
    return this.gliding()?.to ?? visible(this.store.state);
  }

  /** At once, as a drag wants it. */
  show(range: Range | null): void {
    this.stop();
    this.store.dispatch({ type: 'range', range });
  }

  /** In a glide; at once for people who want no motion. `null` is the whole run. */
  glideTo(lands: Range | null): void {
    const from = visible(this.store.state);
    this.stop();
    if (this.clock.calm()) return this.show(lands);
    const to = lands ?? fit(endNs(this.store.state));
    this.written = this.store.state.doc.range;
    this.glide = { from, to, lands, started_ms: null, frame: this.next() };
  }

  /** The glide, unless somebody else has moved the window since. */
  private gliding(): Glide | null {
    return this.store.state.doc.range === this.written ? this.glide : null;
  }

  private next(): number {
    return this.clock.requestAnimationFrame((now_ms) => this.tick(now_ms));
  }

  private tick(now_ms: number): void {
    const glide = this.gliding();
    if (!glide) return this.stop();
    glide.started_ms ??= now_ms;
    const share = Math.min((now_ms - glide.started_ms) / GLIDE_MS, 1);
    if (share >= 1) return this.show(glide.lands);
    this.store.dispatch({ type: 'range', range: between(glide.from, glide.to, eased(share)) });
    this.written = this.store.state.doc.range;
    glide.frame = this.next();
  }

  private stop(): void {
    if (this.glide) this.clock.cancelAnimationFrame(this.glide.frame);
    this.glide = null;
  }
}

/** Fast at first, then slower: it answers at once and arrives softly. */
const eased = (share: number): number => 1 - (1 - share) ** 3;
