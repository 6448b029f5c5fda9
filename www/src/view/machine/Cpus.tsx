/** The CPUs of the machine: one by name or one's own, and its map. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Parts } from '../../tasks/machine/parts';
import type { MachineMap, NamedMachine } from '../../worker/machines';
import { Choice, type Option } from '../Choice';
import { Refused } from '../Refused';
import type { PanelProps } from '../tasks/props';
import { CpuMap } from './CpuMap';
import { PartsEditor } from './PartsEditor';

type Session = PanelProps['session'];

/** One CPU, as many scenarios have it; then those with names; then any other. */
const ONE = 'one';
const OWN = 'own';

/** What machine it is, what its CPUs share, and how to change that. */
export function Cpus({ state, dispatch, session, map }: PanelProps & { readonly map: MachineMap | null }): JSX.Element {
  const written = state.doc.scenario['machine'] as Parts | undefined;
  const machines = useMachines(session);
  const value = choiceOf(written);
  const set = (machine: unknown): void => dispatch({ type: 'scenario', change: { machine } });
  const choose = (choice: string): void => {
    if (choice === ONE) set(undefined);
    else if (choice !== OWN) set({ preset: choice });
    else void mapOf(session, written).then((own) => own && set(own.parts));
  };
  return (
    <section class="side" aria-label="CPUs">
      <header>
        <h2>CPUs</h2>
      </header>
      <Choice
        label="machine"
        unlabelled
        value={value}
        options={optionsOf(machines)}
        hint="What CPUs there are, and what they share"
        hooks={{ 'data-field': 'machine' }}
        changed={value !== ONE}
        note={machines.find(({ name }) => name === value)?.about}
        onChange={choose}
      />
      <Refused problem={state.problem} place="machine" />
      {value === OWN && map ? <PartsEditor parts={map.parts} onChange={set} /> : null}
      {map && map.cpus.length > 1 ? <CpuMap map={map} /> : null}
    </section>
  );
}

function choiceOf(machine: Parts | undefined): string {
  if (typeof machine?.['preset'] === 'string') return machine['preset'];
  const keys = Object.keys(machine ?? {}).filter((key) => key !== 'smp');
  const one = keys.every((key) => key === 'cpus') && (machine?.cpus ?? 1) === 1;
  return one ? ONE : OWN;
}

function optionsOf(machines: readonly NamedMachine[]): Option[] {
  const named = machines.map(({ name, title, about }) => ({ value: name, label: title, group: 'by name', hint: about }));
  return [{ value: ONE, label: 'One CPU' }, ...named, { value: OWN, label: 'Own', hint: 'By its parts; it begins as what is chosen now' }];
}

/** The engine is asked once. */
function useMachines(session: Session): readonly NamedMachine[] {
  const [machines, setMachines] = useState<readonly NamedMachine[]>([]);
  useEffect(() => {
    void session.query({ type: 'machines' }).then((answer) => answer?.type === 'machines' && setMachines(answer.machines));
  }, [session]);
  return machines;
}

/** What the machine is; while one is refused, what was before. */
export function useMap(session: Session, machine: unknown): MachineMap | null {
  const [map, setMap] = useState<MachineMap | null>(null);
  useEffect(() => {
    void mapOf(session, machine, 'machine').then((next) => next && setMap(next));
  }, [session, machine]);
  return map;
}

/** `null` for a machine that is refused, and for one that nobody asks for any more. */
async function mapOf(session: Session, machine: unknown, lane?: string): Promise<MachineMap | null> {
  const answer = await session.query({ type: 'machine', machine: machine ?? {} }, lane);
  return answer?.type === 'machine' ? answer.map : null;
}
