/** The rows of one task in the table of metrics. While a hand drags they change with every frame: then only text is written. */
import { Component, type JSX } from 'preact';
import type { Context } from '../commands';
import type { Line } from '../numbers/metricLines';
import type { Column, Task } from '../numbers/metrics';
import { classOf } from '../tasks/policies';
import type { TaskRow } from '../worker/protocol';
import { entityHandlers } from './entity';
import { LagBar, lagReach, placeLag } from './LagBar';
import { Letter } from './Letter';

interface Props {
  readonly task: Task;
  readonly lines: readonly Line[];
  readonly columns: readonly Column[];
  /** Whose cells a column has beside each other in the compact table. */
  readonly sides: readonly number[];
  readonly color: string | undefined;
  /** The group that it begins in. */
  readonly group: string | undefined;
  readonly hidden: boolean;
  readonly highlighted: boolean;
  readonly context: Context;
}

/** What the elements depend on; all else is text in them. */
const shapeOf = ({ task, lines, columns, sides, color, group, hidden, highlighted }: Props): string =>
  [
    task.name,
    policyOf(task),
    task.rows.map(Boolean),
    lines.map((line) => line.of),
    columns.map(({ key }) => key),
    sides,
    color,
    group,
    hidden,
    highlighted,
  ].join('|');

/** Makes its elements when their number changes, and from then on writes what they say. */
export class TaskLines extends Component<Props> {
  private readonly rows: (HTMLTableRowElement | null)[] = [];

  override componentDidMount(): void {
    this.write(this.props);
  }

  override componentDidUpdate(): void {
    this.write(this.props);
  }

  override shouldComponentUpdate(next: Props): boolean {
    if (shapeOf(next) !== shapeOf(this.props)) return true;
    this.write(next);
    return false;
  }

  private write({ lines, columns }: Props): void {
    const reach_ns = lagReach(lines.flatMap(({ lag }) => lag ?? []));
    lines.forEach((line, i) => {
      const row = this.rows[i];
      if (row) writeRow(row, line, columns.length, reach_ns);
    });
  }

  override render(): JSX.Element {
    const { lines } = this.props;
    return (
      <>
        {lines.map((line, i) => (
          <tr key={line.of} ref={(row) => void (this.rows[i] = row)} class={rowClass(line, i)}>
            {i === 0 ? <Name {...this.props} /> : null}
            {line.of === 'all' ? null : <SideHead of={line.of} />}
            {line.cells.map((_, c) => this.cell(line, c))}
            {line.of === 'all' ? null : <td class="lag-cell">{line.lag ? <LagBar /> : null}</td>}
          </tr>
        ))}
      </>
    );
  }

  /** Empty: what it says is written into it. The longest wait is a button, as it leads there. */
  private cell(line: Line, c: number): JSX.Element {
    const { columns, sides, task } = this.props;
    const each = line.of === 'all' ? sides.length : 1;
    const { key } = columns[Math.floor(c / each)]!;
    const of = line.of === 'all' ? sides[c % each]! : line.of;
    const leads = key === 'wait_max_ns' && of !== 'difference' && line.cells[c]!.text !== '' && !task.members;
    return (
      <td key={c} data-number={key} data-of={of} data-task={task.name} data-first={each > 1 && c % each === 0 ? true : undefined}>
        {leads ? <button type="button" class="go" aria-description="Go to the longest wait" data-go /> : null}
      </td>
    );
  }
}

const rowClass = ({ of }: Line, i: number): string => (i === 0 ? 'first' : of === 'difference' ? 'difference' : '');

function SideHead({ of }: { of: number | 'difference' }): JSX.Element {
  return (
    <th scope="row" class="side-head" title={of === 'difference' ? 'B minus A' : undefined}>
      {of === 'difference' ? 'B\u2212A' : <Letter side={of} />}
    </th>
  );
}

function writeRow(row: HTMLTableRowElement, line: Line, columns: number, reach_ns: number): void {
  const cells = row.querySelectorAll<HTMLElement>('[data-number]');
  line.cells.forEach(({ text, verdict }, c) => {
    const cell = cells[c]!;
    const place = cell.firstElementChild ?? cell;
    if (place.textContent !== text) place.textContent = text;
    if (cell.className !== verdict) cell.className = verdict;
  });
  if (line.lag && columns > 0) placeLag(row.querySelector('.lag-bar')!, line.lag, reach_ns);
}

function Name({ task, lines, color, group, hidden, context: { store } }: Props): JSX.Element {
  const span = lines.length;
  return (
    <th scope={span > 1 ? 'rowgroup' : 'row'} rowSpan={span} class={hidden ? 'entity hidden-entity' : 'entity'}>
      {task.members ? (
        <span class="entity-name">{task.name}</span>
      ) : (
        <button type="button" class="entity-name" {...entityHandlers(() => store.state, store.dispatch, task.name)}>
          <span class="swatch" style={color ? { background: color } : {}} /> {task.name}
        </button>
      )}
      {span > 1 ? <span class="note">{[group, policyOf(task)].filter(Boolean).join(' · ')}</span> : null}
    </th>
  );
}

/** `nice 5`, and the policy where it is not the ordinary one; of a group, how many tasks. */
function policyOf({ rows, members }: Task): string {
  if (members) return members === 1 ? 'sum of 1 task' : `sum of ${members} tasks`;
  const one: TaskRow | undefined = rows.find((row) => row !== null) ?? undefined;
  if (!one) return '';
  if (classOf(one.policy) !== 'fair') return one.policy;
  const ordinary = /^(SCHED_)?(NORMAL|OTHER)$/i.test(one.policy);
  const nice = `nice ${one.nice < 0 ? '\u2212' : ''}${Math.abs(one.nice)}`;
  return ordinary ? nice : `${one.policy} · ${nice}`;
}
