/** What kernel paths cost. */
import type { JSX } from 'preact';
import { SIDE_NAMES, type SideIndex } from '../../state/doc';
import { asKind, costNs, kindOf, sameCosts, withCost, type CostKind } from '../../state/edit/costs';
import { DURATION } from '../../knobs/notation';
import { scaleOf } from '../../knobs/scale';
import type { State } from '../../state/state';
import type { Dispatch } from '../../state/store';
import type { Preset } from '../../worker/protocol';
import { KernelName } from '../KernelName';
import { Quantity } from '../Quantity';
import { Segments } from '../Segments';
import { Paired } from './Paired';

const KINDS = [
  { value: 'zero', label: 'none', hint: 'Kernel paths take no time, so that only the policy shows' },
  { value: 'recorded', label: 'as recorded', hint: 'What recordings of this kernel measured' },
  { value: 'machine', label: 'likely', hint: 'What published measurements let expect on this machine, whatever the kernel' },
  { value: 'own', label: 'own', hint: 'A table of your own; it begins with what was recorded' },
] as const;
type Cost = Preset['costs'][number];

const NOTES = {
  zero: 'Kernel paths take no time: every time in the picture is policy and nothing else.',
  machine: 'Kernel paths, messages between CPUs, moves, missed caches and clocks take what published measurements let expect on this machine.',
} as const;

/** The most that the engine takes. */
const COST = scaleOf(0, 1_000_000);

interface Props {
  readonly state: State;
  readonly dispatch: Dispatch;
}

/** None, as recorded, as is likely or one's own; then every path by name. */
export function Costs({ state, dispatch }: Props): JSX.Element {
  const [a, b] = state.doc.sides;
  return (
    <Paired
      title="Costs"
      state={state}
      same={sameCosts(a.costs, b.costs)}
      onJoin={() => dispatch({ type: 'side', side: 1, change: { costs: a.costs } })}
    >
      {(sides) => <SideCosts sides={sides} state={state} dispatch={dispatch} />}
    </Paired>
  );
}

type SideProps = Props & { readonly sides: readonly SideIndex[] };

function SideCosts({ sides, state, dispatch }: SideProps): JSX.Element {
  const [first = 0] = sides;
  const { costs } = state.doc.sides[first];
  const recorded = recordedCosts(state, first);
  const set = (next: typeof costs): void => dispatch({ type: 'sides', sides, change: { costs: next } });
  return (
    <>
      <Segments
        label="What kernel paths cost"
        value={kindOf(costs)}
        options={KINDS}
        hooks={{ 'data-side': first, 'data-field': 'costs' }}
        onChange={(kind: CostKind) => set(asKind(costs, recorded, kind))}
      />
      {costs === 'zero' || costs === 'machine' ? (
        <p class="note">{NOTES[costs]}</p>
      ) : (
        recorded.map((cost) => (
          <CostRow
            key={cost.name}
            cost={cost}
            recorded={recordedOn(state, sides, cost)}
            side={first}
            value_ns={costNs(costs, cost)}
            onInput={(ns) => set(withCost(costs, recorded, cost.name, ns))}
          />
        ))
      )}
    </>
  );
}

/** What was recorded of a side's kernel; that is the same for every number of CPUs, so that none has to be waited for. */
function recordedCosts({ doc, answers }: State, side: SideIndex): readonly Cost[] {
  const { kernel } = doc.sides[side];
  const presets = Object.values(answers.presets).flat();
  return presets.find(({ name }) => name === kernel)?.costs ?? [];
}

/** What was recorded of a path, on each side where the kernels differ. */
function recordedOn(state: State, sides: readonly SideIndex[], { name, ns }: Cost): string {
  const all = sides.map((side) => recordedCosts(state, side).find((cost) => cost.name === name)?.ns ?? ns);
  if (all.every((other) => other === ns)) return DURATION.format(ns);
  return all.map((other, i) => `${SIDE_NAMES[sides[i] ?? 0]} ${DURATION.format(other)}`).join(', ');
}

interface RowProps {
  readonly cost: Cost;
  readonly recorded: string;
  readonly side: SideIndex;
  readonly value_ns: number;
  readonly onInput: (ns: number) => void;
}

function CostRow({ cost, recorded, side, value_ns, onInput }: RowProps): JSX.Element {
  const { name, ns, meaning } = cost;
  const note = `${meaning} Recorded ${recorded}.`;
  return (
    <Quantity
      label={<KernelName>{name}</KernelName>}
      name={name}
      hint={note}
      value={value_ns}
      scale={COST}
      standard={ns}
      notation={DURATION}
      hooks={{ 'data-side': side, 'data-cost': name }}
      changed={value_ns !== ns}
      onInput={onInput}
      onReset={() => onInput(ns)}
      note={note}
    />
  );
}
