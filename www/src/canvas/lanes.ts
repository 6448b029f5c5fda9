/** The list of lanes of several CPUs under keys and wheel: pure. */
import type { Layout, Rows } from '../worker/protocol';

type Sight = NonNullable<Layout['sight']>;
type Lane = Layout['lanes'][number];

/** What a key on the list asks for: another CPU, other lanes in sight, or both; `null` for a key that means nothing here. */
export function laneKeys(
  key: string,
  lanes: readonly Lane[],
  cpu: number,
  sight: Sight,
): { readonly cpu?: number; readonly first?: number } | null {
  const step = STEPS[key];
  if (step === undefined) {
    const first = keyed(key, sight);
    return first === null ? null : { first };
  }
  const at = lanes.findIndex((lane) => lane.cpu === cpu);
  const next = lanes[at < 0 ? 0 : at + step];
  return next ? { cpu: next.cpu } : { first: scrolled(sight, step) };
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** The first row in sight that a key on the scrollbar asks for; `null` for a key that means nothing there. */
export function keyed(key: string, sight: Sight): number | null {
  switch (key) {
    case 'ArrowUp':
      return scrolled(sight, -1);
    case 'ArrowDown':
      return scrolled(sight, 1);
    case 'PageUp':
      return scrolled(sight, -sight.count);
    case 'PageDown':
      return scrolled(sight, sight.count);
    case 'Home':
      return 0;
    case 'End':
      return scrolled(sight, sight.total);
    default:
      return null;
  }
}

/** The first row in sight after a move by so many rows, within the list. */
export const scrolled = ({ first, count, total }: Sight, by: number): number => Math.min(Math.max(first + by, 0), total - count);

/** Rows of the list that a turn of the wheel by so many pixels moves. */
export const rowsOf = (turn_px: number): number => Math.sign(turn_px) * Math.max(1, Math.round(Math.abs(turn_px) / WHEEL_ROW_PX));

const WHEEL_ROW_PX = 16;
/** A lower thumb could not be seen. */
const THUMB_MIN_PX = 12;

/** Where the thumb of the scrollbar is. */
export function thumbOf({ first, count, total }: Sight, bar: Rows): Rows {
  const height = bar.bottom - bar.top;
  const thumb = Math.min(height, Math.max(THUMB_MIN_PX, (height * count) / Math.max(1, total)));
  const top = bar.top + ((height - thumb) * first) / Math.max(1, total - count);
  return { top, bottom: top + thumb };
}

/** True beside the lanes of a machine with several CPUs, where the wheel moves the list. */
export const besideLanes = ({ sight, plot_left, lanes }: Layout, { x, y }: { readonly x: number; readonly y: number }): boolean =>
  sight !== null && x < plot_left && lanes.some(({ bars }) => y >= bars.top && y < bars.bottom + LANE_GAP_PX);

const LANE_GAP_PX = 16;
