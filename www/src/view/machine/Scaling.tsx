/** How many CPUs a kernel believes to have when it scales its tunables. */
import type { JSX } from 'preact';
import type { State } from '../../state/state';
import type { Dispatch } from '../../state/store';
import { Choice, type Option } from '../Choice';
import { Paired } from './Paired';

const CPUS: readonly Option[] = ['1', '2', '4', '8'].map((cpus) => ({ value: cpus, label: cpus === '8' ? '8 or more' : cpus }));

interface Props {
  readonly state: State;
  readonly dispatch: Dispatch;
}

/** The same for both sides, or one for each. */
export function Scaling({ state, dispatch }: Props): JSX.Element {
  const [a, b] = state.doc.sides;
  return (
    <Paired
      title="Tunable scaling"
      state={state}
      same={a.assumed_cpus === b.assumed_cpus}
      onJoin={() => dispatch({ type: 'side', side: 1, change: { assumed_cpus: a.assumed_cpus } })}
    >
      {(sides) => (
        <Choice
          label="for CPUs"
          value={String(state.doc.sides[sides[0] ?? 0].assumed_cpus)}
          options={CPUS}
          hint="Kernels scale the defaults of their tunables by the number of CPUs, whatever the machine is here"
          hooks={{ 'data-side': sides[0] ?? 0, 'data-field': 'assumed_cpus' }}
          changed={state.doc.sides[sides[0] ?? 0].assumed_cpus !== 1}
          onChange={(value) => dispatch({ type: 'sides', sides, change: { assumed_cpus: Number(value) } })}
        />
      )}
    </Paired>
  );
}
