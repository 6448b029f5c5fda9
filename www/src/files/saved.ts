/**
 * Scenario files: the scenario, both sides, and in `view` where the page looks. What is written opens to the same page; what
 * is left out of a file has its default, so that a scenario of any origin opens.
 */
import type { Range } from '../canvas/viewport';
import { chosenCpu, DEFAULT_LINES, DEFAULT_SIDES, FIRST_LANES, plainDoc, plainSide, type Doc, type Lanes, type Linked, type Selection, type Theme } from '../state/doc';
import { PREEMPTION, readCosts } from '../link/packside';
import { readKnobs, readNumber, readObject, readOneOf, readRows, readText, readTexts } from '../link/readers';
import { compact, readScenario, ShapeError, type Scenario } from '../tasks/scenario';
import { fromUs, ns, type Ns } from '../time';
import type { Lines, Side } from '../worker/protocol';

const FORMAT = 1;
const LINES = ['lag', 'vruntime', 'deadline'] as const;
const AXES = ['off', 'relative', 'absolute'] as const;
const KINDS = ['run', 'wait', 'delayed', 'throttled', 'idle', 'event'] as const;

/** A page as a file has it; see `pretty` for the text. */
export function toFile({ doc, playhead_ns, rows }: Linked): object {
  const { name, title, lesson, caption, duration_us, threads, ...rest } = doc.scenario;
  const view = compact({ ...toView(doc, playhead_ns), rows });
  return compact({
    schedlens: FORMAT,
    name,
    title,
    lesson,
    caption,
    duration_us,
    ...rest,
    threads,
    a: toSide(doc.sides[0]),
    b: toSide(doc.sides[1]),
    view: Object.keys(view).length > 0 ? view : undefined,
  });
}

/** The tick is always said, since a scenario can have one of its own; of the rest what differs from the kernel's defaults. */
function toSide(side: Side): object {
  const { kernel, hz, preemption, assumed_cpus, knobs, features, costs, uclamp, governor, thermal } = side;
  const plain = plainSide(kernel);
  return compact({
    kernel,
    hz,
    preemption,
    assumed_cpus: assumed_cpus === plain.assumed_cpus ? undefined : assumed_cpus,
    knobs: Object.keys(knobs).length > 0 ? knobs : undefined,
    features: features.length > 0 ? features : undefined,
    costs: costs === plain.costs ? undefined : costs,
    uclamp,
    governor,
    thermal,
  });
}

/** A file as the page opens it: its two sides become the page's, the rest stays the file's. Throws a `ShapeError`. */
export function fromFile(value: unknown, theme: Theme): Linked {
  const { a, b, view, ...scenario } = readScenario(value);
  const sides = [readSide(a, scenario, DEFAULT_SIDES[0], 'a'), readSide(b, scenario, DEFAULT_SIDES[1], 'b')] as const;
  return fromView(view, plainDoc(scenario as Scenario, sides, theme));
}

/** What a side of a file says, over the defaults of its kernel; whether its values can be, the engine says. */
function readSide(value: unknown, scenario: Omit<Scenario, 'threads'>, ordinary: Side, place: string): Side {
  const tick = typeof scenario['hz'] === 'number' ? { hz: scenario['hz'] } : {};
  if (value === undefined) return { ...ordinary, ...tick };
  if (typeof (value as { kernel?: unknown } | null)?.kernel !== 'string')
    throw new ShapeError(`${place}: expected an object with a "kernel" like "7.2"`);
  const { kernel, hz, assumed_cpus, preemption, knobs, features, costs, ...more } = value as Record<string, unknown>;
  const said = {
    hz: hz === undefined ? undefined : readNumber(hz, `${place}.hz`),
    assumed_cpus: assumed_cpus === undefined ? undefined : readNumber(assumed_cpus, `${place}.assumed_cpus`),
    preemption: preemption === undefined ? undefined : readOneOf(preemption, PREEMPTION, `${place}.preemption`),
    knobs: knobs === undefined ? undefined : readKnobs(knobs, `${place}.knobs`),
    features: features === undefined ? undefined : readTexts(features, `${place}.features`),
    costs: costs === undefined ? undefined : readCosts(costs, `${place}.costs`),
  };
  return { ...plainSide(kernel as string), ...tick, ...more, ...compact(said) } as Side;
}

