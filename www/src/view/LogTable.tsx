/** The rows of the log that are in sight, in a list of any length. */
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { barHeight, seen } from '../log/scroll';
import type { LogView } from '../log/view';
import type { LogRow } from '../worker/protocol';
import { LogLine, taskOf } from './LogLine';
import { useSize } from './size';

interface Props {
  readonly log: LogView;
  /** What the list is of, for readers. */
  readonly label: string;
  /** The trace rows that are selected and at the playhead. */
  readonly selected: number | null;
  readonly current: number | null;
  readonly colorOf: (task: string) => string | undefined;
  readonly onPick: (row: LogRow) => void;
  /** Rows say on which CPU, as there are several. */
  readonly several: boolean;
  /** Said in place of rows. */
  readonly empty: JSX.Element;
}

/** Below this a row has two lines, the sentence in the second. */
const NARROW_PX = 620;
const ROW_EM = 1.75;
const NARROW_ROW_EM = 3.1;
/** A bar that has not moved for so long is let go. */
const SETTLED_MS = 200;

/** A grid with one heading row; arrows, Page, Home and End move in it, Enter goes to a row's instant. */
export function LogTable(props: Props): JSX.Element {
  const { log, label } = props;
  const grid = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(grid);
  const heights = heightsOf(grid.current, width);
  const { row_px, head_px } = heights;
  const view_px = Math.max(height - head_px, 0);
  useLayoutEffect(() => log.resize(row_px, view_px), [log, row_px, view_px]);
  useScroll(grid, log);
  const { total } = log.reader.page;
  return (
    <div class="log-place">
      <div
        class={isNarrow(width) ? 'log narrow' : 'log'}
        ref={grid}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={(total ?? 0) + 1}
        aria-colcount={HEADS.length}
        aria-activedescendant={log.active === null ? undefined : `log-${log.active}`}
        style={{ '--row': `${row_px}px`, '--head': `${head_px}px` }}
        onKeyDown={(event) => press(event, props)}
      >
        <div class="log-line log-head" role="row" aria-rowindex={1}>
          {HEADS.map((head) => (
            <span key={head} role="columnheader">
              {head}
            </span>
          ))}
        </div>
        <div class="log-track" role="presentation" style={{ height: `${barHeight({ total: total ?? 0, row_px })}px` }}>
          <div class="log-rows" role="presentation" style={{ height: `${view_px}px` }}>
            {view_px > 0 ? <Lines {...props} row_px={row_px} /> : null}
          </div>
        </div>
      </div>
      {total === 0 ? <p class="log-empty">{props.empty}</p> : null}
      {total === null ? <p class="log-empty log-waiting">Reading the log…</p> : null}
    </div>
  );
}

const HEADS = ['time', 'kind', 'task', 'what was decided, and why'];

const isNarrow = (width: number): boolean => width > 0 && width < NARROW_PX;

/** Of a row and of the heading, as the type of the page has them. */
function heightsOf(grid: HTMLElement | null, width: number): { readonly row_px: number; readonly head_px: number } {
  const type_px = grid ? parseFloat(getComputedStyle(grid).fontSize) : 12;
  return { row_px: Math.round(type_px * (isNarrow(width) ? NARROW_ROW_EM : ROW_EM)), head_px: Math.round(type_px * ROW_EM) };
}

function Lines({ log, selected, current, colorOf, several, onPick, row_px }: Props & { row_px: number }): JSX.Element {
  const { first, count } = seen(log.scroll, log.sizes);
  const pick = (position: number): void => {
    const row = log.pick(position);
    if (row) onPick(row);
  };
  return (
    <>
      {Array.from({ length: count }, (_, i) => {
        const position = first + i;
        const row = log.reader.at(position);
        return (
          <LogLine
            key={position}
            id={`log-${position}`}
            position={position}
            top_px={Math.round(position * row_px - log.scroll.top_px)}
            row={row}
            color={row && colorOf(taskOf(row))}
            selected={row !== undefined && row.row === selected}
            active={position === log.active}
            current={row !== undefined && stands(row, log.reader.at(position + 1), current)}
            several={several}
            onPick={pick}
          />
        );
      })}
    </>
  );
}

/** Whether a row is the last one at or before the playhead's: with a filter that need not be the very one. */
const stands = (row: LogRow, next: LogRow | undefined, current: number | null): boolean =>
  current !== null && row.row <= current && (next === undefined || next.row > current);

/** Ties the bar to what is seen, both ways. */
function useScroll(grid: { current: HTMLElement | null }, log: LogView): void {
  const [timer] = useState<{ id?: ReturnType<typeof setTimeout> }>({});
  useEffect(() => {
    const element = grid.current!;
    const moved = (): void => {
      if (Math.abs(element.scrollTop - log.scroll.bar_px) < 1) return;
      log.scrolledTo(element.scrollTop);
      clearTimeout(timer.id);
      timer.id = setTimeout(() => log.settle(), SETTLED_MS);
    };
    element.addEventListener('scroll', moved, { passive: true });
    return () => {
      clearTimeout(timer.id);
      element.removeEventListener('scroll', moved);
    };
  }, [log]);
  useLayoutEffect(() => {
    const element = grid.current!;
    if (Math.abs(element.scrollTop - log.scroll.bar_px) >= 1) element.scrollTop = log.scroll.bar_px;
    log.read();
  });
}

function press(event: KeyboardEvent, { log, onPick }: Props): void {
  const last = log.sizes.total - 1;
  const moves: Readonly<Record<string, () => void>> = {
    ArrowDown: () => log.moveBy(1),
    ArrowUp: () => log.moveBy(-1),
    PageDown: () => log.moveBy(log.pageRows),
    PageUp: () => log.moveBy(-log.pageRows),
    Home: () => log.goTo(0),
    End: () => log.goTo(last),
    Enter: () => {
      const row = log.active === null ? undefined : log.pick(log.active);
      if (row) onPick(row);
    },
  };
  const move = event.ctrlKey || event.altKey || event.metaKey ? undefined : moves[event.key];
  if (!move) return;
  event.preventDefault();
  move();
}
