/** How the travel of a slider maps to a quantity: pure. */

/** Sliders have whole positions from 0 to this. */
export const TRAVEL = 1_000;
/** How far a label is dragged from one end of its scale to the other. */
const SCRUB_PX = 400;
/** What a fine drag is slower by. */
const FINE = 0.1;
/** Orders of magnitude that a slider covers if its quantity may be 0. */
const DECADES_FROM_ZERO = 5;

/** A quantity that a slider sets; `log` spreads it over orders of magnitude. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly log: boolean;
}

/** Wide ranges are felt by ratio, narrow ones by difference. */
export const scaleOf = (min: number, max: number): Scale => ({ min, max, log: min >= 0 && max > 100 * Math.max(min, 1) });

/** The value at a position, rounded to what a hand can aim at: so many digits on a log scale, whole numbers otherwise. */
export function valueAt(scale: Scale, position: number, digits = 2): number {
  const share = Math.min(Math.max(position / TRAVEL, 0), 1);
  if (!scale.log) return Math.round(scale.min + share * (scale.max - scale.min));
  if (share === 0) return scale.min;
  if (share === 1) return scale.max;
  const floor = lowest(scale);
  return clampTo(scale, Number((floor * (scale.max / floor) ** share).toPrecision(digits)));
}

/** The position that shows a value best; values outside the scale sit at its ends. */
export function positionOf(scale: Scale, value: number): number {
  const inside = clampTo(scale, value);
  if (!scale.log) return scale.max === scale.min ? 0 : Math.round((TRAVEL * (inside - scale.min)) / (scale.max - scale.min));
  const floor = lowest(scale);
  return inside <= floor ? 0 : Math.round((TRAVEL * Math.log(inside / floor)) / Math.log(scale.max / floor));
}

/**
 * The value so many steps away: whole numbers on a linear scale, on a log scale steps in the second digit, so that a step
 * is felt alike everywhere. Ends at the ends of the scale.
 */
export function stepped(scale: Scale, value: number, steps: number): number {
  if (!scale.log) return clampTo(scale, value + steps);
  const up = steps > 0;
  if (value < lowest(scale)) return up ? lowest(scale) : scale.min;
  const unit = unitBelow(value, up);
  const whole = up ? Math.floor(value / unit) : Math.ceil(value / unit);
  const next = (whole + steps) * unit;
  return clampTo(scale, next < lowest(scale) ? scale.min : next);
}

/** One in the second digit of a value, or of the values just below it where a step goes down from a power of ten. */
function unitBelow(value: number, up: boolean): number {
  const digits = String(Math.trunc(up ? value : value - 1)).length;
  return 10 ** Math.max(digits - 2, 0);
}

/** The position of a scrubber that was dragged by so many pixels. */
export const dragged = (position: number, by_px: number, fine: boolean): number =>
  Math.min(Math.max(position + (by_px / SCRUB_PX) * TRAVEL * (fine ? FINE : 1), 0), TRAVEL);

/** The nearest value within the scale. */
export const clampTo = ({ min, max }: Scale, value: number): number => Math.min(Math.max(value, min), max);

const lowest = ({ min, max }: Scale): number => (min > 0 ? min : max / 10 ** DECADES_FROM_ZERO);
