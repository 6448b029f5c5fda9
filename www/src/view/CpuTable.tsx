/** What happened on each CPU of a machine with several of them, a row for each side. */
import type { JSX } from 'preact';
import type { Context } from '../commands';
import { columnsFor, type CpuColumn } from '../numbers/cpus';
import type { Source } from '../numbers/metrics';
import type { State } from '../state/state';
import type { CpuRow } from '../worker/protocol';
import { Letter } from './Letter';

interface Props {
  readonly sources: readonly Source[];
  readonly state: State;
  readonly context: Context;
}

/** Pressing a CPU shows its lines. Nothing on a machine with one CPU, where the line below the table says it all. */
export function CpuTable({ sources, state, context }: Props): JSX.Element | null {
  const sides = sources.flatMap(({ side, summary }) => (summary ? [{ side, rows: summary.cpus }] : []));
  const cpus = Math.max(0, ...sides.map(({ rows }) => rows.length));
  if (cpus < 2) return null;
  const columns = columnsFor(sides.flatMap(({ rows }) => rows));
  const pick = (cpu: number): void => context.store.dispatch({ type: 'lanes', change: { cpu } });
  return (
    <table class="numbers cpus" aria-label="CPUs">
      <thead>
        <tr>
          <th scope="col">CPU</th>
          <th scope="col" aria-label="Side" />
          {columns.map(({ head, hint }) => (
            <th key={head} scope="col" title={hint}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: cpus }, (_, cpu) =>
          sides.map(({ side, rows }) => (
            <Row
              key={`${cpu} ${side}`}
              side={side}
              row={rows[cpu]}
              columns={columns}
              chosen={state.doc.lanes.cpu === cpu}
              onPick={side === 0 ? () => pick(cpu) : undefined}
            />
          )),
        )}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly side: number;
  readonly row: CpuRow | undefined;
  readonly columns: readonly CpuColumn[];
  readonly chosen: boolean;
  /** The first row of a CPU has its name. */
  readonly onPick: (() => void) | undefined;
}

function Row({ side, row, columns, chosen, onPick }: RowProps): JSX.Element | null {
  if (!row) return null;
  return (
    <tr>
      <th scope="row">
        {onPick ? (
          <button type="button" class="name" aria-pressed={chosen} onClick={onPick}>
            CPU {row.cpu}
          </button>
        ) : null}
      </th>
      <td>
        <Letter side={side} />
      </td>
      {columns.map(({ head, cell }) => (
        <td key={head}>{cell(row)}</td>
      ))}
    </tr>
  );
}
