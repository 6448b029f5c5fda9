/** Writes the numbers under the crosshair into the picture: boxes beside the line, words beside the lanes. Renders nothing. */
import type { Rows } from '../worker/protocol';
import { besideLine, gridFor, sideOf } from './place';
import { listed, type Reading, type Word } from './readout';
import { plotOf, type Shown } from './shown';

/** Height of a line of numbers, as the style sheet has it. */
const LINE_PX = 14;
/** Between a panel's edge and its box. */
const INSET_PX = 2;
/** Room for a name, and for each of its numbers. */
const NAME_PX = 70;
const NUMBER_PX = 55;

/** A text with its class and colour. */
interface Cell {
  readonly text: string;
  readonly kind: string;
  readonly color: string;
}

/** The boxes and words of one picture; elements are kept and written anew. */
export class Board {
  private boxSide: 'left' | 'right' = 'right';
  constructor(private readonly host: HTMLElement) {}

  /** On which side of the line the boxes stand. */
  get side(): 'left' | 'right' {
    return this.boxSide;
  }

  clear(): void {
    this.host.hidden = true;
  }

  /** Shows readings and words for a line at `x`; a box keeps away from a pointer at `y`. */
  write(shown: Shown, x: number, y: number | null, readings: readonly Reading[], words: readonly Word[]): void {
    const bounds = { ...plotOf(shown.layout), top: 0, bottom: 0 };
    this.boxSide = sideOf(x, bounds, this.boxSide);
    this.host.hidden = false;
    const boxes = children(this.host, readings.length + words.length);
    readings.forEach((reading, i) => fillReading(boxes[i]!, reading, bounds.right - bounds.left));
    words.forEach((word, i) => writeWord(boxes[readings.length + i]!, word, shown.layout.plot_right));
    // All are filled, then all are measured, then all are moved: taking turns would lay the page out for each.
    const sizes = readings.map((_, i) => ({ width: boxes[i]!.offsetWidth, height: boxes[i]!.offsetHeight }));
    readings.forEach(({ panel }, i) => {
      const { width, height } = sizes[i]!;
      move(boxes[i]!, besideLine(x, width, this.boxSide, bounds), topIn(panel, height, y));
    });
  }
}

/** At the top of its panel, or at the bottom where the pointer is above. */
function topIn(panel: Rows, height: number, y: number | null): number {
  const isAbove = y !== null && y > panel.top && y < (panel.top + panel.bottom) / 2;
  return isAbove ? panel.bottom - INSET_PX - height : panel.top + INSET_PX;
}

function fillReading(box: HTMLElement, { panel, heads, entries }: Reading, width: number): void {
  const headed = Math.min(heads.length, 1);
  const height = panel.bottom - panel.top - 2 * INSET_PX - headed * LINE_PX;
  const column_px = NAME_PX + NUMBER_PX * (entries[0]?.cells.length ?? 0);
  const { rows, columns } = gridFor(entries.length, { width, height, line_px: LINE_PX, column_px });
  const heading = heads.length > 0 ? [cell(''), ...heads.map((head) => cell(head, 'reading-head'))] : [];
  const cells = listed(entries, rows * columns).flatMap(cellsOf);
  fill(box, 'reading', [...Array.from({ length: columns }, () => heading).flat(), ...cells]);
  setColumns(box, `repeat(${columns}, minmax(0, auto) ${'auto '.repeat(entries[0]?.cells.length ?? 0)})`);
}

const cellsOf = ({ name, color, cells }: Reading['entries'][number]): Cell[] => [
  cell(name, 'reading-name', color),
  ...cells.map((text) => cell(text, 'reading-number')),
];

function writeWord(box: HTMLElement, { top, bottom, text, color }: Word, plot_right: number): void {
  fill(box, 'word', [cell(text, '', color)]);
  setColumns(box, '');
  move(box, plot_right + INSET_PX * 2, (top + bottom - LINE_PX) / 2);
}

/** An element that was another kind of box before keeps nothing of it. */
function setColumns(box: HTMLElement, columns: string): void {
  if (box.dataset['columns'] === columns) return;
  box.dataset['columns'] = columns;
  box.style.gridTemplateColumns = columns;
}

const cell = (text: string, kind = '', color = ''): Cell => ({ text, kind, color });

function move(box: HTMLElement, left: number, top: number): void {
  box.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
}

function fill(box: HTMLElement, name: string, cells: readonly Cell[]): void {
  if (box.className !== name) box.className = name;
  const spans = children(box, cells.length);
  cells.forEach(({ text, kind, color }, i) => {
    const span = spans[i]!;
    if (span.textContent !== text) span.textContent = text;
    if (span.className !== kind) span.className = kind;
    if (span.style.getPropertyValue('--task') !== color) span.style.setProperty('--task', color);
  });
}

/** Exactly so many children, made or taken away as needed. */
function children(host: HTMLElement, count: number): HTMLElement[] {
  while (host.childElementCount > count) host.lastElementChild!.remove();
  while (host.childElementCount < count) host.append(document.createElement('div'));
  return [...host.children] as HTMLElement[];
}
