/** Least and greatest lag of a task, drawn within their bound: one element, so that many can change with every frame. */
import type { JSX } from 'preact';
import { shortDuration } from '../numbers/metrics';
import type { TaskRow } from '../worker/protocol';

type Lag = Pick<TaskRow, 'lag_min_ns' | 'lag_max_ns' | 'lag_bound_ns'>;

/** How far from zero bars have to reach that are to be compared. */
export const lagReach = (rows: readonly Lag[]): number =>
  Math.max(1, ...rows.flatMap(({ lag_min_ns, lag_max_ns, lag_bound_ns }) => [lag_bound_ns, -lag_min_ns, lag_max_ns]));

/** A bar around zero; the ends of the bound are its posts. Without a bound, as under CFS, it has none. */
export const LagBar = (): JSX.Element => <span class="lag-bar" role="img" />;

/** Writes a lag into a bar whose halves stand for `reach_ns`. */
export function placeLag(bar: HTMLElement, lag: Lag, reach_ns: number): void {
  const { lag_min_ns, lag_max_ns, lag_bound_ns } = lag;
  const share = (lag_ns: number): string => (lag_ns / reach_ns).toFixed(4);
  const words = lagWords(lag);
  if (bar.title === words && bar.dataset['reach'] === String(reach_ns)) return;
  bar.title = words;
  bar.ariaLabel = words;
  bar.dataset['reach'] = String(reach_ns);
  bar.style.setProperty('--least', share(lag_min_ns));
  bar.style.setProperty('--greatest', share(lag_max_ns));
  bar.style.setProperty('--bound', share(lag_bound_ns));
  const outside = lag_bound_ns > 0 && Math.max(-lag_min_ns, lag_max_ns) > lag_bound_ns;
  bar.className = `lag-bar ${outside ? 'outside' : ''} ${lag_bound_ns > 0 ? 'bounded' : ''}`;
}

/** The same in words. */
export function lagWords({ lag_min_ns, lag_max_ns, lag_bound_ns }: Lag): string {
  const range = `lag ${shortDuration(lag_min_ns)} to ${shortDuration(lag_max_ns)}`;
  return lag_bound_ns > 0 ? `${range}, bound ±${shortDuration(lag_bound_ns)}` : `${range}, without a bound`;
}