function toView(doc: Doc, playhead_ns: Ns): object {
  const { range, lines, lanes, hidden, highlight, selection, theme, recording, alone } = doc;
  return compact({
    from_us: range ? us(range.from_ns) : undefined,
    to_us: range ? us(range.to_ns) : undefined,
    playhead_us: playhead_ns === 0 ? undefined : us(playhead_ns),
    alone: alone || undefined,
    lines: LINES.some((line) => lines[line] !== DEFAULT_LINES[line]) ? lines : undefined,
    cpu: chosenCpu(doc) ?? undefined,
    closed: lanes.closed.length > 0 ? lanes.closed : undefined,
    first_lane: lanes.first || undefined,
    hidden: hidden.length > 0 ? hidden : undefined,
    highlight: highlight || undefined,
    selection: selection ? toSelection(selection) : undefined,
    theme: theme === 'system' ? undefined : theme,
    recording: recording ?? undefined,
  });
}

const us = (t: Ns): number => t / 1_000;
const readInstant = (value: unknown, place: string): Ns => fromUs(readNumber(value, place));

function fromView(value: unknown, plain: Doc): Linked {
  if (value === undefined) return { doc: plain, playhead_ns: ns(0) };
  const view = readObject(value, 'view');
  const { playhead_us, rows, alone, lines, hidden, highlight, selection, theme, recording } = view;
  const doc: Doc = {
    ...plain,
    range: readRange(view),
    alone: alone === true,
    lines: lines === undefined ? DEFAULT_LINES : readLines(readObject(lines, 'view.lines')),
    lanes: readLanes(view),
    hidden: hidden === undefined ? [] : readTexts(hidden, 'view.hidden'),
    highlight: highlight === undefined ? '' : readText(highlight, 'view.highlight'),
    selection: selection === undefined ? null : readSelection(readObject(selection, 'view.selection')),
    theme: theme === undefined ? plain.theme : readOneOf<Theme>(theme, ['system', 'light', 'dark'], 'view.theme'),
    recording: recording === undefined ? null : readText(recording, 'view.recording'),
  };
  const playhead_ns = playhead_us === undefined ? ns(0) : readInstant(playhead_us, 'view.playhead_us');
  return rows === undefined ? { doc, playhead_ns } : { doc, playhead_ns, rows: readRows(rows, 'view.rows') };
}

function readRange({ from_us, to_us }: Record<string, unknown>): Range | null {
  if (from_us === undefined && to_us === undefined) return null;
  const [from_ns, to_ns] = [readInstant(from_us, 'view.from_us'), readInstant(to_us, 'view.to_us')];
  if (from_ns >= to_ns) throw new ShapeError('view.to_us: lies before view.from_us');
  return { from_ns, to_ns };
}

function readLines(value: Record<string, unknown>): Lines {
  const [lag, vruntime, deadline] = LINES.map((line) => readOneOf(value[line] ?? DEFAULT_LINES[line], AXES, `view.lines.${line}`));
  return { lag: lag!, vruntime: vruntime!, deadline: deadline! };
}

function readLanes({ cpu, closed, first_lane }: Record<string, unknown>): Lanes {
  return {
    ...(cpu === undefined ? FIRST_LANES : { cpu: readNumber(cpu, 'view.cpu'), follows: false }),
    closed: closed === undefined ? [] : readTexts(closed, 'view.closed'),
    first: first_lane === undefined ? 0 : readNumber(first_lane, 'view.first_lane'),
  };
}

/** An event's row of the trace only where it is one. */
const toSelection = ({ side, kind, task, t_ns, row, cpu }: Selection): object =>
  compact({ side, kind, task, at_us: us(t_ns), row: row < 0 ? undefined : row, cpu });

function readSelection({ side, kind, task, at_us, row, cpu }: Record<string, unknown>): Selection {
  return {
    side: readNumber(side, 'view.selection.side'),
    kind: readOneOf(kind, KINDS, 'view.selection.kind'),
    task: readText(task, 'view.selection.task'),
    t_ns: readInstant(at_us, 'view.selection.at_us'),
    row: row === undefined ? -1 : readNumber(row, 'view.selection.row'),
    ...(cpu === undefined ? {} : { cpu: readNumber(cpu, 'view.selection.cpu') }),
  };
}
