/** Marks on the time axis where something is changed at a given time: each can be pressed, and dragged along the axis. */
import { inPlot, xOf, type Shown } from '../canvas/shown';
import { snappedUs } from '../canvas/snap';
import type { Context } from '../commands';
import { Coalesced } from '../coalesce';
import { changesOf, type Change } from '../tasks/changes';
import { printStep } from '../tasks/program';
import { formatClock, fromUs } from '../time';
import { enlarged } from './enlarged';

/** Nearer than this to where it was pressed, the hand has not dragged. */
const DRAG_PX = 3;

/** Puts a line and a button where each change is; writes to its elements, renders nothing. */
export class ChangeMarks {
  private shown: Shown | null = null;
  private readonly put: Coalesced<{ index: number; at_us: number }>;

  constructor(
    private readonly host: HTMLElement,
    private readonly context: Context,
  ) {
    const frames = { request: (act: () => void) => requestAnimationFrame(act), cancel: (id: number) => cancelAnimationFrame(id) };
    this.put = new Coalesced(frames, ({ index, at_us }) => this.move(index, at_us));
  }

  /** Where they are in this window; those outside it are not seen. */
  place(shown: Shown): void {
    this.shown = shown;
    const changes = this.changes();
    this.host.hidden = changes.length === 0;
    while (this.host.children.length > changes.length) this.host.lastElementChild?.remove();
    changes.forEach((change, index) => this.write(this.markAt(index), change, shown));
  }

  private changes(): readonly Change[] {
    return changesOf(this.context.store.state.doc.scenario);
  }

  private write(mark: HTMLElement, { at_us, step }: Change, shown: Shown): void {
    const t_ns = fromUs(at_us);
    const x = xOf(shown, t_ns);
    mark.hidden = !inPlot(shown, x);
    mark.style.transform = `translateX(${x}px)`;
    const button = mark.querySelector('button')!;
    button.style.top = `${shown.layout.axis.top}px`;
    const words = `${formatClock(t_ns)}: ${printStep(step)}`;
    button.setAttribute('aria-label', `Change at ${words}`);
    button.title = words;
  }

  private markAt(index: number): HTMLElement {
    const old = this.host.children[index];
    if (old instanceof HTMLElement) return old;
    const mark = document.createElement('div');
    mark.className = 'change-mark';
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset['changeMark'] = String(index);
    mark.append(button);
    this.listen(button, index);
    this.host.append(mark);
    return mark;
  }

  private listen(button: HTMLElement, index: number): void {
    let from_px: number | null = null;
    let drags = false;
    button.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      // It is not the picture that is dragged.
      event.stopPropagation();
      button.setPointerCapture(event.pointerId);
      [from_px, drags] = [event.clientX, false];
    });
    button.addEventListener('pointermove', (event) => {
      if (from_px === null || !this.shown) return;
      drags ||= Math.abs(event.clientX - from_px) >= DRAG_PX;
      const x = (event.clientX - this.host.getBoundingClientRect().left) / enlarged();
      if (drags) this.put.push({ index, at_us: snappedUs(this.shown, x) });
    });
    const end = (): void => {
      from_px = null;
      this.put.flush();
    };
    button.addEventListener('pointerup', end);
    button.addEventListener('pointercancel', end);
    button.addEventListener('click', (event) => {
      event.stopPropagation();
      if (!drags) this.press(index);
      drags = false;
    });
  }

  private move(index: number, at_us: number): void {
    const change = this.changes()[index];
    if (change && change.at_us !== at_us) this.context.store.dispatch({ type: 'change-put', index, change: { ...change, at_us } });
  }

  /** The playhead goes there, and where the change is in sight in the panel, the focus goes to it. */
  private press(index: number): void {
    const change = this.changes()[index];
    if (!change) return;
    this.context.playhead.move(fromUs(change.at_us));
    document.querySelector<HTMLElement>(`[data-change='${index}'][data-field='value']`)?.focus();
  }
}
