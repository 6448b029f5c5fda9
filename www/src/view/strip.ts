/** Ties the strip of the whole run to the page: its picture, the brush on it, and the place of the playhead. */
import { Brush, brushOf, FINGER_PX, keyed } from '../canvas/brush';
import { paint } from '../canvas/replay';
import { plotOf } from '../canvas/shown';
import { fit, pixelAt, type Plot } from '../canvas/viewport';
import type { Context } from '../commands';
import { endNs, isDark, visible } from '../state/state';
import { formatClock, formatDuration } from '../time';
import type { Paper } from '../worker/protocol';
import { deviceScale, enlarged } from './enlarged';
import type { FigurePlaces } from './places';

/** Height of the strip, in pixels of the picture. */
const HEIGHT_PX = 34;
const NO_PLOT: Plot = { left: 0, right: 0 };

/** One strip. Everything that it shows follows from the state, the playhead and the figure's places. */
export class OverviewStrip {
  private readonly strip: HTMLElement;
  private readonly brush: Brush;
  private readonly stop = new AbortController();
  private readonly untie: (() => void)[];
  private width = 0;
  /** What the picture was asked for; another one is asked for only when this changes. */
  private asked: readonly unknown[] = [];

  constructor(
    private readonly host: HTMLElement,
    private readonly context: Context,
    private readonly places: FigurePlaces,
  ) {
    this.strip = host.querySelector<HTMLElement>('.strip')!;
    const { store, mover, playhead } = context;
    this.brush = new Brush({
      range: () => visible(store.state),
      end_ns: () => endNs(store.state),
      plot: () => this.plot,
      show: (range) => mover.show(range),
    });
    const follow = (): void => this.follow();
    const observer = new ResizeObserver(() => this.resize());
    observer.observe(host);
    this.untie = [store.subscribe(follow), places.subscribe(follow), playhead.subscribe(() => this.place())];
    this.untie.push(() => observer.disconnect());
    this.listen();
  }

  close(): void {
    this.stop.abort();
    this.untie.forEach((stop) => stop());
  }

  private get plot(): Plot {
    const { layout } = this.places;
    return layout ? plotOf(layout) : NO_PLOT;
  }

  private resize(): void {
    const scale = enlarged();
    this.width = Math.floor(this.host.clientWidth / scale);
    this.host.style.height = `${HEIGHT_PX * scale}px`;
    Object.assign(this.strip.style, { width: `${this.width}px`, height: `${HEIGHT_PX}px`, transform: `scale(${scale})` });
    this.follow();
  }

  private follow(): void {
    this.place();
    this.writeEdges();
    const { doc, answers } = this.context.store.state;
    const { left, right } = this.plot;
    const wanted = [answers.revision, this.width, left, right, isDark(this.context.store.state), doc.hidden];
    if (right <= left || answers.summary === null || wanted.every((value, i) => value === this.asked[i])) return;
    this.asked = wanted;
    void this.ask();
  }

  private async ask(): Promise<void> {
    const { state } = this.context.store;
    const { left: plot_left, right: plot_right } = this.plot;
    const look = { theme: (isDark(state) ? 'dark' : 'light') as Paper, hidden: [...state.doc.hidden] };
    const size = { width: this.width, height: HEIGHT_PX, plot_left, plot_right };
    const answer = await this.context.session.query({ type: 'overview', ...size, ...look }, 'overview');
    if (answer?.type === 'picture') paint(this.strip.querySelector('canvas')!, answer.picture, deviceScale());
  }

  /** Brush and playhead, where they belong. */
  private place(): void {
    const { store, playhead } = this.context;
    const end_ns = endNs(store.state);
    const { left, width } = brushOf(visible(store.state), end_ns, this.plot);
    Object.assign(find(this.strip, 'brush').style, { width: `${width}px`, transform: `translateX(${left}px)` });
    const veil = { width: `${width}px`, transform: `translateX(${left - this.plot.left}px)` };
    Object.assign(find(this.strip, 'veil').style, veil);
    const x = pixelAt(fit(end_ns), this.plot, playhead.at_ns);
    find(this.strip, 'run-playhead').style.transform = `translateX(${Math.round(x)}px)`;
  }

  private writeEdges(): void {
    const { state } = this.context.store;
    const [range, end_ns] = [visible(state), endNs(state)];
    for (const edge of ['from', 'to'] as const) {
      const [slider, t_ns] = [find(this.strip, `brush-${edge}`), edge === 'from' ? range.from_ns : range.to_ns];
      slider.setAttribute('aria-valuemax', String(end_ns));
      slider.setAttribute('aria-valuenow', String(t_ns));
      slider.setAttribute('aria-valuetext', formatClock(t_ns));
    }
    const { left, right } = this.plot;
    this.strip.style.setProperty('--plot-left', `${left}px`);
    this.strip.style.setProperty('--plot-width', `${right - left}px`);
    find(this.strip, 'run-end').textContent = formatDuration(end_ns);
  }

  private listen(): void {
    const { host, brush } = this;
    const { mover } = this.context;
    const on = <K extends keyof HTMLElementEventMap>(name: K, does: (event: HTMLElementEventMap[K]) => void): void =>
      host.addEventListener(name, does, { signal: this.stop.signal, passive: false });
    on('pointerdown', (event) => {
      if (event.button !== 0) return;
      host.setPointerCapture(event.pointerId);
      brush.press(this.xOf(event), event.pointerType === 'touch' ? FINGER_PX : undefined);
    });
    on('pointermove', (event) => {
      brush.move(this.xOf(event));
      host.dataset['grip'] = brush.held ?? brush.at(this.xOf(event));
    });
    on('pointerup', (event) => {
      const range = brush.release(this.xOf(event));
      if (range) mover.glideTo(range);
    });
    on('pointercancel', () => brush.cancel());
    on('dblclick', () => mover.glideTo(null));
    on('keydown', (event) => this.press(event));
    on('wheel', (event) => {
      event.preventDefault();
      brush.wheel(this.xOf(event), event);
    });
  }

  /** Keys on an edge, as a slider has them. */
  private press(event: KeyboardEvent): void {
    const edge = (event.target as HTMLElement).dataset['edge'];
    const { store, mover } = this.context;
    if (edge !== 'from' && edge !== 'to') return;
    const range = keyed(mover.target, edge, event.key, endNs(store.state));
    if (!range) return;
    event.preventDefault();
    mover.glideTo(range);
  }

  private xOf(event: MouseEvent): number {
    return (event.clientX - this.host.getBoundingClientRect().left) / enlarged();
  }
}

const find = (host: HTMLElement, name: string): HTMLElement => host.querySelector<HTMLElement>(`.${name}`)!;
