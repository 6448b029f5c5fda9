/** What was looked at on the way to a decision between CPUs, in order; what settled it is marked. */
import type { JSX } from 'preact';
import { entriesOf, operandsText, piecesOf, type Entry, type Test } from '../numbers/between';
import type { Between } from '../worker/protocol';

interface Props {
  readonly between: Between;
  /** Shows a CPU. */
  readonly onCpu: (cpu: number) => void;
}

/** Nothing but the question where the answer needed no test. */
export function Tests({ between: { asked, tests }, onCpu }: Props): JSX.Element {
  return (
    <div class="tests" role="group" aria-label="What was looked at, in order">
      <p class="asked">
        <Words text={asked} onCpu={onCpu} />
      </p>
      <Rows entries={entriesOf(tests)} onCpu={onCpu} />
    </div>
  );
}

type OnCpu = Pick<Props, 'onCpu'>;

const Rows = ({ entries, onCpu }: OnCpu & { entries: readonly Entry[] }): JSX.Element => (
  <ol>
    {entries.map((entry, place) =>
      entry.kind === 'test' ? (
        <Row key={place} test={entry.test} onCpu={onCpu} />
      ) : (
        <li key={place} class="more">
          <details>
            <summary>{entry.tests.length} more</summary>
            <Rows entries={entry.tests.map((test) => ({ kind: 'test', test }))} onCpu={onCpu} />
          </details>
        </li>
      ),
    )}
  </ol>
);

function Row({ test, onCpu }: OnCpu & { test: Test }): JSX.Element {
  const { finding, holds, decides, source } = test;
  return (
    <li class={decides ? 'decides' : ''} title={source}>
      <span class="marker" aria-hidden="true">
        {decides ? '▸' : ''}
      </span>
      <span class="verdict" aria-hidden="true">
        {holds ? '✓' : '✗'}
      </span>
      <span>
        <Words text={finding} onCpu={onCpu} />
        {decides ? <span class="visually-hidden">, which decides</span> : null}{' '}
        <span class="numbers-of">{operandsText(test)}</span>
      </span>
    </li>
  );
}

/** A text whose CPUs can be pressed. */
const Words = ({ text, onCpu }: OnCpu & { text: string }): JSX.Element => (
  <>
    {piecesOf(text).map((piece, place) =>
      typeof piece === 'string' ? (
        piece
      ) : (
        <button key={place} type="button" class="cpu-link" title={`Show CPU ${piece.cpu}`} onClick={() => onCpu(piece.cpu)}>
          CPU {piece.cpu}
        </button>
      ),
    )}
  </>
);
