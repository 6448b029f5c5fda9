/** The slice that a task asks for. */
import type { JSX } from 'preact';
import { DURATION } from '../../knobs/notation';
import { scaleOf } from '../../knobs/scale';
import { Quantity } from '../Quantity';
import { Unset } from '../Unset';

/** What can be dragged to; the kernel has its own limits for a requested slice, and the engine keeps them. */
const SLICE = scaleOf(100_000, 100_000_000);
const SLICE_AT_FIRST_NS = 1_000_000;

interface Props {
  readonly name: string;
  readonly slice_ns: number | undefined;
  readonly onChange: (slice_ns: number | undefined) => void;
}

/** One of its own, or the way to get one. */
export function Slice({ name, slice_ns, onChange }: Props): JSX.Element {
  if (slice_ns === undefined) return <NoSlice name={name} onChange={onChange} />;
  return (
    <Quantity
      label="slice"
      name={`slice of ${name}`}
      hint="Requested slice, sched_attr.sched_runtime"
      value={slice_ns}
      scale={SLICE}
      notation={DURATION}
      changed
      hooks={{ 'data-task': name, 'data-field': 'slice_ns' }}
      onInput={onChange}
      onReset={() => onChange(undefined)}
    />
  );
}

function NoSlice({ name, onChange }: Omit<Props, 'slice_ns'>): JSX.Element {
  return (
    <Unset
      label="slice"
      hint="Ask for a slice of its own, as sched_setattr does"
      hooks={{ 'data-task': name, 'data-field': 'slice-custom' }}
      words="set its own"
      onSet={() => onChange(SLICE_AT_FIRST_NS)}
    />
  );
}
