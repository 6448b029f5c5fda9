/** A row of the log of decisions. */
import type { JSX } from 'preact';
import { formatClock } from '../time';
import type { LogRow } from '../worker/protocol';
import { KindMark } from './marks';

interface Props {
  readonly id: string;
  /** From the first row of the whole log. */
  readonly position: number;
  /** Where it stands in the view. */
  readonly top_px: number;
  /** Not read yet: the place is kept. */
  readonly row: LogRow | undefined;
  readonly color: string | undefined;
  readonly selected: boolean;
  /** The keyboard is here. */
  readonly active: boolean;
  /** What the playhead looks at was decided here. */
  readonly current: boolean;
  /** It says on which CPU, as there are several. */
  readonly several: boolean;
  readonly onPick: (position: number) => void;
}

/** Time, mark, kind, task and sentence. The heading of the table is its first row. */
export function LogLine({ id, position, top_px, row, color, selected, active, current, several, onPick }: Props): JSX.Element {
  const marks = [selected && 'selected', active && 'active', current && 'current'].filter(Boolean).join(' ');
  return (
    <div
      id={id}
      class={`log-line ${marks}`}
      role="row"
      aria-rowindex={position + 2}
      aria-selected={selected}
      aria-current={current ? 'step' : undefined}
      style={{ transform: `translateY(${top_px}px)` }}
      onClick={() => onPick(position)}
    >
      {row ? <Cells row={row} color={color} several={several} /> : <span role="gridcell" class="note" />}
    </div>
  );
}

/** Of an idle CPU, who gets it. */
export const taskOf = ({ task, other }: Pick<LogRow, 'task' | 'other'>): string => task || other;

function Cells({ row, color, several }: Pick<Props, 'color' | 'several'> & { row: LogRow }): JSX.Element {
  const { t_ns, cpu, kind, group, sentence } = row;
  const task = taskOf(row);
  return (
    <>
      <span role="gridcell" class="log-time">
        {formatClock(t_ns)}
      </span>
      <span role="gridcell" class="log-kind">
        <KindMark kind={kind} /> {group}
      </span>
      <span role="gridcell" class="log-task">
        {task === '' ? null : <span class="swatch" style={color ? { background: color } : {}} />} {task}
      </span>
      <span role="gridcell" class="log-sentence" title={sentence}>
        {several ? <span class="log-cpu">CPU {cpu}</span> : null}
        {sentence}
      </span>
    </>
  );
}
