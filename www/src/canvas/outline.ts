/** Where something selected is in the picture: pure. */
import type { Hit, Layout, Rows } from '../worker/protocol';
import { xOf, type Shown } from './shown';

/** What has a place in a lane; `task` is the index in the scenario. */
export interface Marked {
  readonly side: number;
  readonly cpu: number;
  readonly what: Hit['what'];
  readonly task: number;
  readonly from_ns: number;
  readonly to_ns: number;
}

/** A rectangle in the picture's pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Narrower ones would be lost between their own edges. */
const WIDTH_MIN_PX = 6;
/** A mark is this wide. */
const EVENT_PX = 15;

/** The rectangle of what is marked, cut to the window; `null` if it is not in sight or has no place of its own. */
export function outlineOf(shown: Shown, marked: Marked): Box | null {
  const rows = rowsOf(shown.layout, marked);
  const [from, to] = [xOf(shown, marked.from_ns), xOf(shown, marked.to_ns)];
  const { plot_left, plot_right } = shown.layout;
  if (!rows || to < plot_left || from > plot_right) return null;
  const least = marked.what === 'event' ? EVENT_PX : WIDTH_MIN_PX;
  const [left, right] = [Math.max(from, plot_left), Math.min(to, plot_right)];
  const width = Math.max(right - left, least);
  return { left: (left + right - width) / 2, top: rows.top, width, height: rows.bottom - rows.top };
}

/** What runs is a bar, what waits is in its task's row, what happened is in the strip of marks above. */
function rowsOf(layout: Layout, { side, cpu, what, task }: Marked): Rows | null {
  const lane = layout.lanes.find((lane) => lane.side === side && lane.cpu === cpu);
  if (!lane) return null;
  switch (what) {
    case 'run':
    case 'idle':
      return lane.bars;
    case 'wait':
    case 'delayed':
    case 'throttled':
      return lane.rows.find((row) => row.task === task) ?? lane.queue;
    case 'event': {
      const panel = layout.panels.find((panel) => panel.kind === 'lane' && panel.side === side && panel.cpu === cpu);
      return panel ? { top: panel.top, bottom: lane.bars.top } : null;
    }
    default:
      return null;
  }
}
