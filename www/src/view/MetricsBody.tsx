/** The body of the table of metrics: the rows of each task. */
import type { JSX } from 'preact';
import type { Context } from '../commands';
import { exactWords, linesOf } from '../numbers/metricLines';
import type { Column, Source, Task } from '../numbers/metrics';
import type { State } from '../state/state';
import { TaskLines } from './TaskLines';
import { showLongestWait } from './waits';

interface Props {
  readonly columns: readonly Column[];
  readonly sources: readonly Source[];
  readonly tasks: readonly Task[];
  /** Names of tasks whose numbers are not there yet. */
  readonly waiting: readonly string[];
  readonly compact: boolean;
  readonly state: State;
  readonly context: Context;
}

/** All rows. One listener for all that leads somewhere. */
export function MetricsBody({ columns, sources, tasks, waiting, compact, state, context }: Props): JSX.Element {
  const { hidden, highlight, scenario } = state.doc;
  return (
    <tbody
      onClick={(event) => follow(event.target as Element, context, sources)}
      onMouseOver={(event) => tell(event.target as Element, tasks, columns, sources)}
    >
      {waiting.map((name) => (
        <tr key={name} class="first">
          <th scope="row" class="waiting">
            {name}
          </th>
        </tr>
      ))}
      {tasks.map((task) => (
        <TaskLines
          key={task.name}
          task={task}
          lines={linesOf(task, columns, sources, compact)}
          columns={columns}
          sides={sources.map(({ side }) => side)}
          color={state.answers.colors[task.index]}
          group={scenario.threads[task.index]?.cgroup}
          hidden={hidden.includes(task.name)}
          highlighted={highlight === task.name}
          context={context}
        />
      ))}
    </tbody>
  );
}

function follow(target: Element, context: Context, sources: readonly Source[]): void {
  if (!target.closest('[data-go]')) return;
  const { of, task } = target.closest<HTMLElement>('[data-number]')?.dataset ?? {};
  const source = sources.find(({ side }) => String(side) === of);
  const row = source?.tasks.find(({ name }) => name === task);
  if (source && row && row.wait_max_ns > 0) void showLongestWait(context, source.side, row);
}

/** What is under the pointer to the last digit: written when it is asked for, as all of them would cost more than the table. */
function tell(target: Element, tasks: readonly Task[], columns: readonly Column[], sources: readonly Source[]): void {
  const cell = target.closest<HTMLElement>('[data-number]');
  const { number, of, task: name } = cell?.dataset ?? {};
  const task = tasks.find((one) => one.name === name);
  const column = columns.find(({ key }) => key === number);
  const whose = of === 'difference' ? of : sources.find(({ side }) => String(side) === of);
  if (cell && task && column && whose) cell.title = exactWords(task, column, whose, sources);
}
