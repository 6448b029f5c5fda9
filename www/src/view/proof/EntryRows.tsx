/** One recording in the table of a cell. */
import type { JSX } from 'preact';
import { count, shortDuration } from '../../numbers/metrics';
import { scoreWords, workloadName } from '../../proof/agreement';
import type { Entry, TaskRow } from '../../proof/data';
import type { Opening } from './opening';

interface Props {
  readonly entry: Entry;
  /** Whether its bytes can be had, so that it can stand as a third row. */
  readonly isHere: boolean;
  readonly opening: Opening;
}

const duration = (us: number): string => shortDuration(us * 1_000);
const share = (bp: number): string => `${(bp / 100).toFixed(2)}\u202f%`;

/** What is compared of a task, in the order of columns: shares and waits first. `place` is that in `Figures`. */
export const COLUMNS: readonly { readonly title: string; readonly place: number; readonly format: (figure: number) => string }[] = [
  { title: 'CPU share', place: 0, format: share },
  { title: 'mean wait', place: 2, format: duration },
  { title: 'greatest wait', place: 3, format: duration },
  { title: 'switches in', place: 1, format: count },
];

/** A heading with name, score and button, then a row for each task. */
export function EntryRows({ entry, isHere, opening }: Props): JSX.Element {
  return (
    <tbody data-recording={entry.file}>
      <tr>
        <th scope="rowgroup" colSpan={2 * COLUMNS.length + 1}>
          <span class="entry-head">
            <span class="entry-name">{workloadName(entry.file)}</span>
            <span class="note">{scoreWords(entry)}</span>
            <Open entry={entry} isHere={isHere} opening={opening} />
          </span>
        </th>
      </tr>
      {entry.refusal === undefined ? null : <Refusal reason={entry.refusal} />}
      {entry.tasks.map((task) => (
        <tr key={task[0]}>
          <Cells task={task} />
        </tr>
      ))}
    </tbody>
  );
}

/** Compared decision by decision all the same. */
function Refusal({ reason }: { reason: string }): JSX.Element {
  return (
    <tr>
      <td class="refusal" colSpan={2 * COLUMNS.length + 1}>
        Not simulated from scratch: {reason}.
      </td>
    </tr>
  );
}

function Open({ entry, isHere, opening }: Props): JSX.Element | null {
  if (entry.side === null || entry.scenario === null) return null;
  const name = workloadName(entry.file);
  const words = isHere ? 'Open' : 'Open without its recording';
  const title = isHere
    ? `${name} on its kernel and another, one above the other, and as it was recorded below them`
    : `${name} on its kernel and another, one above the other`;
  return (
    <button
      type="button"
      disabled={opening.busy}
      aria-label={`${words}: ${name}`}
      title={title}
      onClick={() => (isHere ? opening.withRecording(entry) : opening.alone(entry))}
    >
      {words}
    </button>
  );
}

/** Recorded and simulated beside each other, figure by figure. */
function Cells({ task: [name, recorded, simulated] }: { task: TaskRow }): JSX.Element {
  return (
    <>
      <th scope="row">{name}</th>
      {COLUMNS.flatMap(({ title, place, format }) =>
        [recorded, simulated].map((figures, k) => (
          <td key={`${title} ${k}`} class={k === 0 ? 'pair' : undefined}>
            {format(figures[place]!)}
          </td>
        )),
      )}
    </>
  );
}
