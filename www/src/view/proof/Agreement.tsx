/** Kernel by family: how many decisions were compared, and how many are wrong. */
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { count } from '../../numbers/metrics';
import { agrees, kernelsOf, rowsOf, scoreWords, totalOf, wrongOf, type At, type FamilyRow, type Place } from '../../proof/agreement';
import type { KernelSum, Proof } from '../../proof/data';

interface Props {
  readonly proof: Proof;
  /** The cell that was looked into before; it has the focus again. */
  readonly last: At | null;
  readonly onCell: (at: At) => void;
}

/** What all of it says in a sentence, what is compared and how, and the table. */
export function Agreement({ proof, last, onCell }: Props): JSX.Element {
  const table = useRef<HTMLTableElement>(null);
  useLayoutEffect(() => {
    if (last) table.current?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(keyOf(last))}"]`)?.focus();
  }, []);
  return (
    <section aria-labelledby="agreement-title">
      <Verdict proof={proof} />
      <dl class="proof-words">
        <Word proof={proof} name="open loop" about="open_loop" />
        <Word proof={proof} name="closed loop" about="closed_loop" />
        <Word proof={proof} name="unclear" about="unclear" />
      </dl>
      <table class="agreement" ref={table}>
        <caption>Open loop, kernel by family: wrong decisions of those compared. A cell opens its recordings.</caption>
        <Head proof={proof} />
        <tbody>
          {rowsOf(proof).map((row) => (
            <Row key={row.family} row={row} onCell={onCell} />
          ))}
        </tbody>
        <Foot kernels={proof.kernels} names={kernelsOf(proof)} />
      </table>
    </section>
  );
}

const keyOf = ({ kernel, family }: At): string => `${kernel} ${family}`;

/** The whole in a sentence. */
function Verdict({ proof }: { proof: Proof }): JSX.Element {
  const total = totalOf(proof.kernels);
  return (
    <>
      <h2 id="agreement-title">
        {count(total.wrong)} of {count(total.decisions)} decisions of real kernels are wrong, {count(total.inexact)} of{' '}
        {count(total.numbers)} numbers are off.
      </h2>
      <p class="note">
        {count(proof.recordings.length)} recordings of {proof.kernels.length} kernels are replayed decision by decision, vruntime,
        deadline, slice and lag to the nanosecond. {count(total.unclear)} decisions are unclear.
      </p>
    </>
  );
}

function Word({ proof, name, about }: { proof: Proof; name: string; about: string }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{proof.about.find(([key]) => key === about)?.[1] ?? ''}</dd>
    </div>
  );
}

function Head({ proof }: { proof: Proof }): JSX.Element {
  return (
    <thead>
      <tr>
        <th scope="col">family</th>
        {kernelsOf(proof).map((kernel) => (
          <th key={kernel} scope="col" title={proof.kernels.find((sum) => sum.kernel === kernel)?.release ?? ''}>
            <Tag kernel={kernel} />
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** How a kernel was booted stands below its version. */
function Tag({ kernel }: { kernel: string }): JSX.Element {
  const [version, ...boots] = kernel.split('+');
  return (
    <>
      {version}
      {boots.map((boot) => (
        <span key={boot} class="boot">
          <span class="visually-hidden">+</span>
          {boot}
        </span>
      ))}
    </>
  );
}

function Row({ row, onCell }: { row: FamilyRow; onCell: (at: At) => void }): JSX.Element {
  return (
    <tr>
      <th scope="row">
        <span class="family">{row.family}</span> {row.name}
      </th>
      {row.places.map((place) => (
        <td key={place.kernel} data-kernel={place.kernel}>
          <CellButton place={place} row={row} onCell={onCell} />
        </td>
      ))}
    </tr>
  );
}

function CellButton({ place, row, onCell }: { place: Place; row: FamilyRow; onCell: (at: At) => void }): JSX.Element {
  const { kernel, family, cell, leftOut } = place;
  if (!cell && leftOut === 0) return <span class="none">–</span>;
  return (
    <button
      type="button"
      class={`quiet cell${cell && !agrees(cell) ? ' disagrees' : ''}`}
      data-cell={keyOf(place)}
      title={cell ? scoreWords(cell) : undefined}
      onClick={() => onCell(place)}
    >
      <span class="visually-hidden">
        {kernel}, {row.name || `family ${family}`}:{' '}
      </span>
      {cell ? <span class="cell-verdict">{wrongOf(cell)}</span> : null}
      {cell && cell.inexact > 0 ? <span>{count(cell.inexact)} numbers off</span> : null}
      <span class="few">
        {fewWords(place).map((words) => (
          <span key={words}>{words}</span>
        ))}
      </span>
    </button>
  );
}

/** What stands small in a cell: how much it rests on. */
function fewWords({ cell, leftOut }: Place): string[] {
  const recordings = cell ? `${cell.recordings} ${cell.recordings === 1 ? 'recording' : 'recordings'}` : '';
  const unclear = cell && cell.unclear > 0 ? `${count(cell.unclear)} unclear` : '';
  return [recordings, unclear, leftOut > 0 ? `${leftOut} not compared` : ''].filter(Boolean);
}

interface FootProps {
  readonly kernels: readonly KernelSum[];
  readonly names: readonly string[];
}

/** Sums by kernel, then the closed loop. */
const SUMS: readonly (readonly [string, (sum: KernelSum) => string])[] = [
  ['recordings', ({ recordings }) => count(recordings)],
  ['decisions', ({ decisions }) => count(decisions)],
  ['wrong', ({ wrong }) => count(wrong)],
  ['unclear', ({ unclear }) => count(unclear)],
  ['numbers', ({ numbers }) => count(numbers)],
  ['off by 1 ns or more', ({ inexact }) => count(inexact)],
  ['closed loop: tasks', ({ tasks }) => count(tasks)],
  ['CPU share off, mean', ({ share_off_mean_bp }) => points(share_off_mean_bp)],
  ['CPU share off, 95 %', ({ share_off_95_bp }) => points(share_off_95_bp)],
];

const points = (bp: number): string => `${(bp / 100).toFixed(2)}\u202fpt`;

function Foot({ kernels, names }: FootProps): JSX.Element {
  return (
    <tfoot>
      {SUMS.map(([name, of]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {names.map((kernel) => {
            const sum = kernels.find((one) => one.kernel === kernel);
            return (
              <td key={kernel} data-kernel={kernel}>
                {sum ? of(sum) : '–'}
              </td>
            );
          })}
        </tr>
      ))}
    </tfoot>
  );
}
