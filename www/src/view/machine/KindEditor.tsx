/** A kind of CPU: which CPUs, what they are called, what they do in a cycle, and their clocks. */
import type { JSX } from 'preact';
import { WHOLE } from '../../knobs/notation';
import { CAPACITY_FULL, formatOpps, parseOpps, type Kind, type KindChange } from '../../tasks/machine/parts';
import { RemoveIcon } from '../icons';
import { Quantity } from '../Quantity';
import { TextLine } from './TextLine';

interface Props {
  readonly kind: Kind;
  readonly at: number;
  readonly onChange: (change: KindChange) => void;
  /** Without it the kind is the only one. */
  readonly onRemove: (() => void) | undefined;
}

const CAPACITY = { min: 1, max: CAPACITY_FULL, log: false };

export function KindEditor({ kind, at, onChange, onRemove }: Props): JSX.Element {
  const name = kind.name ?? `kind ${at + 1}`;
  const of = (what: string): string => `${what} of ${name}`;
  const capacity = kind.capacity_dmips_mhz ?? CAPACITY_FULL;
  const hooks = (field: string): Record<`data-${string}`, string | number> => ({ 'data-kind': at, 'data-field': field });
  return (
    <div class="kind" role="group" aria-label={`CPUs ${kind.cpus}`}>
      <header>
        <h3>CPUs {kind.cpus}</h3>
        {onRemove ? (
          <button type="button" class="quiet" aria-label={`Remove ${name}`} title="Remove this kind" onClick={onRemove}>
            <RemoveIcon />
          </button>
        ) : null}
      </header>
      <TextLine
        label="name"
        name={of('name')}
        value={kind.name ?? ''}
        hooks={hooks('name')}
        onChange={(text) => onChange({ name: text || undefined })}
      />
      <TextLine
        label="CPUs"
        name={of('CPUs')}
        hint="As the kernel lists them: 0-3,8"
        value={kind.cpus}
        hooks={hooks('cpus')}
        onChange={(cpus) => onChange({ cpus })}
      />
      <Quantity
        label="capacity"
        name={of('capacity')}
        hint="capacity-dmips-mhz: work in a cycle beside the other kinds, 1 to 1024. Times the fastest clock it gives the capacity."
        value={capacity}
        scale={CAPACITY}
        standard={CAPACITY_FULL}
        notation={WHOLE}
        hooks={hooks('capacity')}
        changed={capacity !== CAPACITY_FULL}
        onInput={(value) => onChange({ capacity_dmips_mhz: value })}
        onReset={() => onChange({ capacity_dmips_mhz: CAPACITY_FULL })}
      />
      <TextLine
        label="clocks"
        name={of('clocks')}
        hint="Operating points from slow to fast, MHz and mV: 533@700 999@800"
        value={formatOpps(kind)}
        hooks={hooks('clocks')}
        wrongOf={(text) => (parseOpps(text) === null ? 'Write MHz@mV, such as 533@700 999@800.' : null)}
        onChange={(text) => onChange({ opps_khz_uv: parseOpps(text) ?? [] })}
      />
    </div>
  );
}
