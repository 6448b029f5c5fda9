/** The machine and the run, the same for both sides. */
import type { JSX } from 'preact';
import { BOTH } from '../doc';
import { scaleOf } from '../scale';
import type { State } from '../state';
import type { Dispatch } from '../store';
import { fromUs, toUs } from '../time';
import type { Side } from '../worker/protocol';
import { Choice, type Option } from './Choice';
import { DURATION, Quantity, WHOLE } from './Quantity';

const CPUS: readonly Option[] = ['1', '2', '4', '8'].map((cpus) => ({ value: cpus, label: cpus === '8' ? '8 or more' : cpus }));
const COSTS: readonly Option[] = [
  { value: 'zero', label: 'none' },
  { value: 'recorded', label: 'as recorded' },
];
const DURATION_SCALE = scaleOf(1_000_000, 10_000_000_000);
const PHASE_SCALE = scaleOf(0, 10_000_000);
const SEED_SCALE = { min: 0, max: 9_999, log: false };

interface Props {
  readonly state: State;
  readonly dispatch: Dispatch;
}

/** Settings that both sides share. */
export function Machine({ state, dispatch }: Props): JSX.Element {
  const [a, b] = state.doc.sides;
  const both = (change: Partial<Side>): void => BOTH.forEach((side) => dispatch({ type: 'side', side, change }));
  const shared = (key: 'assumed_cpus' | 'costs'): string => (String(a[key]) === String(b[key]) ? String(a[key]) : 'differs');
  return (
    <div class="stack">
      <section class="side" aria-label="Machine">
        <header>
          <h2>Machine, both sides</h2>
        </header>
        <p class="note">One CPU is simulated.</p>
        <Choice
          label="scaled for"
          value={shared('assumed_cpus')}
          options={CPUS}
          hint="Kernels scale their defaults by the number of CPUs; this is the number they are told"
          hooks={{ 'data-field': 'assumed_cpus' }}
          onChange={(value) => both({ assumed_cpus: Number(value) })}
        />
        <Choice
          label="costs"
          value={shared('costs')}
          options={COSTS}
          hint="What switches, wakeups and ticks cost: nothing, so that only the policy shows, or what recordings of the kernel measured"
          hooks={{ 'data-field': 'costs' }}
          onChange={(value) => both({ costs: value as 'zero' })}
        />
      </section>
      <Run state={state} dispatch={dispatch} />
    </div>
  );
}

function Run({ state, dispatch }: Props): JSX.Element {
  const { scenario } = state.doc;
  const change = (key: string, value: number | undefined): void => dispatch({ type: 'scenario', change: { [key]: value } });
  return (
    <section class="side" aria-label="Run">
      <header>
        <h2>Run</h2>
      </header>
      <Quantity
        label="length"
        name="length of the run"
        hint="How long to simulate"
        value={fromUs(scenario.duration_us)}
        scale={DURATION_SCALE}
        notation={DURATION}
        hooks={{ 'data-field': 'duration' }}
        onInput={(value) => change('duration_us', toUs(value))}
      />
      <Quantity
        label="tick phase"
        name="tick phase"
        hint="Time 0 is this long after a tick"
        value={fromUs(Number(scenario['phase_us'] ?? 0))}
        scale={PHASE_SCALE}
        notation={DURATION}
        hooks={{ 'data-field': 'phase' }}
        changed={Boolean(scenario['phase_us'])}
        onInput={(value) => change('phase_us', toUs(value))}
        onReset={() => change('phase_us', 0)}
      />
      <Quantity
        label="seed"
        name="seed"
        hint="Where all chance comes from; the same seed gives the same run"
        value={Number(scenario['seed'] ?? 0)}
        scale={SEED_SCALE}
        notation={WHOLE}
        hooks={{ 'data-field': 'seed' }}
        changed={Boolean(scenario['seed'])}
        onInput={(value) => change('seed', value)}
        onReset={() => change('seed', 0)}
      />
    </section>
  );
}
