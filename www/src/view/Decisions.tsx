/** The log of decisions beside the picture: rows and marks select each other. */
import type { JSX } from 'preact';
import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import type { Context } from '../commands';
import { SIDE_NAMES, type SideIndex } from '../state/doc';
import { countGroups, GROUPS, type Ask, type Filter } from '../log/reader';
import { LogView } from '../log/view';
import { count } from '../numbers/metrics';
import { cpuCount, shownSides, type State } from '../state/state';
import type { LogGroup } from '../worker/protocol';
import { LogTable } from './LogTable';
import { useShown } from './size';
import { TaskChoice } from './Waits';

/** Which decisions a person wants to see. */
export interface Wanted {
  readonly side: SideIndex;
  /** Empty for those of all tasks. */
  readonly task: string;
  readonly groups: readonly LogGroup[];
  /** `null` for those of all CPUs. */
  readonly cpu: number | null;
}

/** All of A. */
export const ALL_OF_A: Wanted = { side: 0, task: '', groups: [], cpu: null };

interface Props {
  readonly state: State;
  readonly context: Context;
  readonly wanted: Wanted;
  readonly onWanted: (wanted: Wanted) => void;
}

/** Chips over the table. The engine is asked only while somebody sees it. */
export function Decisions({ state, context, wanted, onWanted }: Props): JSX.Element {
  const host = useRef<HTMLElement>(null);
  const shown = useShown(host);
  const filter = filterOf(state, wanted);
  const selected = selectedRow(state, filter.side);
  const current = state.answers.decisions[filter.side === 1 ? 1 : 0]?.index ?? null;
  const log = useLog(context, filter, shown, current, selected);
  useOtherSide(state, wanted, onWanted);
  const names = state.doc.scenario.threads.map(({ name }) => name);
  return (
    <section class="decisions-log" aria-label="Decisions" ref={host}>
      <Chips context={context} filter={filter} shown={shown} wanted={wanted} onWanted={onWanted} />
      <LogTable
        log={log}
        label={`Decisions of ${SIDE_NAMES[wanted.side]}`}
        selected={selected}
        current={current}
        colorOf={(task) => state.answers.colors[names.indexOf(task)]}
        several={cpuCount(state) > 1}
        onPick={({ row }) => void context.session.walk.standAt(wanted.side, row)}
        empty={<>Nothing was decided that these filters let through.</>}
      />
      <button type="button" class="follow" hidden={log.follows || current === null} onClick={() => log.follow()}>
        To the playhead
      </button>
    </section>
  );
}

/** A closed B has no log: then A's is shown. */
function filterOf(state: State, { side, task, groups, cpu }: Wanted): Filter {
  const isThere = cpu !== null && cpu < cpuCount(state);
  return { revision: state.answers.revision, side: state.doc.alone ? 0 : side, task, groups, cpu: isThere ? cpu : null };
}

function selectedRow({ doc: { selection } }: State, side: number): number | null {
  return selection?.kind === 'event' && selection.side === side ? selection.row : null;
}

/** The table's own state, told of everything that concerns it. */
function useLog({ session }: Context, filter: Filter, shown: boolean, current: number | null, selected: number | null): LogView {
  const [, draw] = useReducer((times: number) => times + 1, 0);
  const [log] = useState(() => new LogView(filter, askOf(session), () => draw(undefined)));
  const { revision, side, task, groups, cpu } = filter;
  log.use(filter);
  useEffect(() => {
    if (shown && current !== null) void log.playheadAt(current);
  }, [shown, current, revision, side, task, groups, cpu]);
  useEffect(() => {
    if (shown) void log.show(selected);
  }, [shown, selected, revision, side, task, groups, cpu]);
  return log;
}

const askOf =
  (session: Context['session']): Ask =>
  (question, lane) =>
    session.query<'log'>(question, lane);

/** An event that is selected on the other side is shown there. */
function useOtherSide({ doc: { selection } }: State, wanted: Wanted, onWanted: Props['onWanted']): void {
  useEffect(() => {
    const side = selection?.kind === 'event' ? selection.side : wanted.side;
    if ((side === 0 || side === 1) && side !== wanted.side) onWanted({ ...wanted, side });
  }, [selection]);
}

