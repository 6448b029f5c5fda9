/** What the kernel does about clamps of utilisation, and what the system allows. */
import type { JSX } from 'preact';
import { SIDE_NAMES, type SideIndex } from '../../state/doc';
import { CLAMP_KEYS, CLAMP_LIMITS, CLAMP_MAX, keyOf, limitOf, withClamps, type ClampKey, type ClampLimit } from '../../state/edit/clamps';
import { WHOLE } from '../../knobs/notation';
import type { State } from '../../state/state';
import type { Dispatch } from '../../state/store';
import { Choice } from '../Choice';
import { Fold } from '../Fold';
import { KernelName } from '../KernelName';
import { Quantity } from '../Quantity';
import { Refused } from '../Refused';
import { Paired } from './Paired';

const KEYS: Readonly<Record<ClampKey, { label: string; hint: string }>> = {
  'compiled-out': { label: 'compiled out', hint: 'Built without CONFIG_UCLAMP_TASK: clamps are refused, and cost nothing' },
  off: { label: 'key off', hint: 'Enqueue and dequeue skip the counting until somebody asks for a clamp' },
  used: { label: 'in use', hint: 'The static key is on: every enqueue and dequeue counts' },
  always: { label: 'no key', hint: 'As before 5.9: every enqueue and dequeue counts, whether or not anybody asks' },
};
const OPTIONS = CLAMP_KEYS.map((value) => ({ value, ...KEYS[value] }));

const MEANINGS: Readonly<Record<ClampLimit, string>> = {
  util_clamp_min: 'The most that any minimum is. At most the limit of maxima.',
  util_clamp_max: 'The most that any maximum is. Lower the limit of minima first.',
  util_clamp_min_rt_default: 'The minimum of realtime tasks that ask for none.',
};
const SCALE = { min: 0, max: CLAMP_MAX, log: false };

interface Props {
  readonly state: State;
  readonly dispatch: Dispatch;
}

/** The static key, and the limits in /proc/sys/kernel. What counting costs is under Costs. */
export function Clamps({ state, dispatch }: Props): JSX.Element {
  const [a, b] = state.doc.sides;
  const same = keyOf(a) === keyOf(b) && CLAMP_LIMITS.every((limit) => limitOf(a, limit) === limitOf(b, limit));
  return (
    <Paired title="Clamps" state={state} same={same} onJoin={() => dispatch({ type: 'side', side: 1, change: { uclamp: a.uclamp } })}>
      {(sides) => <SideClamps sides={sides} state={state} dispatch={dispatch} />}
    </Paired>
  );
}

function SideClamps({ sides, state, dispatch }: Props & { readonly sides: readonly SideIndex[] }): JSX.Element {
  const [first = 0] = sides;
  const side = state.doc.sides[first];
  const key = keyOf(side);
  const set = (change: Record<string, string | number>): void =>
    dispatch({ type: 'sides', sides, change: { uclamp: withClamps(side, change) } });
  return (
    <>
      <Choice
        label="uclamp"
        value={key}
        options={OPTIONS}
        hint="CONFIG_UCLAMP_TASK and its static key, sched_uclamp_used"
        hooks={{ 'data-side': first, 'data-field': 'uclamp-key' }}
        changed={key !== 'off'}
        note={KEYS[key as ClampKey]?.hint}
        onChange={(next) => set({ key: next })}
      />
      <Fold title="Limits of the system" open={CLAMP_LIMITS.some((limit) => limitOf(side, limit) !== CLAMP_MAX)}>
        {CLAMP_LIMITS.map((limit) => (
          <Limit key={limit} limit={limit} value={limitOf(side, limit)} side={first} onInput={(value) => set({ [limit]: value })} />
        ))}
      </Fold>
      <Refused problem={state.problem} place={`side ${SIDE_NAMES[first]}: uclamp`} />
    </>
  );
}

interface LimitProps {
  readonly limit: ClampLimit;
  readonly value: number;
  readonly side: SideIndex;
  readonly onInput: (value: number) => void;
}

function Limit({ limit, value, side, onInput }: LimitProps): JSX.Element {
  const name = `sched_${limit}`;
  const meaning = MEANINGS[limit];
  return (
    <Quantity
      label={<KernelName>{name}</KernelName>}
      name={name}
      hint={`${meaning} Default ${CLAMP_MAX}.`}
      value={value}
      scale={SCALE}
      standard={CLAMP_MAX}
      notation={WHOLE}
      hooks={{ 'data-side': side, 'data-field': limit }}
      changed={value !== CLAMP_MAX}
      onInput={onInput}
      onReset={() => onInput(CLAMP_MAX)}
      note={
        <>
          {meaning} <span class="default">Default {CLAMP_MAX}.</span>
        </>
      }
    />
  );
}
