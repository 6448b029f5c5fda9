/** Feature × version: every rule, feature and tunable of every kernel, made by the engine from its presets. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ABSENT, broughtOf, stretchesOf, type Brought, type Stretch } from '../../proof/versions';
import type { Session } from '../../state/session';
import type { VersionLine, Versions as Table } from '../../worker/protocol';
import { KernelName } from '../KernelName';

/** A table where there is room for it; in a narrow window what each version brought. */
export function Versions({ session }: { session: Session }): JSX.Element {
  const table = useTable(session);
  if (!table) return <p class="proof note">Waiting for the engine…</p>;
  return (
    <div class="proof filled">
      <p class="note">
        <Mark /> differs from the version before; {ABSENT} is not there. Rules in the words of the model, features and tunables by
        their kernel names, with the defaults of a machine of one CPU.
      </p>
      <div class="scroll-x versions-place" role="region" aria-label="Table of versions" tabIndex={0}>
        <Matrix table={table} />
      </div>
      <div class="brought">
        {broughtOf(table).map((brought) => (
          <Brought key={brought.kernel.name} {...brought} />
        ))}
      </div>
    </div>
  );
}

/** The engine is asked once; `null` until it has answered. */
function useTable(session: Session): Table | null {
  const [table, setTable] = useState<Table | null>(null);
  useEffect(() => {
    void session.query({ type: 'versions' }).then((answer) => answer?.type === 'versions' && setTable(answer.versions));
  }, [session]);
  return table;
}

/** Says that something differs, to eyes and readers. */
const Mark = (): JSX.Element => (
  <span class="new-mark">
    <span aria-hidden="true">▸</span>
    <span class="visually-hidden">new: </span>
  </span>
);

function Matrix({ table }: { table: Table }): JSX.Element {
  const { kernels, lines } = table;
  const policies = [...new Set(kernels.map(({ family }) => family))];
  return (
    <table class="versions">
      <thead>
        <tr>
          <td />
          {policies.map((policy) => (
            <th key={policy} scope="colgroup" colSpan={kernels.filter(({ family }) => family === policy).length}>
              {policy}
            </th>
          ))}
        </tr>
        <tr>
          <th scope="col">what</th>
          {kernels.map(({ name, note }) => (
            <th key={name} scope="col" title={note}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {TOPICS.map(([topic, between, title]) => (
        <tbody key={title}>
          <tr class="topic">
            <th scope="rowgroup" colSpan={kernels.length + 1}>
              <span>{title}</span>
            </th>
          </tr>
          {lines.filter((line) => line.topic === topic && line.between === between).map((line) => (
            <Line key={line.name} line={line} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

const TOPICS: readonly (readonly [VersionLine['topic'], between: boolean, title: string])[] = [
  ['rule', false, 'Rules'],
  ['rule', true, 'Rules between CPUs'],
  ['feature', false, 'Features'],
  ['feature', true, 'Features between CPUs'],
  ['tunable', false, 'Tunables'],
  ['preemption', false, 'Preemption model'],
];

function Line({ line }: { line: VersionLine }): JSX.Element {
  return (
    <tr>
      <th scope="row">
        <KernelName>{line.name}</KernelName>
        <span class="meaning">{plain(line.meaning)}</span>
      </th>
      {stretchesOf(line).map((stretch) => (
        <Cell key={stretch.first} {...stretch} />
      ))}
    </tr>
  );
}

function Cell({ span, words, present, isNew }: Stretch): JSX.Element {
  return (
    <td colSpan={span} class={`${isNew ? 'new' : ''}${present ? '' : ' absent'}`}>
      <span class="version-words">
        {isNew ? <Mark /> : null}
        {plain(words)}
      </span>
    </td>
  );
}

/** Names of functions stand in backquotes in the engine's words. */
const plain = (words: string): string => words.replaceAll('`', '');

function Brought({ kernel, changes }: Brought): JSX.Element {
  return (
    <section>
      <h2>
        {kernel.family} {kernel.name}
      </h2>
      <p class="note">{kernel.note}</p>
      <dl class="proof-list">
        {changes.map(({ line, words }) => (
          <div key={line.name}>
            <dt>
              <KernelName>{line.name}</KernelName>
            </dt>
            <dd>{plain(words)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
