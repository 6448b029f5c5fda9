/** How a task is scheduled: its policy, and what this policy has. */
import type { JSX } from 'preact';
import { WHOLE } from '../../knobs/notation';
import { scaleOf } from '../../knobs/scale';
import { becomesDeadline } from '../../tasks/changes';
import { groupsOf, hasAutogroup } from '../../tasks/groups';
import { classOf, POLICIES, underPolicy } from '../../tasks/policies';
import type { Thread, ThreadChange } from '../../tasks/scenario';
import { cpuCount } from '../../state/state';
import { Choice, type Option } from '../Choice';
import { ClampFields } from '../ClampFields';
import { placesOf } from '../groups/places';
import { Quantity } from '../Quantity';
import { Refused } from '../Refused';
import { DeadlineFields } from './DeadlineFields';
import { OnCpus } from './OnCpus';
import type { TaskProps } from './props';
import { Session } from './Session';
import { Slice } from './Slice';
import { Start } from './Start';

const NICE = scaleOf(-20, 19);
const PRIORITY = scaleOf(1, 99);

/** Options of policies stand under the name of their class. */
const CLASS_NAMES = { fair: 'fair', realtime: 'real-time', deadline: 'deadline' } as const;
const OPTIONS: readonly Option[] = POLICIES.map((policy) => ({ value: policy, label: policy, group: CLASS_NAMES[classOf(policy)] }));

interface FieldProps {
  readonly thread: Thread;
  readonly onChange: (change: ThreadChange) => void;
}

/** Only the fields that its policy has; what the engine says of one of them stands below. */
export function Attributes(props: TaskProps): JSX.Element {
  const { thread, index, state, dispatch } = props;
  const change = (change: ThreadChange): void => dispatch({ type: 'thread', index, change });
  const { scenario } = state.doc;
  return (
    <>
      <Choice
        label="class"
        value={thread.policy ?? 'NORMAL'}
        options={OPTIONS}
        hint="Scheduling policy, as in sched(7)"
        hooks={{ 'data-task': thread.name, 'data-field': 'policy' }}
        changed={thread.policy !== undefined && thread.policy !== 'NORMAL'}
        onChange={(policy) => change(underPolicy(thread, policy))}
      />
      <OfClass thread={thread} onChange={change} />
      <ClampFields
        name={thread.name}
        asked={thread}
        hooks={{ 'data-task': thread.name }}
        kernel={['sched_util_min', 'sched_util_max']}
        onChange={change}
      />
      {cpuCount(state) > 1 || thread.affinity !== undefined ? <OnCpus thread={thread} onChange={change} /> : null}
      {thread.policy !== 'DEADLINE' && becomesDeadline(scenario, thread.name) ? <DeadlineFields thread={thread} onChange={change} /> : null}
      {groupsOf(scenario).length > 0 ? <InGroup {...props} onChange={change} /> : null}
      {hasAutogroup(scenario) && !thread.cgroup ? <Session thread={thread} onChange={change} /> : null}
      <Start thread={thread} onChange={change} />
      <Refused problem={state.problem} place={`threads[${index}]`} but=".script" />
    </>
  );
}

function OfClass({ thread, onChange }: FieldProps): JSX.Element {
  switch (classOf(thread.policy)) {
    case 'realtime':
      return <Priority thread={thread} onChange={onChange} />;
    case 'deadline':
      return <DeadlineFields thread={thread} onChange={onChange} />;
    case 'fair':
      return (
        <>
          <Nice thread={thread} onChange={onChange} />
          <Slice name={thread.name} slice_ns={thread.slice_ns} onChange={(slice_ns) => onChange({ slice_ns })} />
        </>
      );
  }
}

function Nice({ thread: { name, nice = 0 }, onChange }: FieldProps): JSX.Element {
  return (
    <Quantity
      label="nice"
      name={`nice of ${name}`}
      hint="Nice value, −20 (heaviest) to 19 (lightest); default 0"
      value={nice}
      scale={NICE}
      standard={0}
      notation={WHOLE}
      hooks={{ 'data-task': name, 'data-field': 'nice' }}
      changed={nice !== 0}
      onInput={(value) => onChange({ nice: value === 0 ? undefined : value })}
      onReset={() => onChange({ nice: undefined })}
    />
  );
}

function Priority({ thread: { name, rtprio = 0 }, onChange }: FieldProps): JSX.Element {
  return (
    <Quantity
      label="priority"
      name={`priority of ${name}`}
      hint="Static priority, sched_priority: 1 (lowest) to 99"
      value={rtprio}
      scale={PRIORITY}
      notation={WHOLE}
      hooks={{ 'data-task': name, 'data-field': 'rtprio' }}
      onInput={(rtprio) => onChange({ rtprio })}
    />
  );
}

function InGroup({ thread, state, onChange }: TaskProps & FieldProps): JSX.Element {
  return (
    <Choice
      label="group"
      value={thread.cgroup ?? ''}
      options={placesOf(groupsOf(state.doc.scenario))}
      hint="The control group that it begins in"
      hooks={{ 'data-task': thread.name, 'data-field': 'cgroup' }}
      changed={thread.cgroup !== undefined}
      onChange={(name) => onChange({ cgroup: name || undefined })}
    />
  );
}
