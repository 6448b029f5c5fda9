/** Ties the figure's elements to the page: frames, window, playhead, pointer and selection write to them directly. */
import { Board } from '../canvas/board';
import { outlineOf, type Marked } from '../canvas/outline';
import { Overlay } from '../canvas/overlay';
import { Picture } from '../canvas/picture';
import { readingsOf, spoken, wordsOf, type Wanted } from '../canvas/readout';
import { inPlot, tOf, xOf, type Shown } from '../canvas/shown';
import { sameRange } from '../canvas/viewport';
import type { Context } from '../commands';
import { BOTH, type SideIndex } from '../state/doc';
import { endNs, presetOf, visible, type State } from '../state/state';
import type { Scenario } from '../tasks/scenario';
import type { Frame } from '../worker/client';
import type { Hit, SideValues } from '../worker/protocol';
import { ChangeMarks } from './changeMarks';
import { deviceScale } from './enlarged';

/** A place in the picture's own pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where numbers are read: under the pointer, at the playhead once it was moved, or nowhere. */
type Reader = 'pointer' | 'playhead' | 'nobody';

/** One figure. Everything that it shows follows from the state, the playhead and the pointer. */
export class Scene {
  private readonly picture: Picture;
  private readonly overlay: Overlay;
  private readonly board: Board;
  private readonly changes: ChangeMarks;
  private reader: Reader = 'nobody';
  private pointer: Place | null = null;
  private values: readonly SideValues[] = [];
  private pending = 0;
  private seen: State | null = null;
  /** Whose window is in the picture: another scenario's picture is not moved to where this one is looked at. */
  private pictured: Scenario | null = null;

  constructor(
    private readonly drawing: HTMLElement,
    private readonly context: Context,
  ) {
    this.picture = new Picture(drawing.querySelector('canvas')!);
    this.overlay = new Overlay(drawing);
    this.board = new Board(drawing.querySelector('.board')!);
    this.changes = new ChangeMarks(drawing.querySelector('.change-marks')!, context);
  }

  /** What the picture shows; `null` before the first frame. */
  get shown(): Shown | null {
    return this.picture.shown;
  }

  /** A frame has come: it is painted, and moved if the window has gone on since. */
  arrived(frame: Frame): void {
    this.picture.show(frame, deviceScale());
    this.pictured = this.context.store.state.doc.scenario;
    this.follow();
    if (this.reader !== 'nobody') this.read();
  }

  /** The state has changed. What has to move does so with the next repaint, if the new frame is not there before. */
  changed(): void {
    const { state } = this.context.store;
    const old = this.seen;
    this.seen = state;
    if (state.answers.revision !== old?.answers.revision || state.doc.lanes.cpu !== old.doc.lanes.cpu) this.values = [];
    if (!this.shown) return;
    if (state.doc.scenario !== old?.doc.scenario) this.changes.place(this.shown);
    if (!sameRange(visible(state), this.shown)) this.pending ||= requestAnimationFrame(() => this.follow());
    else if (state.doc.selection !== old?.doc.selection || state.answers.span !== old.answers.span) this.outline();
  }

  /** The playhead was moved: it is where numbers are read until the pointer moves again. */
  moved(): void {
    const { store, playhead } = this.context;
    if (!this.shown) return;
    this.overlay.place(this.shown, playhead.at_ns, endNs(store.state));
    if (store.state.playing && this.reader === 'pointer') return;
    this.reader = 'playhead';
    this.cross();
    this.read();
  }

  /** The pointer is somewhere over the picture and holds nothing. */
  pointed(place: Place): void {
    if (!this.shown) return;
    this.pointer = place;
    this.reader = inPlot(this.shown, place.x) ? 'pointer' : 'nobody';
    this.cross();
    if (this.reader === 'pointer') this.read();
    else this.board.clear();
    void this.hover(place);
  }

  /** The pointer is gone, or drags something: there is nothing to say. */
  unpointed(): void {
    this.pointer = null;
    this.cross();
    this.hovered(null, null);
    if (this.reader === 'pointer') this.reader = 'nobody';
    if (this.reader === 'nobody') this.board.clear();
  }

  /** Puts everything where it belongs in the window of the state. */
  private follow(): void {
    cancelAnimationFrame(this.pending);
    this.pending = 0;
    const { store, playhead } = this.context;
    const range = visible(store.state);
    if (!this.shown) return;
    const isOther = this.pictured?.name !== store.state.doc.scenario.name;
    if (!isOther && !sameRange(range, this.shown)) this.picture.moveTo(range);
    this.overlay.place(this.shown, playhead.at_ns, endNs(store.state));
    this.changes.place(this.shown);
    this.cross();
    this.hovered(null, null);
    this.outline();
    this.write();
  }

