/** Who sets the clocks of CPUs, and how hot the machine may get. */
import type { JSX } from 'preact';
import { SIDE_NAMES, type SideIndex } from '../../state/doc';
import { DURATION, wholeOf } from '../../knobs/notation';
import { scaleOf } from '../../knobs/scale';
import type { State } from '../../state/state';
import type { Dispatch } from '../../state/store';
import type { MachineMap } from '../../worker/machines';
import { GOVERNORS } from '../../link/packside';
import { Choice } from '../Choice';
import { Quantity } from '../Quantity';
import { Refused } from '../Refused';
import { Unset } from '../Unset';
import { Paired } from './Paired';

const HINTS: Readonly<Record<string, string>> = {
  performance: 'Every clock at its fastest point',
  schedutil: 'Each clock follows the utilisation of its busiest CPU',
};
const OPTIONS = GOVERNORS.map((name) => ({ value: name, label: name, hint: HINTS[name] ?? '' }));

/** The heat of a passively cooled board, in runs that are short enough to look at. */
const HEAT_AT_FIRST = { sustainable_mw: 2_000, time_constant_ms: 500 };
const POWER_MW = scaleOf(1, 100_000);
const POWER_LIMITS_MW = scaleOf(0, 1_000_000_000);
const CONSTANT_NS = scaleOf(1_000_000, 100_000_000_000);
const CONSTANT_LIMITS_NS = scaleOf(1_000_000, 3_600_000_000_000);
const MS = 1_000_000;
const MILLIWATTS = wholeOf('mW');

interface Props {
  readonly state: State;
  readonly dispatch: Dispatch;
  readonly map: MachineMap | null;
}

/** Nothing on a machine whose clocks are not told, unless the scenario sets them all the same. */
export function Clocks({ state, dispatch, map }: Props): JSX.Element | null {
  const [a, b] = state.doc.sides;
  const told = (map?.clocks.length ?? 0) > 0;
  const set = [a, b].some(({ governor, thermal }) => governor !== undefined || thermal !== undefined);
  if (!told && !set) return null;
  return (
    <Paired
      title="Clocks and heat"
      state={state}
      same={(a.governor ?? 'performance') === (b.governor ?? 'performance') && JSON.stringify(a.thermal) === JSON.stringify(b.thermal)}
      onJoin={() => dispatch({ type: 'side', side: 1, change: { governor: a.governor, thermal: a.thermal } })}
    >
      {(sides) => <SideClocks sides={sides} state={state} dispatch={dispatch} map={map} />}
    </Paired>
  );
}

type SideProps = Props & { readonly sides: readonly SideIndex[] };

function SideClocks({ sides, state, dispatch, map }: SideProps): JSX.Element {
  const [first = 0] = sides;
  const { governor = 'performance', thermal } = state.doc.sides[first];
  const place = `side ${SIDE_NAMES[first]}: `;
  const powered = map?.clocks.every((clock) => clock.powered) ?? true;
  return (
    <>
      <Choice
        label="governor"
        value={governor}
        options={OPTIONS}
        hint="Who sets the clocks of CPUs (scaling_governor)"
        hooks={{ 'data-side': first, 'data-field': 'governor' }}
        changed={governor !== 'performance'}
        note={HINTS[governor]}
        onChange={(name) => dispatch({ type: 'sides', sides, change: { governor: name === 'schedutil' ? name : undefined } })}
      />
      <Refused problem={state.problem} place={`${place}governor`} />
      {thermal === undefined ? (
        <Unset
          label="thermal cap"
          hint="Above the power that can be carried off the fastest points of every clock are taken away"
          hooks={{ 'data-side': String(first), 'data-field': 'thermal-set' }}
          words="none · set one"
          onSet={() => dispatch({ type: 'sides', sides, change: { thermal: HEAT_AT_FIRST } })}
        />
      ) : (
        <Heat thermal={thermal} side={first} onChange={(next) => dispatch({ type: 'sides', sides, change: { thermal: next } })} />
      )}
      <Refused problem={state.problem} place={`${place}thermal`} />
      {powered ? null : <p class="note">What this machine’s points take is not known: no energy, and no heat.</p>}
    </>
  );
}

interface HeatProps {
  readonly thermal: Readonly<Record<string, number>>;
  readonly side: SideIndex;
  readonly onChange: (thermal: Record<string, number> | undefined) => void;
}

function Heat({ thermal, side, onChange }: HeatProps): JSX.Element {
  const { sustainable_mw = 0, time_constant_ms = 0, heat_mw = 0 } = thermal;
  const hooks = (field: string): Record<`data-${string}`, string | number> => ({ 'data-side': side, 'data-field': field });
  const set = (change: Record<string, number>): void => {
    const { heat_mw: heat, ...rest } = { ...thermal, ...change };
    onChange(heat ? { ...rest, heat_mw: heat } : rest);
  };
  return (
    <>
      <Quantity
        label="cap"
        name="sustainable power"
        hint="Power that can be carried off in the long run (sustainable_power); back: no cap"
        value={sustainable_mw}
        scale={POWER_MW}
        limits={{ ...POWER_LIMITS_MW, min: 1 }}
        notation={MILLIWATTS}
        hooks={hooks('sustainable_mw')}
        changed
        onInput={(value) => set({ sustainable_mw: value })}
        onReset={() => onChange(undefined)}
      />
      <Quantity
        label="inertia"
        name="time constant of heat"
        hint="After that long about two thirds of a change have arrived; heat is looked at every 100 ms"
        value={time_constant_ms * MS}
        scale={CONSTANT_NS}
        limits={CONSTANT_LIMITS_NS}
        notation={DURATION}
        hooks={hooks('time_constant_ms')}
        onInput={(value) => set({ time_constant_ms: Math.max(1, Math.round(value / MS)) })}
      />
      <Quantity
        label="heat"
        name="heat at the start"
        hint="How hot the machine is at the start, as the power that would keep it so: that of a run before"
        value={heat_mw}
        scale={{ ...POWER_MW, min: 0 }}
        limits={POWER_LIMITS_MW}
        standard={0}
        notation={MILLIWATTS}
        hooks={hooks('heat_mw')}
        changed={heat_mw !== 0}
        onInput={(value) => set({ heat_mw: value })}
        onReset={() => set({ heat_mw: 0 })}
      />
    </>
  );
}
