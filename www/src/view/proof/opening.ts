/** Opening a recording from the table: what is under way, and what went wrong. */
import { useState } from 'preact/hooks';
import type { Desk } from '../../files/desk';
import { workloadName } from '../../proof/agreement';
import type { Entry, Proof } from '../../proof/data';

/** What can be done with a recording, and what is to be read meanwhile. */
export interface Opening {
  /** A file is on its way. */
  readonly busy: boolean;
  readonly said: string;
  /** On its kernel and another, with what was recorded as a third row. */
  readonly withRecording: (entry: Entry) => void;
  /** The same two kernels alone. */
  readonly alone: (entry: Entry) => void;
}

/** `onOpened` is called once the page shows it; what goes wrong is said, and everything stays as it was. */
export function useOpening(proof: Proof, desk: Desk, onOpened: () => void): Opening {
  const [said, say] = useState('');
  const [busy, setBusy] = useState(false);
  const withRecording = async (entry: Entry): Promise<void> => {
    const name = workloadName(entry.file);
    setBusy(true);
    say(`Fetching ${name}…`);
    try {
      await desk.bringRecording(entry.file, (done) => say(`Fetching ${name}: ${Math.round(done * 100)} %`));
      onOpened();
    } catch (error) {
      say(`${error instanceof Error ? error.message : String(error)}.`);
    }
    setBusy(false);
  };
  const alone = ({ scenario, side }: Entry): void => {
    desk.openWorkload({ scenario: proof.scenarios[scenario!]!, side: proof.sides[side!]! });
    onOpened();
  };
  return { busy, said, withRecording: (entry) => void withRecording(entry), alone };
}
