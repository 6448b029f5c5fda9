/** One recording in the table of a cell. */
import type { JSX } from 'preact';
import { count, shortDuration } from '../../numbers/metrics';
import { scoreWords, workloadName } from '../../proof/agreement';
import type { Entry, TaskRow } from '../../proof/data';
import type { Opening } from './opening';

interface Props {
  readonly entry: Entry;
  readonly columns: readonly Column[];
  /** Whether its bytes can be had, so that it can stand as a third row. */
  readonly isHere: boolean;
  readonly opening: Opening;
}

const duration = (us: number): string => shortDuration(us * 1_000);
const share = (bp: number): string => `${(bp / 100).toFixed(2)}\u202f%`;

/** A figure of a task. `place` is that in `Figures`. */
interface Column {
  readonly title: string;
  readonly place: number;
  readonly format: (figure: number) => string;
}

/** What is compared of a task, in the order of columns: shares and waits first. */
const COLUMNS: readonly Column[] = [
  { title: 'CPU share', place: 0, format: share },
  { title: 'mean wait', place: 2, format: duration },
  { title: 'greatest wait', place: 3, format: duration },
  { title: 'switches in', place: 1, format: count },
];

const MIGRATIONS: Column = { title: 'migrations', place: 4, format: count };

/** The columns of a table of these recordings, which are all of one CPU or all of several. */
export function columnsOf(entries: readonly Entry[]): readonly Column[] {
  const moves = entries.some(({ tasks }) => tasks.some(([, recorded]) => recorded.length > MIGRATIONS.place));
  return moves ? [...COLUMNS, MIGRATIONS] : COLUMNS;
}

/** A heading with name, score and button, then a row for each task. */
export function EntryRows({ entry, columns, isHere, opening }: Props): JSX.Element {
  const width = 2 * columns.length + 1;
  return (
    <tbody data-recording={entry.file}>
      <tr>
        <th scope="rowgroup" colSpan={width}>
          <span class="entry-head">
            <span class="entry-name">{workloadName(entry.file)}</span>
            <span class="note">{scoreWords(entry)}</span>
            <Open entry={entry} isHere={isHere} opening={opening} />
          </span>
        </th>
      </tr>
      {entry.refusal === undefined ? null : <Refusal reason={entry.refusal} width={width} />}
      {entry.tasks.map((task) => (
        <tr key={task[0]}>
          <Cells task={task} columns={columns} />
        </tr>
      ))}
    </tbody>
  );
}

/** Compared decision by decision all the same. */
function Refusal({ reason, width }: { reason: string; width: number }): JSX.Element {
  return (
    <tr>
      <td class="refusal" colSpan={width}>
        Not simulated from scratch: {reason}.
      </td>
    </tr>
  );
}

function Open({ entry, isHere, opening }: Omit<Props, 'columns'>): JSX.Element | null {
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
function Cells({ task: [name, recorded, simulated], columns }: { task: TaskRow; columns: readonly Column[] }): JSX.Element {
  return (
    <>
      <th scope="row">{name}</th>
      {columns.flatMap(({ title, place, format }) =>
        [recorded, simulated].map((figures, k) => (
          <td key={`${title} ${k}`} class={k === 0 ? 'pair' : undefined}>
            {format(figures[place]!)}
          </td>
        )),
      )}
    </>
  );
}
