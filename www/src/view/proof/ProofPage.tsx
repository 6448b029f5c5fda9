/** "How do we know?": how far the model agrees with recordings of real kernels, and what they cannot tell. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Desk } from '../../files/desk';
import type { At } from '../../proof/agreement';
import type { Proof } from '../../proof/data';
import { loadProof } from '../../proof/load';
import { Agreement } from './Agreement';
import { CellPage } from './CellPage';
import { Gaps } from './Gaps';
import { Holds } from './Holds';

interface Props {
  readonly desk: Desk;
  /** Something has been opened on the page behind. */
  readonly onOpened: () => void;
}

/** The table and what belongs to it, or the recordings of one of its cells. */
export function ProofPage({ desk, onOpened }: Props): JSX.Element {
  const { proof, wrong, retry } = useProof();
  const [at, goTo] = useState<At | null>(null);
  const [last, leave] = useState<At | null>(null);
  if (wrong !== null) return <Missing message={wrong} onRetry={retry} />;
  if (proof === null) return <p class="proof note">Fetching what the recordings say…</p>;
  const back = (): void => {
    leave(at);
    goTo(null);
  };
  if (at) return <CellPage key={`${at.kernel} ${at.family}`} proof={proof} at={at} desk={desk} onBack={back} onOpened={onOpened} />;
  return (
    <div class="proof">
      <Agreement proof={proof} last={last} onCell={goTo} />
      <Gaps proof={proof} />
      <Holds proof={proof} />
    </div>
  );
}

function Missing({ message, onRetry }: { message: string; onRetry: () => void }): JSX.Element {
  return (
    <div class="proof" role="alert">
      <p>{message}</p>
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}

interface Loaded {
  readonly proof: Proof | null;
  /** Why it cannot be had. */
  readonly wrong: string | null;
  readonly retry: () => void;
}

/** The data, as soon as it is here. */
function useProof(): Loaded {
  const [proof, setProof] = useState<Proof | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const load = (): void => {
    setWrong(null);
    loadProof().then(setProof, (error: unknown) => setWrong(error instanceof Error ? error.message : String(error)));
  };
  useEffect(load, []);
  return { proof, wrong, retry: load };
}
