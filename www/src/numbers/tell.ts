/** A decision and the like as plain text, for a mail, a commit or a bug report. Pure. */
import { formatClock, formatDuration } from '../time';
import { betweenLines } from './between';
import type { Decision } from '../worker/protocol';

/** Whole numbers with a thin space between thousands, and a real minus; anything else as it stands. */
export function grouped(value: string): string {
  const match = /^(-?)(\d+)$/.exec(value);
  return match ? (match[1] ? '\u2212' : '') + match[2]!.replace(/\B(?=(\d{3})+$)/g, '\u202f') : value;
}

type Candidate = Decision['candidates'][number];

/** A switch is told from the task that leaves; the one that was chosen is the other. */
export const chosenOf = ({ kind, task, other }: Pick<Decision, 'kind' | 'task' | 'other'>): string =>
  kind.startsWith('Switch') ? other : task;

/** The places of what was chosen: the task, and the groups that it is in. */
export function chosenPlaces(decision: Decision): ReadonlySet<number> {
  const { candidates } = decision;
  const chosen = chosenOf(decision);
  const task = candidates.findIndex((one) => !one.group && one.name === chosen);
  const places = new Set<number>();
  for (let at = task, depth = Infinity; at >= 0; at--) {
    const one = candidates[at]!;
    if (one.depth >= depth) continue;
    places.add(at);
    depth = one.depth;
  }
  return places;
}

/** A group as the directory that it is: `web/`; an autogroup has a name that tells it already. */
export const candidateName = ({ name, group }: Pick<Candidate, 'name' | 'group'>): string =>
  group && !name.startsWith('/') ? `${name}/` : name;

/** What is known of a candidate besides its virtual times. Deadlines, slices and eligibility exist only under EEVDF. */
export function tagsOf(one: Candidate, eevdf: boolean): readonly string[] {
  const tags = [one.state, `weight ${one.weight}`];
  if (eevdf) tags.push(one.eligible ? 'eligible' : 'not eligible', `slice ${formatDuration(one.slice_ns)}`);
  return one.protected ? [...tags, 'slice protected'] : tags;
}

/** A decision with its rule, its numbers and its candidates; `title` says whose it is. Numbers as a program reads them. */
export function decisionText(title: string, decision: Decision, eevdf: boolean): string {
  const { t_ns, sentence, rule, source, operands, candidates, levels, between } = decision;
  const numbers = operands.map(({ name, value }) => `  ${name} = ${value}`);
  const chosen = chosenPlaces(decision);
  const lines = candidates.map((one, place) => candidateText(one, chosen.has(place), eevdf));
  const picks = levels.map(({ chosen: who, because, decides }) => `  ${decides ? '>' : '-'} ${who}: ${because}`);
  const tests = between ? betweenLines(between) : [];
  return [`${title}, ${formatClock(t_ns)}`, sentence, `  ${rule}  (${source})`, ...numbers, ...picks, ...tests, ...lines]
    .join('\n')
    .replaceAll('\u202f', ' ');
}

function candidateText(one: Candidate, chosen: boolean, eevdf: boolean): string {
  const deadline = eevdf ? `, deadline ${one.deadline_ns}` : '';
  const times = `vruntime ${one.vruntime_ns}, lag ${one.lag_ns}${deadline}`;
  return `  ${'  '.repeat(one.depth)}${chosen ? '>' : '-'} ${candidateName(one)}: ${times}; ${tagsOf(one, eevdf).join(', ')}`;
}
