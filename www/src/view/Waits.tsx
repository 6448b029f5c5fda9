/** How long waits were, from runnable to running: drawn, and in numbers. */
import type { JSX } from 'preact';
import type { Context } from '../commands';
import { count, differenceOf, shortDuration, sourcesOf, tasksOf, verdictOf, type Key, type Source, type Task } from '../numbers/metrics';
import { isDark, type State } from '../state/state';
import type { TaskRow } from '../worker/protocol';
import { Drawn } from './Drawn';
import { Letter } from './Letter';
import { showLongestWait } from './waits';

interface Props {
  readonly state: State;
  readonly context: Context;
  /** Whose waits; empty for those of all tasks. */
  readonly task: string;
}

/** The distribution with A, B and a recording beside each other. */
export function Waits({ state, context, task }: Props): JSX.Element {
  const { answers, doc } = state;
  const theme = isDark(state) ? 'dark' : 'light';
  const sources = sourcesOf(answers.summary, doc.alone, answers.recorded);
  const whose = task === '' ? 'all tasks' : task;
  return (
    <section class="waits" aria-label="Waits">
      <Drawn
        session={context.session}
        label={`How long the waits of ${whose} were`}
        ask={(size) => ({ type: 'distribution', ...size, theme, task })}
        lane="distribution"
        when={[answers.revision, theme, task]}
      />
      <div class="waits-numbers">
        <Numbers
          sources={sources}
          row={task === '' ? null : (tasksOf(sources).find(({ name }) => name === task) ?? null)}
          context={context}
        />
      </div>
    </section>
  );
}

const LINES: readonly { readonly key: Key; readonly head: string; readonly format: (value: number) => string }[] = [
  { key: 'wait_count', head: 'waits', format: count },
  { key: 'wait_mean_ns', head: 'mean', format: shortDuration },
  { key: 'wait_p50_ns', head: 'P50', format: shortDuration },
  { key: 'wait_p99_ns', head: 'P99', format: shortDuration },
  { key: 'wait_max_ns', head: 'max', format: shortDuration },
];

interface NumbersProps {
  readonly sources: readonly Source[];
  /** `null` for all tasks together. */
  readonly row: Task | null;
  readonly context: Context;
}

function Numbers({ sources, row, context }: NumbersProps): JSX.Element {
  const pair = sources[1]?.side === 1;
  const task = row ?? allOf(sources);
  const lines = row ? LINES : LINES.filter(({ key }) => key !== 'wait_p50_ns' && key !== 'wait_p99_ns');
  return (
    <table class="few-numbers">
      <thead>
        <tr>
          <td />
          {sources.map(({ side }) => (
            <th key={side} scope="col">
              <Letter side={side} />
            </th>
          ))}
          {pair ? <th scope="col">B−A</th> : null}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.key}>
            <th scope="row">{line.head}</th>
            {sources.map(({ side }, i) => (
              <td key={side}>
                <Value side={side} row={task.rows[i] ?? null} line={line} context={context} />
              </td>
            ))}
            {pair ? <Difference task={task} line={line} /> : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Line = (typeof LINES)[number];

function Value({ side, row, line, context }: { side: number; row: TaskRow | null; line: Line; context: Context }): JSX.Element {
  if (!row) return <>–</>;
  if (line.key !== 'wait_max_ns' || row.wait_max_ns === 0) return <>{line.format(row[line.key])}</>;
  return (
    <button
      type="button"
      class="go"
      title={`Go to the longest wait, of ${row.name}`}
      onClick={() => void showLongestWait(context, side, row)}
    >
      {line.format(row.wait_max_ns)}
    </button>
  );
}

function Difference({ task, line }: { task: Task; line: Line }): JSX.Element {
  const by = differenceOf(task, line.key);
  if (by === null) return <td />;
  const verdict = verdictOf({ lessIsBetter: line.key !== 'wait_count' }, by);
  return (
    <td class={verdict}>
      {by === 0 ? '=' : `${by > 0 ? '+' : ''}${line.format(by)}`}{' '}
      <span class="verdict-word">{verdict === 'better' || verdict === 'worse' ? verdict : ''}</span>
    </td>
  );
}

/** What can be told of all tasks together from what is known of each. */
function allOf(sources: readonly Source[]): Task {
  return { name: '', index: -1, rows: sources.map(({ tasks }) => together(tasks)) };
}

function together(tasks: readonly TaskRow[]): TaskRow | null {
  const waits = tasks.reduce((sum, { wait_count }) => sum + wait_count, 0);
  const waited_ns = tasks.reduce((sum, { wait_count, wait_mean_ns }) => sum + wait_count * wait_mean_ns, 0);
  const longest = tasks.toSorted((a, b) => b.wait_max_ns - a.wait_max_ns)[0];
  if (!longest) return null;
  return { ...longest, wait_count: waits, wait_mean_ns: waits === 0 ? 0 : Math.round(waited_ns / waits) };
}

interface ToolsProps {
  readonly state: State;
  readonly task: string;
  readonly onTask: (task: string) => void;
}

/** Beside the tab: whose waits. */
export function WaitsTools({ state, task, onTask }: ToolsProps): JSX.Element {
  return (
    <div class="tools">
      <TaskChoice names={state.doc.scenario.threads.map(({ name }) => name)} task={task} onTask={onTask} />
    </div>
  );
}

/** One task or all. */
export function TaskChoice({ names, task, onTask }: { names: readonly string[] } & Omit<ToolsProps, 'state'>): JSX.Element {
  return (
    <label>
      <span class="note">of</span>{' '}
      <select aria-label="Task" value={task} onChange={(event) => onTask(event.currentTarget.value)}>
        <option value="">all tasks</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
