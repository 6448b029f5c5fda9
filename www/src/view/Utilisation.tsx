/** At the playhead: how fast the CPU is, what clamps it sees, and what the selected task needs and asks for. */
import type { JSX } from 'preact';
import type { Context } from '../commands';
import { SIDE_NAMES } from '../state/doc';
import { shownSides, type State } from '../state/state';
import { parseCpuList } from '../tasks/machine/cpulist';
import { formatHertz } from '../time';
import type { ClampPair, SideValues } from '../worker/protocol';
import { useValues } from './useValues';

interface Props {
  readonly state: State;
  readonly context: Context;
}

/** Only on machines whose clocks are told: elsewhere clamps change nothing. */
export function Utilisation({ state, context }: Props): JSX.Element | null {
  const { summary, revision } = state.answers;
  const told = (summary?.sides[0]?.clocks.length ?? 0) > 0;
  const { cpu } = state.doc.lanes;
  const values = useValues(context, cpu, revision, told);
  if (!told) return null;
  const task = state.doc.selection?.task || state.doc.highlight;
  const sides = shownSides(state);
  const cells = (of: (side: SideValues) => string): string[] => sides.map((side) => (values[side] ? of(values[side]) : ''));
  const rows: readonly (readonly [string, string, string[]])[] = [
    [`clock of CPU ${cpu}`, 'How fast it is now', cells((side) => clockWords(side, cpu, state))],
    [`clamps of CPU ${cpu}`, 'The greatest minimum and maximum of those on its queue: what its clock and placement see', cells((side) => clampWords(side, side.clamps))],
    ...(task === ''
      ? []
      : ([
          [`util of ${task}`, 'How much of the biggest CPU it needed lately, of 1024 (util_avg)', cells((side) => utilWords(side, task))],
          [`clamps of ${task}`, 'What is in force of what it asks for: within those of its group and of the system', cells((side) => clampWords(side, taskOf(side, task)?.clamps))],
        ] as const)),
  ];
  return (
    <table class="utilisation" aria-label="Utilisation at the playhead">
      <thead>
        <tr>
          <td />
          {sides.map((side) => (
            <th key={side} scope="col">
              {SIDE_NAMES[side]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, hint, cells]) => (
          <tr key={name}>
            <th scope="row" title={hint}>
              {name}
            </th>
            {cells.map((cell, side) => (
              <td key={side}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const taskOf = (side: SideValues, name: string): SideValues['tasks'][number] | undefined => side.tasks.find((task) => task.name === name);

/** Clocks are known by their lowest CPUs: a CPU belongs to the list that has it. */
function clockWords({ clocks }: SideValues, cpu: number, state: State): string {
  const rows = state.answers.summary?.sides[0]?.clocks ?? [];
  const own = rows.findIndex(({ cpus }) => parseCpuList(cpus)?.includes(cpu));
  const clock = clocks[own];
  return clock ? formatHertz(clock.khz) : '';
}

const NOT_COUNTED: Readonly<Record<string, string>> = { 'compiled-out': 'compiled out', off: 'key off' };

function clampWords({ clamp_key }: SideValues, clamps: ClampPair | undefined): string {
  const not = NOT_COUNTED[clamp_key];
  if (not !== undefined) return not;
  return clamps ? `${clamps.min}\u2013${clamps.max}` : '';
}

function utilWords(side: SideValues, name: string): string {
  const util = taskOf(side, name)?.util;
  return util === undefined ? '' : String(util);
}
