/** What each task got on either side, and the difference, laid out as `perf sched latency` does. */
import { Fragment, type JSX } from 'preact';
import type { State } from '../state';
import { formatDuration } from '../time';
import type { TaskRow } from '../worker/protocol';

interface Column {
  readonly key: keyof TaskRow & `${string}`;
  readonly head: string;
  readonly hint: string;
  readonly format: (value: number) => string;
}

const count = (value: number): string => String(value).replace('-', '\u2212');
const percent = (permille: number): string => `${(permille / 10).toFixed(1).replace('-', '\u2212')}\u202f%`;

const COLUMNS: readonly Column[] = [
  { key: 'cpu_ns', head: 'CPU', hint: 'Time on the CPU', format: formatDuration },
  { key: 'share_permille', head: 'share', hint: 'Share of the run', format: percent },
  { key: 'switches', head: 'switches', hint: 'Times switched in', format: count },
  { key: 'preempted', head: 'preempted', hint: 'Times it had to leave though it could run on', format: count },
  { key: 'wakeups', head: 'wakeups', hint: 'Times it woke', format: count },
  { key: 'wait_mean_ns', head: 'wait mean', hint: 'From runnable to running, mean', format: formatDuration },
  { key: 'wait_p50_ns', head: 'P50', hint: 'Half of the waits were no longer', format: formatDuration },
  { key: 'wait_p99_ns', head: 'P99', hint: '99 of 100 waits were no longer', format: formatDuration },
  { key: 'wait_max_ns', head: 'max', hint: 'The longest wait', format: formatDuration },
];

/** The table; empty until something has been simulated. */
export function Metrics({ state }: { state: State }): JSX.Element {
  const [a, b] = state.answers.summary?.sides ?? [];
  return (
    <section class="metrics scroll-x" aria-label="Metrics" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">task</th>
            <th scope="col">
              <span class="visually-hidden">side</span>
            </th>
            {COLUMNS.map(({ key, head, hint }) => (
              <th key={key} scope="col" title={hint}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(a?.tasks ?? []).map((row, i) => (
            <Rows key={row.name} a={row} b={b?.tasks[i]} color={state.answers.colors[i]} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Rows({ a, b, color }: { a: TaskRow; b: TaskRow | undefined; color: string | undefined }): JSX.Element {
  return (
    <Fragment>
      <tr class="first">
        <th scope="rowgroup" rowSpan={b ? 3 : 1}>
          <span class="swatch" style={color ? { background: color } : {}} /> {a.name}
        </th>
        <th scope="row">A</th>
        {COLUMNS.map(({ key, format }) => (
          <td key={key}>{format(Number(a[key]))}</td>
        ))}
      </tr>
      {b ? (
        <>
          <tr>
            <th scope="row">B</th>
            {COLUMNS.map(({ key, format }) => (
              <td key={key}>{format(Number(b[key]))}</td>
            ))}
          </tr>
          <tr class="difference">
            <th scope="row" title="B minus A">
              B−A
            </th>
            {COLUMNS.map((column) => (
              <Difference key={column.key} by={Number(b[column.key]) - Number(a[column.key])} format={column.format} />
            ))}
          </tr>
        </>
      ) : null}
    </Fragment>
  );
}

function Difference({ by, format }: { by: number; format: (value: number) => string }): JSX.Element {
  return <td class={by === 0 ? 'same' : ''}>{by === 0 ? '=' : `${by > 0 ? '+' : ''}${format(by)}`}</td>;
}
