/** What moves over the picture: playhead, crosshair, outlines and the label under the pointer. Writes styles, renders nothing. */
import { formatClock, formatFineClock } from '../time';
import type { Box } from './outline';
import { besidePointer, sideOf, type Wish } from './place';
import { inPlot, plotOf, xOf, type Shown } from './shown';
import { span } from './viewport';

/** A place in the picture. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** Half a line's width: a playhead at the very edge is still seen. */
const EDGE_PX = 0.5;

/** The elements over one picture. */
export class Overlay {
  private readonly playhead: HTMLElement;
  private readonly crosshair: HTMLElement;
  private readonly selected: HTMLElement;
  private readonly hovered: HTMLElement;
  private readonly label: HTMLElement;

  /** Finds them by their classes. */
  constructor(host: ParentNode) {
    const find = (name: string): HTMLElement => host.querySelector<HTMLElement>(`.${name}`)!;
    this.playhead = find('playhead');
    this.crosshair = find('crosshair');
    this.selected = find('selected');
    this.hovered = find('hovered');
    this.label = find('hover-label');
  }

  /** Puts the playhead where its instant is; outside the window it is not seen. */
  place(shown: Shown, t_ns: number, end_ns: number): void {
    const x = xOf(shown, t_ns);
    const { plot_left, plot_right } = shown.layout;
    this.playhead.hidden = x < plot_left - EDGE_PX || x > plot_right + EDGE_PX;
    this.playhead.setAttribute('aria-valuemax', String(end_ns));
    this.playhead.setAttribute('aria-valuenow', String(t_ns));
    this.say(t_ns, '');
    setLine(this.playhead, shown, x, flagOf(shown, t_ns));
  }

  /** What readers hear of the playhead: when, and who has the CPU then. */
  say(t_ns: number, who: string): void {
    this.playhead.setAttribute('aria-valuetext', `${formatClock(t_ns)}${who && '. '}${who}`);
  }

  /** Puts the crosshair at an instant; `null`, or one outside the window: there is none. */
  cross(shown: Shown, t_ns: number | null): void {
    const x = t_ns === null ? null : xOf(shown, t_ns);
    this.crosshair.hidden = x === null || !inPlot(shown, x);
    if (x !== null && t_ns !== null && !this.crosshair.hidden) setLine(this.crosshair, shown, x, flagOf(shown, t_ns));
  }

  /** Outlines what is selected. */
  outlineSelected(box: Box | null): void {
    setBox(this.selected, box);
  }

  /** Outlines what a click would select, and says in words what it is. */
  outlineHovered(box: Box | null): void {
    setBox(this.hovered, box);
  }

  /** Says what is under a pointer, beside it. */
  tell(text: string, pointer: Point, size: { readonly width: number; readonly height: number }, wish: Wish): void {
    this.label.hidden = text === '';
    if (text === '') return;
    if (this.label.textContent !== text) this.label.textContent = text;
    const label = { width: this.label.offsetWidth, height: this.label.offsetHeight };
    const { left, top } = besidePointer(pointer, label, { left: 0, right: size.width, top: 0, bottom: size.height }, wish);
    this.label.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }
}

/** In windows below this neighbouring pixels share a microsecond. */
const FINE_BELOW_NS = 400_000;

const flagOf = (shown: Shown, t_ns: number): string =>
  span(shown) < FINE_BELOW_NS ? formatFineClock(t_ns) : formatClock(t_ns);

function setBox(element: HTMLElement, box: Box | null): void {
  element.hidden = box === null;
  if (!box) return;
  const px = (value: number): string => `${Math.round(value)}px`;
  Object.assign(element.style, { width: px(box.width), height: px(box.height) });
  element.style.transform = `translate(${px(box.left)}, ${px(box.top)})`;
}

/** A line at `x` through all panels, its flag on the axis and kept within the plot. */
function setLine(line: HTMLElement, { layout }: Shown, x: number, label: string): void {
  line.style.transform = `translateX(${Math.round(x)}px)`;
  const flag = line.firstElementChild as HTMLElement;
  flag.style.top = `${layout.axis.top}px`;
  const before = flag.dataset['end'] === 'left' ? 'right' : 'left';
  flag.dataset['end'] = sideOf(x, { ...plotOf(layout), top: 0, bottom: 0 }, before) === 'right' ? 'left' : 'right';
  if (flag.textContent !== label) flag.textContent = label;
}
