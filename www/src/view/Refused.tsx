/** What the engine says of a part of the scenario, at this part. */
import type { JSX } from 'preact';
import type { Problem } from '../state/state';

interface Props {
  readonly problem: Problem | null;
  /** The part: `cgroups[0]`. */
  readonly place: string;
  /** What of it is told elsewhere: `.script`. */
  readonly but?: string;
}

/** Whether a place is the part or inside it, and not in what is told elsewhere. */
export function isOf(place: string, part: string, but?: string): boolean {
  const rest = place.startsWith(part) ? place.slice(part.length) : null;
  return rest !== null && /^(?:$|[.[])/.test(rest) && !(but && rest.startsWith(but));
}

/** The engine's words, for as long as nothing else was tried; nothing where it has no complaint. */
export function Refused({ problem, place, but }: Props): JSX.Element | null {
  const about = problem?.source === 'scenario' && isOf(problem.place ?? '', place, but);
  if (!problem || !about) return null;
  return (
    <p class="refused" role="status">
      {problem.message.replace(`${problem.place}: `, '')}
    </p>
  );
}
