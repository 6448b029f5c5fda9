/** What kernel paths cost. */
import type { JSX } from 'preact';
import { SIDE_NAMES, type SideIndex } from '../../state/doc';
import { baseOf, costOf, ownOf, sameCosts, withCost, type CostBase, type Standards } from '../../state/edit/costs';
import { DURATION, WHOLE } from '../../knobs/notation';
import { scaleOf } from '../../knobs/scale';
import type { State } from '../../state/state';
import type { Dispatch } from '../../state/store';
import type { Cost } from '../../worker/protocol';
import type { MachineMap } from '../../worker/machines';
import { Fold } from '../Fold';
import { KernelName } from '../KernelName';
import { Quantity } from '../Quantity';
import { Refused } from '../Refused';
import { Segments } from '../Segments';
import { Paired } from './Paired';

const BASES = [
  { value: 'zero', label: 'none', hint: 'Kernel paths take no time, so that only the policy shows' },
  { value: 'recorded', label: 'as recorded', hint: 'What recordings of this kernel measured, on one CPU' },
  { value: 'machine', label: 'likely', hint: 'What published measurements let expect on this machine, whatever the kernel' },
] as const;

const NOTES: Readonly<Record<CostBase, string>> = {
  zero: 'Every time in the picture is policy and nothing else, but for the costs that you set.',
  recorded: 'What was measured on one CPU, recorder included; what happens between CPUs costs nothing.',
  machine: 'What published measurements let expect on this machine, whatever the kernel.',
};

/** The most that the engine takes. */
const TIME = scaleOf(0, 1_000_000);
const PER_MILLE = { min: 0, max: 1_000, log: false };

interface Props {
  readonly state: State;
  readonly dispatch: Dispatch;
  /** What the machine is; `null` until the engine has said it. */
  readonly map: MachineMap | null;
}

/** A table, and every path by name, which can be set over it. */
export function Costs({ state, dispatch, map }: Props): JSX.Element {
  const [a, b] = state.doc.sides;
  return (
    <Paired
      title="Costs"
      state={state}
      same={sameCosts(a.costs, b.costs)}
      onJoin={() => dispatch({ type: 'side', side: 1, change: { costs: a.costs } })}
    >
      {(sides) => <SideCosts sides={sides} state={state} dispatch={dispatch} map={map} />}
    </Paired>
  );
}

type SideProps = Props & { readonly sides: readonly SideIndex[] };

function SideCosts(props: SideProps): JSX.Element {
  const { sides, state, dispatch } = props;
  const [first = 0] = sides;
  const { costs } = state.doc.sides[first];
  const all = recordedCosts(state, first);
  const changes = Object.keys(ownOf(costs)).length;
  const set = (next: typeof costs): void => dispatch({ type: 'sides', sides, change: { costs: next } });
  return (
    <>
      <Segments
        label="What kernel paths cost"
        value={baseOf(costs)}
        options={BASES}
        hooks={{ 'data-side': first, 'data-field': 'costs' }}
        onChange={(base: CostBase) => set(base)}
      />
      <p class="note">
        {NOTES[baseOf(costs)]}
        {changes > 0 ? (
          <>
            {' '}
            <button type="button" class="quiet" onClick={() => set(baseOf(costs))}>
              Reset {changes}
              <span class="visually-hidden"> costs to the table</span>
            </button>
          </>
        ) : null}
      </p>
      <Rows title="Paths of a CPU" open={baseOf(costs) === 'recorded'} rows={all.filter(({ between }) => !between)} set={set} {...props} />
      <Rows
        title="Between CPUs"
        open={baseOf(costs) === 'machine'}
        rows={all.filter(({ between }) => between)}
        set={set}
        {...props}
      />
      <Refused problem={state.problem} place={`side ${SIDE_NAMES[first]}: costs`} />
    </>
  );
}

type RowsProps = SideProps & {
  readonly title: string;
  readonly open: boolean;
  readonly rows: readonly Cost[];
  readonly set: (costs: State['doc']['sides'][0]['costs']) => void;
};

/** Folded away as long as nothing of it is set or to be seen. */
function Rows({ title, open, rows, set, sides, state, map }: RowsProps): JSX.Element {
  const [first = 0] = sides;
  const { costs } = state.doc.sides[first];
  const own = ownOf(costs);
  const standards = standardsOf(state, first, map);
  return (
    <Fold title={title} open={open || rows.some(({ name }) => name in own)}>
      {rows.map((cost) => (
        <CostRow
          key={cost.name}
          cost={cost}
          standard={standards(baseOf(costs), cost.name)}
          words={standardWords(state, sides, map, cost)}
          side={first}
          value={costOf(costs, cost, standards)}
          changed={cost.name in own}
          onInput={(value) => set(withCost(costs, cost.name, value))}
        />
      ))}
    </Fold>
  );
}

/** What was recorded of a side's kernel; that is the same for every number of CPUs, so that none has to be waited for. */
function recordedCosts({ doc, answers }: State, side: SideIndex): readonly Cost[] {
  const { kernel } = doc.sides[side];
  const presets = Object.values(answers.presets).flat();
  return presets.find(({ name }) => name === kernel)?.costs ?? [];
}

/** What each table says on a side. */
const standardsOf =
  (state: State, side: SideIndex, map: MachineMap | null): Standards =>
  (base, name) => {
    if (base === 'zero') return 0;
    const table = base === 'recorded' ? recordedCosts(state, side) : map?.costs;
    return table?.find((cost) => cost.name === name)?.value;
  };

/** What the table says of a cost, on each side where the kernels differ in it. */
function standardWords(state: State, sides: readonly SideIndex[], map: MachineMap | null, cost: Cost): string {
  const all = sides.map((side) => standardsOf(state, side, map)(baseOf(state.doc.sides[side].costs), cost.name) ?? 0);
  const { format } = notationOf(cost);
  if (all.every((other) => other === all[0])) return format(all[0] ?? 0);
  return all.map((other, i) => `${SIDE_NAMES[sides[i] ?? 0]} ${format(other)}`).join(', ');
}

const isTime = ({ name }: Cost): boolean => name.endsWith('_ns');
const notationOf = (cost: Cost): typeof WHOLE => (isTime(cost) ? DURATION : WHOLE);

interface RowProps {
  readonly cost: Cost;
  readonly standard: number | undefined;
  readonly words: string;
  readonly side: SideIndex;
  readonly value: number;
  readonly changed: boolean;
  /** `null` goes back to the table. */
  readonly onInput: (value: number | null) => void;
}

function CostRow({ cost, standard = 0, words, side, value, changed, onInput }: RowProps): JSX.Element {
  const { name, meaning } = cost;
  return (
    <Quantity
      label={<KernelName>{name}</KernelName>}
      name={name}
      hint={`${meaning} Default ${words}.`}
      value={value}
      scale={isTime(cost) ? TIME : PER_MILLE}
      standard={standard}
      notation={notationOf(cost)}
      hooks={{ 'data-side': side, 'data-cost': name }}
      changed={changed}
      onInput={(next) => onInput(next === standard ? null : next)}
      onReset={() => onInput(null)}
      note={
        <>
          {meaning} <span class="default">Default {words}.</span>
        </>
      }
    />
  );
}
