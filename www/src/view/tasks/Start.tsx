/** When a task begins. */
import type { JSX } from 'preact';
import { WHOLE_US } from '../../knobs/notation';
import { scaleOf } from '../../knobs/scale';
import type { Thread, ThreadChange } from '../../tasks/scenario';
import { fromUs, toUs } from '../../time';
import { Check } from '../Check';
import { Quantity } from '../Quantity';

const START = scaleOf(0, 1_000_000_000);
const START_LIMITS = scaleOf(0, 36_000_000_000_000);

/** When it wakes first, or that another task creates it. */
export function Start({ thread, onChange }: { thread: Thread; onChange: (change: ThreadChange) => void }): JSX.Element {
  const { name, start_us = 0, spawned = false } = thread;
  return (
    <>
      {spawned ? null : (
        <Quantity
          label="start"
          name={`start of ${name}`}
          hint="When it wakes for the first time"
          value={fromUs(start_us)}
          scale={START}
          limits={START_LIMITS}
          standard={0}
          notation={WHOLE_US}
          hooks={{ 'data-task': name, 'data-field': 'start_us' }}
          changed={start_us !== 0}
          onInput={(value) => onChange({ start_us: toUs(value) || undefined })}
          onReset={() => onChange({ start_us: undefined })}
        />
      )}
      <Check
        checked={spawned}
        hint="It is not there until another task’s program says spawn and its name"
        hooks={{ 'data-task': name, 'data-field': 'spawned' }}
        onChange={(spawned) => onChange({ spawned })}
      >
        created by <code>spawn</code>
      </Check>
    </>
  );
}
