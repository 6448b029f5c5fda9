/**
 * A log of decisions under the hands of a person: what is seen of it, where the keyboard is, and whether it follows the
 * playhead. It follows until somebody scrolls the playhead's row out of sight, and again once that is back.
 */
import { AT_TOP, isSeen, present, reveal, scrolled, seen, settled, type Scroll, type Sizes } from './scroll';
import type { LogRow } from '../worker/protocol';
import { LogReader, type Ask, type Filter } from './reader';

/** One table's state, and what happens to it. `changed` is told whenever it has to be drawn again. */
export class LogView {
  readonly reader: LogReader;
  scroll: Scroll = AT_TOP;
  /** The position that the keyboard is at; `null` until it has been used. */
  active: number | null = null;
  follows = true;
  /** The position of the decision at the playhead, as far as it is known. */
  current: number | null = null;
  private row_px = 1;
  private view_px = 0;
  /** The trace row that a hand chose here, until another is selected: what comes of it later does not call the hand back. */
  private picked: number | null = null;

  constructor(
    filter: Filter,
    ask: Ask,
    private readonly changed: () => void,
  ) {
    this.reader = new LogReader(filter, ask, () => this.keepWithin());
  }

  get sizes(): Sizes {
    return { total: this.reader.page.total ?? 0, row_px: this.row_px, view_px: this.view_px };
  }

  /** The place has another size; the row at its head stays there. */
  resize(row_px: number, view_px: number): void {
    const first = this.scroll.top_px / this.row_px;
    this.row_px = row_px;
    this.view_px = view_px;
    this.scroll = settled({ ...this.scroll, top_px: first * row_px }, this.sizes);
  }

  /** Other decisions are to be shown. */
  use(filter: Filter): void {
    this.reader.use(filter);
  }

  /** Reads what is seen, if that is still to be done. */
  read(): void {
    if (this.view_px <= 0) return;
    const first = Math.floor(this.scroll.top_px / this.row_px);
    void this.reader.read(first, Math.ceil(this.view_px / this.row_px) + 1);
  }

  /** A hand has moved the bar. */
  scrolledTo(bar_px: number): void {
    this.scroll = scrolled(this.scroll, bar_px, this.sizes);
    this.follows = this.seesPlayhead();
    this.changed();
  }

  /** Nobody moves the bar any more. */
  settle(): void {
    this.scroll = settled(this.scroll, this.sizes);
    this.changed();
  }

  /** The decision at the playhead is another one: shown if the log follows it. */
  async playheadAt(row: number): Promise<void> {
    const position = await this.positionOf(row);
    this.current = position;
    this.follows ||= this.seesPlayhead();
    if (position !== null && this.follows) this.scroll = present(this.scroll, position, this.sizes);
    this.changed();
  }

  /** Follows the playhead from now on, wherever somebody was reading. */
  follow(): void {
    this.follows = true;
    if (this.current !== null) this.scroll = present(this.scroll, this.current, this.sizes);
    this.changed();
  }

  /** A hand chooses a row, if it has been read; the playhead is on its way there. */
  pick(position: number): LogRow | undefined {
    const row = this.reader.at(position);
    this.picked = row?.row ?? null;
    if (row) this.current = position;
    this.goTo(position);
    return row;
  }

  /** Somebody has selected an event: it is shown, and the keyboard is there, unless it was chosen here. `null` is none. */
  async show(row: number | null): Promise<void> {
    if (row === this.picked) return;
    this.picked = null;
    if (row === null) return;
    const position = await this.positionOf(row);
    if (position !== null) this.reach(position);
  }

  /** The keyboard goes to a row: what the playhead is still to come to does not call it back. */
  goTo(position: number): void {
    this.reach(position);
    this.follows = this.seesPlayhead();
  }

  private reach(position: number): void {
    const { total } = this.sizes;
    if (total === 0) return;
    this.active = Math.min(Math.max(position, 0), total - 1);
    this.scroll = present(this.scroll, this.active, this.sizes);
    this.changed();
  }

  /** The keyboard moves by a number of rows, from where it is or else from the playhead's row. */
  moveBy(rows: number): void {
    const { first } = seen(this.scroll, this.sizes);
    const from = this.active ?? this.current;
    if (from === null) return this.goTo(first);
    this.goTo(from + rows);
    // A page at a time keeps the row in sight rather than in the middle.
    if (this.active !== null) this.scroll = reveal(this.scroll, this.active, this.sizes);
  }

  /** Rows that fit, less one that stays in sight. */
  get pageRows(): number {
    return Math.max(Math.floor(this.view_px / this.row_px) - 1, 1);
  }

  private seesPlayhead(): boolean {
    return this.current !== null && isSeen(this.scroll, this.current, this.sizes);
  }

  private async positionOf(row: number): Promise<number | null> {
    const { from, rows } = this.reader.page;
    const at = rows.findIndex((one) => one.row === row);
    return at >= 0 ? from + at : this.reader.find(row);
  }

  /** Another list may be shorter. */
  private keepWithin(): void {
    this.scroll = settled(this.scroll, this.sizes);
    const { total } = this.sizes;
    if (this.active !== null && this.active >= total) this.active = total > 0 ? total - 1 : null;
    this.changed();
  }
}
