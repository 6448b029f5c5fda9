/** A machine by its parts: how many of each, and what the CPUs are. */
import type { JSX } from 'preact';
import { WHOLE } from '../../knobs/notation';
import { COUNTS, CPUS_MAX, countOf, cpuCount, kindsOf, mostOf, type Count, type Parts } from '../../tasks/machine/parts';
import { withCount, withKind, withNewKind, withNumbering, withoutKind } from '../../tasks/machine/parts';
import { Choice } from '../Choice';
import { Quantity } from '../Quantity';
import { KindEditor } from './KindEditor';

interface Props {
  readonly parts: Parts;
  readonly onChange: (parts: Parts) => void;
}

const LABELS: Readonly<Record<Count, { label: string; hint: string }>> = {
  sockets: { label: 'sockets', hint: 'Packages of the machine' },
  nodes: { label: 'nodes', hint: 'NUMA nodes of each package' },
  llcs: { label: 'caches', hint: 'Last-level caches of each node' },
  clusters: { label: 'clusters', hint: 'Clusters of each last-level cache' },
  cores: { label: 'cores', hint: 'Cores of each cluster, or of each cache where there are no clusters' },
  threads: { label: 'threads', hint: 'Threads of each core' },
};

const STYLES = [
  { value: 'x86', label: 'x86', hint: 'A package with several nodes is no level of its own' },
  { value: 'arm', label: 'arm', hint: 'The smallest of package, node, cache and cluster is the level of the cache' },
] as const;
const NUMBERINGS = [
  { value: 'cores-first', label: 'cores first', hint: 'Siblings are i and i + cores' },
  { value: 'threads-first', label: 'threads first', hint: 'Siblings are neighbours' },
] as const;

/** Acts on every change; what cannot be, the engine says. */
export function PartsEditor({ parts, onChange }: Props): JSX.Element {
  const kinds = kindsOf(parts);
  return (
    <div class="parts" role="group" aria-label="Parts of the machine">
      {COUNTS.map((count) => (
        <Counted key={count} count={count} parts={parts} onChange={onChange} />
      ))}
      <Choice
        label="levels"
        value={parts.style ?? 'x86'}
        options={STYLES}
        hint="By whose rules domains are found"
        hooks={{ 'data-field': 'style' }}
        onChange={(style) => onChange({ ...parts, style: style === 'arm' ? 'arm' : 'x86' })}
      />
      {countOf(parts, 'threads') === 1 ? null : (
        <Choice
          label="numbering"
          value={parts.numbering ?? 'cores-first'}
          options={NUMBERINGS}
          hint="How threads are numbered"
          hooks={{ 'data-field': 'numbering' }}
          onChange={(way) => onChange(withNumbering(parts, way === 'threads-first' ? 'threads-first' : 'cores-first'))}
        />
      )}
      {kinds.map((kind, at) => (
        <KindEditor
          key={at}
          kind={kind}
          at={at}
          onChange={(change) => onChange(withKind(parts, at, change))}
          onRemove={kinds.length === 1 ? undefined : () => onChange(withoutKind(parts, at))}
        />
      ))}
      <button type="button" class="wide" disabled={kinds.length >= cpuCount(parts) / countOf(parts, 'threads')} onClick={() => onChange(withNewKind(parts))}>
        Add a kind of CPU
      </button>
    </div>
  );
}

function Counted({ count, parts, onChange }: Props & { readonly count: Count }): JSX.Element {
  const { label, hint } = LABELS[count];
  const value = countOf(parts, count);
  const most = mostOf(parts, count);
  return (
    <Quantity
      label={label}
      name={label}
      hint={`${hint}; ${CPUS_MAX} CPUs at most`}
      value={value}
      scale={{ min: 1, max: Math.max(2, Math.min(most, 16)), log: false }}
      limits={{ min: 1, max: most, log: false }}
      notation={WHOLE}
      standard={1}
      hooks={{ 'data-field': count }}
      onInput={(next) => next !== value && onChange(withCount(parts, count, next))}
    />
  );
}
