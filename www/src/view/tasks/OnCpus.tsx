/** What counts where there are several CPUs: which of them a task may use, and what it has in their caches. */
import type { JSX } from 'preact';
import { wholeOf } from '../../knobs/notation';
import { scaleOf } from '../../knobs/scale';
import { cpuList, parseCpuList } from '../../tasks/machine/cpulist';
import type { Thread, ThreadChange } from '../../tasks/scenario';
import { TextLine } from '../machine/TextLine';
import { Quantity } from '../Quantity';

const KIB = wholeOf('KiB');
const FOOTPRINT_KIB = scaleOf(0, 65_536);
const FOOTPRINT_LIMITS_KIB = scaleOf(0, 1 << 20);

interface Props {
  readonly thread: Thread;
  readonly onChange: (change: ThreadChange) => void;
}

/** Affinity as the kernel lists CPUs; no text is all of them. */
export function OnCpus({ thread, onChange }: Props): JSX.Element {
  const { name, affinity, footprint_kib } = thread;
  const cpus = Array.isArray(affinity) ? affinity.map(Number) : [];
  const footprint = typeof footprint_kib === 'number' ? footprint_kib : 0;
  const wrongOf = (text: string): string | null =>
    text.trim() === '' || parseCpuList(text) !== null ? null : 'Write CPUs as the kernel lists them, such as 0-3,8.';
  return (
    <>
      <TextLine
        label="CPUs"
        name={`CPUs of ${name}`}
        hint="The CPUs that it may use, as in taskset -c: 0-3,8; empty for all"
        placeholder="all"
        value={cpuList(cpus)}
        hooks={{ 'data-task': name, 'data-field': 'affinity' }}
        wrongOf={wrongOf}
        onChange={(text) => onChange({ affinity: text === '' ? undefined : (parseCpuList(text) ?? undefined) })}
      />
      <Quantity
        label="memory"
        name={`memory of ${name}`}
        hint="What it uses again and again: on another CPU it has to be fetched anew, which costs what the costs of lines say"
        value={footprint}
        scale={FOOTPRINT_KIB}
        limits={FOOTPRINT_LIMITS_KIB}
        standard={0}
        notation={KIB}
        hooks={{ 'data-task': name, 'data-field': 'footprint_kib' }}
        changed={footprint !== 0}
        onInput={(value) => onChange({ footprint_kib: value || undefined })}
        onReset={() => onChange({ footprint_kib: undefined })}
      />
    </>
  );
}