interface ChipsProps extends Pick<Props, 'context' | 'wanted' | 'onWanted'> {
  readonly filter: Filter;
  readonly shown: boolean;
}

/** A drag makes a new run with every frame; counting waits for the last one. */
const CALM_MS = 250;

function Chips({ context, filter, shown, wanted, onWanted }: ChipsProps): JSX.Element {
  const counts = useCounts(context, filter, shown);
  const toggle = (group: LogGroup): void => {
    const on = wanted.groups.includes(group);
    onWanted({ ...wanted, groups: on ? wanted.groups.filter((one) => one !== group) : [...wanted.groups, group] });
  };
  return (
    <div class="chips" role="group" aria-label="Kinds of decisions">
      <button
        type="button"
        class="chip"
        aria-pressed={wanted.groups.length === 0}
        onClick={() => onWanted({ ...wanted, groups: [] })}
      >
        all
      </button>
      {GROUPS.filter((group) => !BETWEEN_CPUS.has(group) || (counts.get(group) ?? 0) > 0 || wanted.groups.includes(group)).map((group) => (
        <button
          key={group}
          type="button"
          class={counts.get(group) === 0 ? 'chip none' : 'chip'}
          aria-pressed={wanted.groups.includes(group)}
          onClick={() => toggle(group)}
        >
          {group} <span class="chip-count">{counts.has(group) ? count(counts.get(group)!) : ''}</span>
        </button>
      ))}
    </div>
  );
}

/** What only happens between CPUs: not offered where nothing of it did. */
const BETWEEN_CPUS: ReadonlySet<LogGroup> = new Set(['placement', 'balance']);

const NO_COUNTS: ReadonlyMap<LogGroup, number> = new Map();

function useCounts(context: Context, filter: Filter, shown: boolean): ReadonlyMap<LogGroup, number> {
  const [counts, setCounts] = useState(NO_COUNTS);
  const { revision, side, task, cpu } = filter;
  const scenario = context.store.state.doc.scenario.name;
  // Those of a changed run stay until the new ones are there, so that nothing flickers; another scenario's do not.
  useEffect(() => setCounts(NO_COUNTS), [scenario]);
  useEffect(() => {
    let live = shown && revision > 0;
    const timer = setTimeout(async () => {
      if (!live) return;
      const found = await countGroups(filter, askOf(context.session), () => live);
      if (live) setCounts(found);
    }, CALM_MS);
    return () => {
      live = false;
      clearTimeout(timer);
    };
  }, [shown, revision, side, task, cpu]);
  return counts;
}

/** Beside the tab: whose decisions. */
export function DecisionsTools({ state, wanted, onWanted }: Omit<Props, 'context'>): JSX.Element {
  const sides = shownSides(state);
  return (
    <div class="tools">
      <TaskChoice
        names={state.doc.scenario.threads.map(({ name }) => name)}
        task={wanted.task}
        onTask={(task) => onWanted({ ...wanted, task })}
      />
      {cpuCount(state) > 1 ? <CpuChoice cpus={cpuCount(state)} cpu={wanted.cpu} onCpu={(cpu) => onWanted({ ...wanted, cpu })} /> : null}
      <div class="segments" role="group" aria-label="Side">
        {sides.map((side) => (
          <button key={side} type="button" aria-pressed={wanted.side === side} onClick={() => onWanted({ ...wanted, side })}>
            {SIDE_NAMES[side]}
          </button>
        ))}
      </div>
    </div>
  );
}

interface CpuProps {
  readonly cpus: number;
  readonly cpu: number | null;
  readonly onCpu: (cpu: number | null) => void;
}

/** One CPU or all. */
function CpuChoice({ cpus, cpu, onCpu }: CpuProps): JSX.Element {
  const chosen = (value: string): number | null => (value === '' ? null : Number(value));
  return (
    <label>
      <span class="note">on</span>{' '}
      <select aria-label="CPU" value={cpu ?? ''} onChange={(event) => onCpu(chosen(event.currentTarget.value))}>
        <option value="">all CPUs</option>
        {Array.from({ length: cpus }, (_, one) => (
          <option key={one} value={one}>
            CPU {one}
          </option>
        ))}
      </select>
    </label>
  );
}
