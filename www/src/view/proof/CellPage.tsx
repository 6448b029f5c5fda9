/** The recordings of one kernel and family: their scores, their tasks as recorded and as simulated, and the way to open each. */
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Desk } from '../../files/desk';
import { RECORDINGS } from '../../files/recordings';
import { entriesOf, leftOutOf, nameOf, scoreWords, totalOf, type At } from '../../proof/agreement';
import type { LeftOut, Proof } from '../../proof/data';
import { columnsOf, EntryRows } from './EntryRows';
import { useOpening } from './opening';

interface Props {
  readonly proof: Proof;
  readonly at: At;
  readonly desk: Desk;
  readonly onBack: () => void;
  readonly onOpened: () => void;
}

/** A table with a group of rows for each recording. */
export function CellPage({ proof, at, desk, onBack, onOpened }: Props): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const entries = entriesOf(proof, at);
  const columns = columnsOf(entries);
  const opening = useOpening(proof, desk, onOpened);
  const away = entries.some(({ file }) => !desk.hasRecording(file));
  return (
    <div class="proof">
      <button type="button" class="quiet back" onClick={onBack}>
        ← All kernels and families
      </button>
      <h2 ref={heading} tabIndex={-1}>
        {at.kernel} · {at.family} {nameOf(proof, at.family)}
      </h2>
      <p class="note">{scoreWords(totalOf(entries))}.</p>
      {away ? <Away /> : null}
      <p role="status" class="proof-status">
        {opening.said}
      </p>
      <p id="entries-about" class="note">
        Each task as it was recorded and as it is simulated from scratch (closed loop).
      </p>
      {entries.length > 0 ? (
        <div class="scroll-x" role="region" aria-label="Recordings and their tasks" tabIndex={0}>
          <table class="entries" aria-describedby="entries-about">
            <EntriesHead titles={columns.map(({ title }) => title)} />
            {entries.map((entry) => (
              <EntryRows key={entry.file} entry={entry} columns={columns} isHere={desk.hasRecording(entry.file)} opening={opening} />
            ))}
          </table>
        </div>
      ) : null}
      <LeftOuts all={leftOutOf(proof, at)} />
    </div>
  );
}

/** In the single file. */
function Away(): JSX.Element {
  return (
    <p class="note">
      This single file holds {RECORDINGS.length} of the recordings. The others lie in <code>recordings/</code> beside the page that is served from a
      folder; drop one of them here to see it as a third row. Without it a workload opens simulated only.
    </p>
  );
}

function EntriesHead({ titles }: { titles: readonly string[] }): JSX.Element {
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={2}>
          task
        </th>
        {titles.map((title) => (
          <th key={title} scope="colgroup" colSpan={2} class="pair">
            {title}
          </th>
        ))}
      </tr>
      <tr>
        {titles.flatMap((title) =>
          ['recorded', 'simulated'].map((how) => (
            <th key={title + how} scope="col" class={how === 'recorded' ? 'pair' : undefined}>
              {how}
            </th>
          )),
        )}
      </tr>
    </thead>
  );
}

function LeftOuts({ all }: { all: readonly LeftOut[] }): JSX.Element | null {
  if (all.length === 0) return null;
  return (
    <dl class="proof-list">
      {all.map(({ file, reason }) => (
        <div key={file}>
          <dt>{file}</dt>
          <dd>Not compared: {reason}.</dd>
        </div>
      ))}
    </dl>
  );
}
