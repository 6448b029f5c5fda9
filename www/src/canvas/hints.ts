/** Where hints stand in the picture, beside what they speak of: pure. */
import type { Layout } from '../worker/protocol';

/** Which hint, its upper left corner, and to what side it points. */
export interface HintPlace {
  readonly hint: 'select' | 'move' | 'step';
  readonly left: number;
  readonly top: number;
  readonly points: 'up' | 'down' | 'nowhere';
}

/** Height of a hint with the room around it. */
const HINT_PX = 34;
const INDENT_SHARE = 0.12;
/** In a plot that is narrower hints have no room to be set off from each other. */
const NARROW_PX = 400;

/**
 * Under A's bars: what a click does. In A's last panel: how the window is moved. At the lower edge, above the buttons
 * for it: how to step. In a picture that is too low for three of them the later ones are left out.
 */
export function hintPlaces({ plot_left, plot_right, panels, lanes, axis }: Layout, height: number): HintPlace[] {
  const lane = lanes[0];
  const isNarrow = plot_right - plot_left < NARROW_PX;
  const left = Math.round(plot_left + (isNarrow ? 0 : (plot_right - plot_left) * INDENT_SHARE));
  const last = panels.filter(({ side, kind }) => side === 0 && kind !== 'lane').at(-1);
  const select: HintPlace = { hint: 'select', left, top: (lane?.bars.bottom ?? 0) + 6, points: 'up' };
  const middle = last ? (last.top + last.bottom - HINT_PX) / 2 : axis.bottom;
  const move: HintPlace = { hint: 'move', left: isNarrow ? left : left + HINT_PX, top: Math.round(middle), points: 'nowhere' };
  const step: HintPlace = { hint: 'step', left: STEP_LEFT_PX, top: height - HINT_PX, points: 'down' };
  const apart = (a: HintPlace, b: HintPlace): boolean => b.top - a.top >= HINT_PX;
  return [select, ...(apart(select, move) ? [move] : []), ...(apart(apart(select, move) ? move : select, step) ? [step] : [])];
}

/** About where the button for the next decision is. */
const STEP_LEFT_PX = 88;
