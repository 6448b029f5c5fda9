/** The numbers under the crosshair, panel by panel: pure. */
import { formatHertz } from '../time';
import type { Layout, Lines, SideValues } from '../worker/protocol';

/** Which entities have numbers, and on which axes. */
export interface Wanted {
  readonly lines: Lines;
  readonly hidden: readonly string[];
  readonly highlight: string;
  /** Of each side; where it is not known yet, numbers are as EEVDF's. */
  readonly families: readonly ('CFS' | 'EEVDF' | undefined)[];
}

/** One entity in one panel: its name, its colour, its numbers in ms. */
export interface Entry {
  readonly name: string;
  readonly color: string;
  readonly cells: readonly string[];
}

/** What stands in a panel: `heads` name the numbers where there are several. */
export interface Reading {
  readonly panel: Layout['panels'][number];
  readonly heads: readonly string[];
  readonly entries: readonly Entry[];
}

/** A word beside a lane or row: who runs, who waits. */
export interface Word {
  readonly top: number;
  readonly bottom: number;
  readonly text: string;
  readonly color: string;
}

type Entity = SideValues['tasks'][number];

const MINUS = '\u2212';

/** Virtual times wrap: only their difference means something. */
const since = (a: string, b: string): number => Number(BigInt.asIntN(64, BigInt(a) - BigInt(b)));

/** Milliseconds with whole µs shown, so that digits stay where they are. */
export function inMs(value_ns: number): string {
  const size = (Math.abs(value_ns) / 1e6).toFixed(3);
  return value_ns < 0 && Number(size) !== 0 ? MINUS + size : size;
}

/** What each panel of lines says at an instant; panels without a queued entity say nothing. */
export function readingsOf(layout: Layout, values: readonly SideValues[], wanted: Wanted): Reading[] {
  return layout.panels.flatMap((panel) => {
    const side = values[panel.side];
    if (panel.kind === 'lane' || panel.kind === 'clock' || !side) return [];
    const numbers = numbersOf(panel.kind, wanted, panel.side);
    const entries = side.tasks.flatMap((task, i) => {
      const shows = task.reference_ns !== '' && task.cpu === side.cpu && isShown(task.name, wanted);
      return shows ? [{ name: task.name, color: layout.colors[i] ?? '', cells: numbers.map(({ of }) => inMs(of(task))) }] : [];
    });
    const heads = numbers.length > 1 ? numbers.map(({ head }) => head) : [];
    return entries.length > 0 && numbers.length > 0 ? [{ panel, heads, entries }] : [];
  });
}

/**
 * The entries that there is room for; if that is not all of them, the last place says how many are missing, unless it is the
 * only one.
 */
export function listed(entries: readonly Entry[], room: number): readonly Entry[] {
  if (entries.length <= room) return entries;
  if (room < 2) return entries.slice(0, 1);
  const kept = entries.slice(0, room - 1);
  const cells = entries[0]?.cells.map(() => '') ?? [];
  return [...kept, { name: `+${entries.length - kept.length} more`, color: '', cells }];
}

const isShown = (name: string, { hidden, highlight }: Wanted): boolean =>
  highlight === '' ? !hidden.includes(name) : name === highlight;

interface Numbers {
  readonly head: string;
  readonly of: (task: Entity) => number;
}

/** A deadline stands in the panel of vruntime while both have the same axis. */
function numbersOf(kind: 'lag' | 'vruntime' | 'deadline', wanted: Wanted, side: number): Numbers[] {
  const { lines, families } = wanted;
  const isCfs = families[side] === 'CFS';
  const lag = (task: Entity): number => Number(task.lag_ns) * (lines.lag === 'absolute' ? task.weight / NICE_0_WEIGHT : 1);
  const from = (task: Entity, axis: Lines['lag']): string => (axis === 'absolute' ? '0' : task.reference_ns);
  const vruntime: Numbers = { head: 'vruntime', of: (task) => since(task.vruntime_ns, from(task, lines.vruntime)) };
  const deadline: Numbers = { head: 'deadline', of: (task) => since(task.deadline_ns, from(task, lines.deadline)) };
  if (kind === 'lag') return [{ head: 'lag', of: lag }];
  if (kind === 'deadline') return [deadline];
  return lines.deadline === lines.vruntime && !isCfs ? [vruntime, deadline] : [vruntime];
}

const NICE_0_WEIGHT = 1024;

/** Who runs, beside the bars, who waits, beside the rows, and how fast clocks are, beside their strips. */
export const wordsOf = (layout: Layout, values: readonly SideValues[]): Word[] => [...laneWords(layout, values), ...clockWords(layout, values)];

function clockWords({ panels }: Layout, values: readonly SideValues[]): Word[] {
  return panels.flatMap(({ kind, side, cpu, top, bottom }): Word[] => {
    const clock = kind === 'clock' ? values[side]?.clocks.find((one) => one.cpu === cpu) : undefined;
    return clock ? [{ top, bottom, text: formatHertz(clock.khz), color: '' }] : [];
  });
}

function laneWords(layout: Layout, values: readonly SideValues[]): Word[] {
  return layout.lanes.flatMap((lane) => {
    const side = values[lane.side];
    if (!side) return [];
    if (layout.sight) return wordOfCpu(layout, lane, side);
    const running = side.tasks.findIndex((task) => task.name === side.running);
    const runs: Word = { ...lane.bars, text: side.running || 'idle', color: layout.colors[running] ?? '' };
    const waits = lane.rows.flatMap(({ task, top, bottom }): Word[] => {
      const word = WAITING[side.tasks[task]?.state ?? ''];
      return word && bottom - top >= WORD_MIN_PX ? [{ top, bottom, text: word, color: layout.colors[task] ?? '' }] : [];
    });
    return [runs, ...waits];
  });
}

/** Of several CPUs each says who runs on it, and how many wait on its queue; low lanes say nothing. */
function wordOfCpu({ colors }: Layout, { cpu, bars }: Layout['lanes'][number], { tasks }: SideValues): Word[] {
  if (bars.bottom - bars.top < WORD_MIN_PX) return [];
  const running = tasks.findIndex((task) => task.cpu === cpu && task.state === 'running');
  const waiting = tasks.filter((task) => task.cpu === cpu && task.state === 'runnable').length;
  const more = waiting > 0 ? ` +${waiting}` : '';
  return [{ ...bars, text: `${tasks[running]?.name ?? 'idle'}${more}`, color: colors[running] ?? '' }];
}

/** In lower rows words would run into each other; their hatching says the same. */
const WORD_MIN_PX = 9;

const WAITING: Readonly<Record<string, string>> = { runnable: 'waits', delayed: 'delayed', throttled: 'throttled' };

/** The same in a sentence, for readers: `A: hog runs, editor waits. B: idle.` Of several CPUs that one which is chosen. */
export function spoken(values: readonly SideValues[]): string {
  return values.map((side, i) => `${'AB'[i] ?? ''}${cpuWord(side)}: ${phrases(side).join(', ')}.`).join(' ');
}

const cpuWord = ({ cpu, tasks }: SideValues): string =>
  cpu > 0 || tasks.some((task) => task.cpu !== cpu) ? `, CPU ${cpu}` : '';

function phrases({ cpu, running, tasks }: SideValues): string[] {
  const own = tasks.filter((task) => task.cpu === cpu);
  const waiting = own.flatMap(({ name, state }) => (WAITING[state] ? [`${name} ${state === 'runnable' ? '' : 'is '}${WAITING[state]}`] : []));
  return [running ? `${running} runs` : 'idle', ...waiting];
}