  /** The crosshair, where numbers are read under the pointer; keys zoom about the pointer wherever it is in the plot. */
  private cross(): void {
    const { shown, pointer } = this;
    if (!shown) return;
    const t_ns = pointer && inPlot(shown, pointer.x) ? tOf(shown, pointer.x) : null;
    this.context.mover.pointer_ns = t_ns;
    this.overlay.cross(shown, this.reader === 'pointer' ? t_ns : null);
  }

  private outline(): void {
    const marked = selectedOf(this.context.store.state);
    this.overlay.outlineSelected(this.shown && marked && outlineOf(this.shown, marked));
  }

  /** What a click would select. */
  private async hover(place: Place): Promise<void> {
    const answer = await this.context.session.query({ type: 'hit', ...place }, 'hover');
    if (answer?.type === 'hit' && this.pointer) this.hovered(answer.hit, this.pointer);
  }

  private hovered(hit: Hit | null, place: Place | null): void {
    const size = this.picture.newest?.view;
    this.drawing.dataset['over'] = hit?.what ?? '';
    if (!this.shown || !size) return;
    const marked = hit && { ...hit, task: indexOf(this.context.store.state, hit.task) };
    this.overlay.outlineHovered(marked && outlineOf(this.shown, marked));
    // Away from the boxes of numbers; of a mark above, where titles are and nothing happens.
    const across = this.board.side === 'right' ? 'left' : 'right';
    this.overlay.tell(labelOf(hit), place ?? { x: 0, y: 0 }, size, { across, along: hit?.what === 'event' ? 'above' : 'below' });
  }

  /** The instant at which numbers are read. */
  private get readAt_ns(): number | null {
    if (this.reader === 'playhead') return this.context.playhead.at_ns;
    return this.reader === 'pointer' && this.pointer && this.shown ? tOf(this.shown, this.pointer.x) : null;
  }

  private read(): void {
    this.write();
    const t_ns = this.readAt_ns;
    if (t_ns !== null) void this.ask(t_ns);
  }

  private async ask(t_ns: number): Promise<void> {
    const answer = await this.context.session.query({ type: 'values', t_ns, cpu: this.context.store.state.doc.lanes.cpu }, 'values');
    if (answer?.type !== 'values') return;
    this.values = answer.sides;
    if (this.reader === 'playhead') this.overlay.say(this.context.playhead.at_ns, spoken(answer.sides));
    this.write();
  }

  /** The last numbers there are, at where they are read now: they follow the hand, and are right a moment later. */
  private write(): void {
    const [shown, frame, t_ns] = [this.shown, this.picture.newest, this.readAt_ns];
    if (!shown || !frame || t_ns === null) return this.board.clear();
    const x = xOf(shown, t_ns);
    if (this.values.length === 0 || !inPlot(shown, x)) return this.board.clear();
    const y = this.reader === 'pointer' ? (this.pointer?.y ?? null) : null;
    const wanted = wantedOf(this.context.store.state, frame);
    this.board.write(shown, x, y, readingsOf(shown.layout, this.values, wanted), wordsOf(shown.layout, this.values));
  }
}

/** Of a line the box of numbers says all. */
const labelOf = (hit: Hit | null): string => (hit && hit.what !== 'line' ? hit.label : '');

const indexOf = ({ doc }: State, name: string): number => doc.scenario.threads.findIndex((thread) => thread.name === name);

function wantedOf(state: State, { view }: Frame): Wanted {
  const { lines, hidden, highlight } = view;
  return { lines, hidden, highlight, families: BOTH.map((side) => presetOf(state, side)?.family) };
}

/** What is selected, as it is found in the picture; a stretch is known once the engine has said where it ends. */
function selectedOf(state: State): Marked | null {
  const { doc, answers } = state;
  const { selection } = doc;
  if (!selection) return null;
  const task = indexOf(state, selection.task);
  const { side, t_ns } = selection;
  if (selection.kind === 'event') {
    const decision = answers.decisions[side as SideIndex];
    const cpu = decision?.index === selection.row ? decision.cpu : 0;
    return { side, cpu, what: 'event', task, from_ns: t_ns, to_ns: t_ns };
  }
  const span = answers.span;
  return span && { side: span.side, cpu: span.cpu, what: span.kind, task, from_ns: span.from_ns, to_ns: span.to_ns };
}
