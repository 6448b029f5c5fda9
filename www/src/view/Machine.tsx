/** The machine and the run: what is not the scheduler's to decide. */
import type { JSX } from 'preact';
import { WHOLE, WHOLE_US, type Notation } from '../knobs/notation';
import { scaleOf, type Scale } from '../knobs/scale';
import { fromUs, toUs } from '../time';
import { Clamps } from './machine/Clamps';
import { Clocks } from './machine/Clocks';
import { Costs } from './machine/Costs';
import { Cpus, useMap } from './machine/Cpus';
import { Scaling } from './machine/Scaling';
import { Quantity } from './Quantity';
import type { PanelProps } from './tasks/props';

type Props = Pick<PanelProps, 'state' | 'dispatch'>;

/** Length, chance and ticks of the run, and its CPUs; then what A and B may have apart. */
export function Machine({ state, dispatch, session }: PanelProps): JSX.Element {
  const map = useMap(session, state.doc.scenario['machine']);
  return (
    <div class="stack">
      <section class="side" aria-label="Run">
        <header>
          <h2>Run</h2>
        </header>
        {RUN.map((number) => (
          <RunNumber key={number.key} number={number} state={state} dispatch={dispatch} />
        ))}
      </section>
      <Cpus state={state} dispatch={dispatch} session={session} map={map} />
      <Clocks state={state} dispatch={dispatch} map={map} />
      <Clamps state={state} dispatch={dispatch} />
      <Scaling state={state} dispatch={dispatch} />
      <Costs state={state} dispatch={dispatch} map={map} />
    </div>
  );
}

/** A number of the scenario that is not a task's. */
interface Described {
  readonly key: 'duration_us' | 'phase_us' | 'seed';
  readonly label: string;
  readonly field: string;
  readonly meaning: string;
  readonly scale: Scale;
  readonly limits?: Scale;
  readonly notation: Notation;
  /** Without one it is never out of the ordinary. */
  readonly standard?: number;
  readonly shown: (written: number) => number;
  readonly written: (shown: number) => number;
}

const TIME = { notation: WHOLE_US, shown: fromUs, written: toUs };
const same = (value: number): number => value;

const RUN: readonly Described[] = [
  {
    ...TIME,
    key: 'duration_us',
    label: 'length',
    field: 'duration',
    meaning: 'How long to simulate, at most an hour.',
    scale: scaleOf(1_000_000, 10_000_000_000),
    limits: scaleOf(1_000, 3_600_000_000_000),
  },
  {
    ...TIME,
    key: 'phase_us',
    label: 'tick phase',
    field: 'phase',
    meaning: 'Time 0 is this long after a tick. HZ is the kernel’s, under Scheduler.',
    scale: scaleOf(0, 10_000_000),
    standard: 0,
  },
  {
    key: 'seed',
    label: 'seed',
    field: 'seed',
    meaning: 'Where all chance comes from; the same seed gives the same run.',
    scale: { min: 0, max: 999, log: false },
    limits: { min: 0, max: Number.MAX_SAFE_INTEGER, log: false },
    notation: WHOLE,
    standard: 0,
    shown: same,
    written: same,
  },
];

function RunNumber({ number, state, dispatch }: Props & { readonly number: Described }): JSX.Element {
  const { key, label, field, meaning, standard, shown, written, ...how } = number;
  const value = shown(Number(state.doc.scenario[key] ?? 0));
  const set = (next: number): void => dispatch({ type: 'scenario', change: { [key]: written(next) } });
  return (
    <Quantity
      label={label}
      name={label === 'length' ? 'length of the run' : label}
      hint={meaning}
      value={value}
      {...how}
      hooks={{ 'data-field': field }}
      changed={standard !== undefined && value !== standard}
      onInput={set}
      onReset={standard === undefined ? undefined : () => set(standard)}
      note={meaning}
    />
  );
}
