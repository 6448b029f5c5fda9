/** Kernel by family: how many decisions were compared, and how many are wrong. */
import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { count } from '../../numbers/metrics';
import { agrees, kernelsOf, rowsOf, scoreWords, severalOf, totalOf, wrongOf, type At, type FamilyRow, type Place } from '../../proof/agreement';
import type { KernelSum, Proof, SeveralSum } from '../../proof/data';

interface Props {
  readonly proof: Proof;
  /** The cell that was looked into before; it has the focus again. */
  readonly last: At | null;
  readonly onCell: (at: At) => void;
}

/** What all of it says in a sentence, what is compared and how, and the tables: of one CPU, and of several. */
export function Agreement({ proof, last, onCell }: Props): JSX.Element {
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (last) section.current?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(keyOf(last))}"]`)?.focus();
  }, []);
  const several = severalOf(proof);
  return (
    <section aria-labelledby="agreement-title" ref={section}>
      <Verdict proof={proof} />
      <dl class="proof-words">
        <Word proof={proof} name="open loop" about="open_loop" />
        <Word proof={proof} name="closed loop" about="closed_loop" />
        <Word proof={proof} name="unclear" about="unclear" />
      </dl>
      <Table proof={proof} onCell={onCell} caption="Open loop on one CPU, kernel by family: wrong decisions of those compared. A cell opens its recordings.">
        <Foot sums={SUMS} kernels={proof.kernels} names={kernelsOf(proof)} />
      </Table>
      <Table proof={several} onCell={onCell} caption="The same on two and four CPUs, each followed by itself.">
        <Foot sums={SEVERAL_SUMS} kernels={proof.several_kernels} names={kernelsOf(several)} />
      </Table>
    </section>
  );
}

interface TableProps extends Pick<Props, 'proof' | 'onCell'> {
  readonly caption: string;
  /** The sums. */
  readonly children: ComponentChildren;
}

function Table({ proof, onCell, caption, children }: TableProps): JSX.Element {
  return (
    <table class="agreement">
      <caption>{caption}</caption>
      <Head proof={proof} />
      <tbody>
        {rowsOf(proof).map((row) => (
          <Row key={row.family} row={row} onCell={onCell} />
        ))}
      </tbody>
      {children}
    </table>
  );
}

const keyOf = ({ kernel, family }: At): string => `${kernel} ${family}`;

/** The whole in a sentence. */
function Verdict({ proof }: { proof: Proof }): JSX.Element {
  const [total, several] = [totalOf(proof.kernels), totalOf(proof.several_kernels)];
  const recordings = (kernels: readonly KernelSum[]): string => count(kernels.reduce((sum, kernel) => sum + kernel.recordings, 0));
  return (
    <>
      <h2 id="agreement-title">
        {count(total.wrong)} of {count(total.decisions)} decisions of real kernels are wrong, {count(total.inexact)} of{' '}
        {count(total.numbers)} numbers are off.
      </h2>
      <p class="note">
        {recordings(proof.kernels)} recordings of {proof.kernels.length} kernels on one CPU are replayed decision by decision, vruntime,
        deadline, slice and lag to the nanosecond. {count(total.unclear)} decisions are unclear.
      </p>
      <p class="note">
        On several CPUs, in {recordings(proof.several_kernels)} recordings of {proof.several_kernels.length} kernels,{' '}
        {count(several.wrong)} of {count(several.decisions)} decisions are wrong, {count(several.inexact)} of {count(several.numbers)}{' '}
        numbers are off, and {count(several.unclear)} decisions are unclear.
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

interface FootProps<Sum extends KernelSum> {
  readonly sums: Sums<Sum>;
  readonly kernels: readonly Sum[];
  readonly names: readonly string[];
}

/** Names of sums, and what they are of a kernel. */
type Sums<Sum> = readonly (readonly [string, (sum: Sum) => string])[];

/** Sums by kernel, then the closed loop. */
const SUMS: Sums<KernelSum> = [
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

/** The same on several CPUs. */
const SEVERAL_SUMS: Sums<SeveralSum> = [
  ...SUMS,
  ['the same by rank among alike', ({ rank_off_mean_bp }) => points(rank_off_mean_bp)],
  ['outside all of 24 starts', ({ outside_mean_bp }) => points(outside_mean_bp)],
  ['migrations recorded', ({ migrations }) => count(migrations[0])],
  ['migrations simulated', ({ migrations }) => count(migrations[1])],
];

const points = (bp: number): string => `${(bp / 100).toFixed(2)}\u202fpt`;

function Foot<Sum extends KernelSum>({ sums, kernels, names }: FootProps<Sum>): JSX.Element {
  return (
    <tfoot>
      {sums.map(([name, of]) => (
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
