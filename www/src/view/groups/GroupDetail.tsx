/** Everything that can be set of a group. */
import type { JSX } from 'preact';
import { WHOLE, WHOLE_US } from '../../knobs/notation';
import { scaleOf } from '../../knobs/scale';
import { groupsOf, PERIOD_DEFAULT_US, WEIGHT_DEFAULT, withinOf, type Group, type GroupChange } from '../../tasks/groups';
import { fromUs, toUs } from '../../time';
import { Check } from '../Check';
import { Choice } from '../Choice';
import { ClampFields } from '../ClampFields';
import { RemoveIcon } from '../icons';
import { Quantity } from '../Quantity';
import { Refused } from '../Refused';
import { Unset } from '../Unset';
import type { GroupProps } from './GroupRow';
import { Members } from './Members';
import { placesOf } from './places';

const WEIGHT = scaleOf(1, 10_000);
const QUOTA = scaleOf(1_000_000, 1_000_000_000);
const QUOTA_LIMITS = scaleOf(0, 36_000_000_000_000);
const PERIOD = scaleOf(1_000_000, 1_000_000_000);
const BURST = scaleOf(0, 1_000_000_000);
const QUOTA_AT_FIRST_US = 20_000;

interface FieldProps {
  readonly group: Group;
  readonly onChange: (change: GroupChange) => void;
}

/** Its weight, its bandwidth, where it is, and who is in it; what the engine says of it stands below. */
export function GroupDetail(props: GroupProps): JSX.Element {
  const { branch, state, dispatch } = props;
  const { group, index } = branch;
  const onChange = (change: GroupChange): void => dispatch({ type: 'group', name: group.name, change });
  return (
    <div class="task-detail">
      <Weight group={group} onChange={onChange} />
      <Idle group={group} onChange={onChange} />
      {group.quota_us === undefined ? <NoQuota group={group} onChange={onChange} /> : <Bandwidth group={group} onChange={onChange} />}
      <ClampFields
        name={group.name}
        asked={group}
        hooks={{ 'data-group': group.name }}
        kernel={['cpu.uclamp.min', 'cpu.uclamp.max']}
        onChange={onChange}
      />
      <Inside {...props} />
      <Members {...props} />
      <Refused problem={state.problem} place={`cgroups[${index}]`} />
      <Remove {...props} />
    </div>
  );
}

function Weight({ group: { name, weight = WEIGHT_DEFAULT, idle = false }, onChange }: FieldProps): JSX.Element {
  return (
    <Quantity
      label="weight"
      name={`weight of ${name}`}
      hint={idle ? 'cpu.weight, which counts only while cpu.idle is off' : 'cpu.weight, 1 to 10 000; default 100, as much as one task at nice 0'}
      value={weight}
      scale={WEIGHT}
      standard={WEIGHT_DEFAULT}
      notation={WHOLE}
      hooks={{ 'data-group': name, 'data-field': 'weight' }}
      changed={weight !== WEIGHT_DEFAULT}
      onInput={(value) => onChange({ weight: value === WEIGHT_DEFAULT ? undefined : value })}
      onReset={() => onChange({ weight: undefined })}
    />
  );
}

function Idle({ group: { name, idle = false }, onChange }: FieldProps): JSX.Element {
  return (
    <Check
      checked={idle}
      hint="cpu.idle: beside its siblings the whole group counts as SCHED_IDLE"
      hooks={{ 'data-group': name, 'data-field': 'idle' }}
      onChange={(idle) => onChange({ idle })}
    >
      idle
    </Check>
  );
}

function NoQuota({ group: { name }, onChange }: FieldProps): JSX.Element {
  return (
    <Unset
      label="quota"
      hint="cpu.max: CPU time of each period"
      hooks={{ 'data-group': name, 'data-field': 'quota-set' }}
      words="none · set one"
      onSet={() => onChange({ quota_us: QUOTA_AT_FIRST_US })}
    />
  );
}

/** `cpu.max` and `cpu.max.burst`; taking the quota away takes all three. */
function Bandwidth({ group, onChange }: FieldProps): JSX.Element {
  const { name, quota_us = 0, period_us = PERIOD_DEFAULT_US, burst_us = 0 } = group;
  const none = { quota_us: undefined, period_us: undefined, burst_us: undefined };
  const hooks = (key: string): Record<`data-${string}`, string> => ({ 'data-group': name, 'data-field': key });
  const common = { notation: WHOLE_US, limits: QUOTA_LIMITS };
  return (
    <>
      <Quantity
        {...common}
        label="quota"
        name={`quota of ${name}`}
        hint="cpu.max: CPU time of each period, at least 1 ms"
        value={fromUs(quota_us)}
        scale={QUOTA}
        hooks={hooks('quota_us')}
        changed
        onInput={(value) => onChange({ quota_us: toUs(value) })}
        onReset={() => onChange(none)}
      />
      <Quantity
        {...common}
        label="period"
        name={`period of ${name}`}
        hint="cpu.max: how often the quota is filled, 1 ms to 1 s; default 100 ms"
        value={fromUs(period_us)}
        scale={PERIOD}
        standard={fromUs(PERIOD_DEFAULT_US)}
        hooks={hooks('period_us')}
        changed={period_us !== PERIOD_DEFAULT_US}
        onInput={(value) => onChange({ period_us: toUs(value) === PERIOD_DEFAULT_US ? undefined : toUs(value) })}
        onReset={() => onChange({ period_us: undefined })}
      />
      <Quantity
        {...common}
        label="burst"
        name={`burst of ${name}`}
        hint="cpu.max.burst: unused quota that may be saved up, at most the quota"
        value={fromUs(burst_us)}
        scale={BURST}
        standard={0}
        hooks={hooks('burst_us')}
        changed={burst_us !== 0}
        onInput={(value) => onChange({ burst_us: toUs(value) || undefined })}
        onReset={() => onChange({ burst_us: undefined })}
      />
    </>
  );
}

function Inside({ branch: { group }, state, dispatch }: GroupProps): JSX.Element {
  const groups = groupsOf(state.doc.scenario);
  return (
    <Choice
      label="inside"
      value={group.parent ?? ''}
      options={placesOf(groups, withinOf(groups, group.name))}
      hint="The group that it is in; Alt → and Alt ← by key"
      hooks={{ 'data-group': group.name, 'data-field': 'parent' }}
      changed={group.parent !== undefined}
      onChange={(parent) => dispatch({ type: 'group-nest', name: group.name, parent: parent || undefined })}
    />
  );
}

function Remove({ branch: { group }, dispatch, onOpen }: GroupProps): JSX.Element {
  const { name, parent } = group;
  const remove = (): void => {
    onOpen(null);
    dispatch({ type: 'group-remove', name });
  };
  return (
    <div class="bar acts">
      <button type="button" aria-label={`Remove group ${name}`} title={`Its tasks move to ${parent ?? 'the root'}`} onClick={remove}>
        <RemoveIcon /> Remove
      </button>
    </div>
  );
}
