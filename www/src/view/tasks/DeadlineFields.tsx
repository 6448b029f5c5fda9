/** What a DEADLINE task asks for. */
import type { JSX } from 'preact';
import { DURATION } from '../../knobs/notation';
import { scaleOf } from '../../knobs/scale';
import type { Thread, ThreadChange } from '../../tasks/scenario';
import { Check } from '../Check';
import { Quantity } from '../Quantity';

/** What can be dragged to; what can be typed is as far as a program's times go, and the engine keeps the kernel's own limits. */
const DRAGGED = scaleOf(100_000, 1_000_000_000);
const TYPED = scaleOf(0, 36_000_000_000_000);

const FIELDS = [
  { key: 'dl_runtime_ns', label: 'runtime', hint: 'CPU time of each period, sched_attr.sched_runtime' },
  { key: 'dl_deadline_ns', label: 'deadline', hint: 'By when it has to have it, from the beginning of a period, sched_attr.sched_deadline' },
  { key: 'dl_period_ns', label: 'period', hint: 'How often it gets it, sched_attr.sched_period' },
] as const;

interface Props {
  readonly thread: Thread;
  readonly onChange: (change: ThreadChange) => void;
}

/** Three times, each of which can be dragged through the others: the engine says when they do not fit together. */
export function DeadlineFields({ thread, onChange }: Props): JSX.Element {
  const { name, reclaim = false } = thread;
  return (
    <>
      {FIELDS.map(({ key, label, hint }) => (
        <Quantity
          key={key}
          label={label}
          name={`${label} of ${name}`}
          hint={hint}
          value={thread[key] ?? 0}
          scale={DRAGGED}
          limits={TYPED}
          notation={DURATION}
          hooks={{ 'data-task': name, 'data-field': key }}
          onInput={(value) => onChange({ [key]: value })}
        />
      ))}
      <Check
        checked={reclaim}
        hint="SCHED_FLAG_RECLAIM: it may also use what other deadline tasks leave"
        hooks={{ 'data-task': name, 'data-field': 'reclaim' }}
        onChange={(reclaim) => onChange({ reclaim })}
      >
        reclaim (GRUB)
      </Check>
    </>
  );
}
