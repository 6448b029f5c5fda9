/** A page in as few characters as a link can spare: version 2 of the format. What equals its default is left out. */
import type { Range } from '../canvas/viewport';
import { BOTH, chosenCpu, DEFAULT_LINES, DEFAULT_SIDES, FIRST_LANES, plainDoc, type Doc, type Lanes, type Linked, type Selection, type Theme } from '../state/doc';
import { proseOf } from '../files/gallery';
import { packScenario, unpackScenario } from './pack';
import { packSide, unpackSide } from './packside';
import { readLetter, readList, readNumber, readObject, readOneOf, readRows, readText } from './readers';
import { compact, ShapeError, type Scenario, type Thread } from '../tasks/scenario';
import { fromUs, type Ns } from '../time';
import type { Axis, Lines } from '../worker/protocol';

/** One letter each; never change one, only add. */
const AXES: Readonly<Record<string, Axis>> = { o: 'off', r: 'relative', a: 'absolute' };
const KINDS: Readonly<Record<string, Selection['kind']>> = { r: 'run', w: 'wait', d: 'delayed', t: 'throttled', i: 'idle', e: 'event' };
const LINES = ['lag', 'vruntime', 'deadline'] as const;

const letterOf = <T extends string>(word: T, letters: Readonly<Record<string, T>>): string =>
  Object.keys(letters).find((letter) => letters[letter] === word) ?? '';

interface Packed {
  /** Scenario and sides. */
  s?: unknown;
  a?: unknown;
  b?: unknown;
  /** 1 if B is closed. */
  o?: unknown;
  /** Window and playhead, in µs, and the rows that were stepped to. */
  v?: unknown;
  p?: unknown;
  w?: unknown;
  /** Axes of lag, vruntime and deadline. */
  l?: unknown;
  /** Hidden tasks, the highlighted one, the selection: tasks by their place. */
  h?: unknown;
  i?: unknown;
  e?: unknown;
  t?: unknown;
  /** The recording's name. */
  r?: unknown;
  /** How the CPUs are looked at. */
  c?: unknown;
}

export function packPage({ doc, playhead_ns, rows }: Linked): unknown {
  const [a, b] = BOTH.map((side) => packSide(doc.sides[side], DEFAULT_SIDES[side]));
  const { threads } = doc.scenario;
  return compact<Packed>({
    s: packScenario(withoutProse(doc.scenario, doc.recording)),
    a,
    b,
    o: doc.alone ? 1 : undefined,
    v: doc.range ? [us(doc.range.from_ns), us(doc.range.to_ns)] : undefined,
    p: playhead_ns === 0 ? undefined : us(playhead_ns),
    w: rows,
    l: packLines(doc.lines),
    h: doc.hidden.length > 0 ? doc.hidden.map((name) => packTask(name, threads)) : undefined,
    i: doc.highlight === '' ? undefined : packTask(doc.highlight, threads),
    e: doc.selection ? packSelection(doc.selection, threads) : undefined,
    t: doc.theme === 'system' ? undefined : doc.theme,
    r: doc.recording ?? undefined,
    c: packLanes(doc),
  });
}

/** The page again; throws a `ShapeError` for what no `packPage` made. */
export function unpackPage(value: unknown): Linked {
  const { s, a, b, o, v, p, w, l, h, i, e, t, r, c } = readObject(value, 'link') as Packed;
  const recording = r === undefined ? null : readText(r, 'recording');
  const scenario = withProse(unpackScenario(s), recording);
  const sides = [unpackSide(a, DEFAULT_SIDES[0], 'side A'), unpackSide(b, DEFAULT_SIDES[1], 'side B')] as const;
  const theme = t === undefined ? 'system' : readOneOf<Theme>(t, ['light', 'dark'], 'theme');
  const { threads } = scenario;
  const doc: Doc = {
    ...plainDoc(scenario, sides, theme),
    alone: o === 1,
    range: v === undefined ? null : readRange(v),
    lines: l === undefined ? DEFAULT_LINES : readLines(l),
    lanes: c === undefined ? FIRST_LANES : readLanes(c),
    hidden: h === undefined ? [] : readList(h, 'hidden tasks').map((task, n) => readTask(task, threads, `hidden tasks[${n}]`)),
    highlight: i === undefined ? '' : readTask(i, threads, 'highlighted task'),
    selection: e === undefined ? null : readSelection(e, threads),
    recording,
  };
  const playhead_ns = p === undefined ? (0 as Ns) : readInstant(p, 'playhead');
  return w === undefined ? { doc, playhead_ns } : { doc, playhead_ns, rows: readRows(w, 'rows') };
}

/** Whole µs where the hand has set them, which is short; otherwise to the nanosecond, so that the picture is the same. */
const us = (t: Ns): number => t / 1_000;
const readInstant = (value: unknown, place: string): Ns => fromUs(readNumber(value, place));

function readRange(value: unknown): Range {
  if (!Array.isArray(value)) throw new ShapeError('window: expected two times in µs');
  const [from_ns, to_ns] = [readInstant(value[0], 'window start'), readInstant(value[1], 'window end')];
  if (from_ns >= to_ns) throw new ShapeError('window: its end lies before its start');
  return { from_ns, to_ns };
}

function packLines(lines: Lines): string | undefined {
  const plain = LINES.every((line) => lines[line] === DEFAULT_LINES[line]);
  return plain ? undefined : LINES.map((line) => letterOf(lines[line], AXES)).join('');
}

function readLines(value: unknown): Lines {
  const letters = readText(value, 'lines');
  const [lag, vruntime, deadline] = LINES.map((line, i) => readLetter(letters.charAt(i), AXES, `lines: ${line}`));
  return { lag: lag!, vruntime: vruntime!, deadline: deadline! };
}

/** The CPU, the first row in sight and the closed groups, without what is ordinary at the end; a CPU alone is a number. */
function packLanes(doc: Doc): unknown {
  const { closed, first } = doc.lanes;
  const cpu = chosenCpu(doc);
  if (closed.length > 0) return [cpu, first, ...closed];
  return first > 0 ? [cpu, first] : (cpu ?? undefined);
}

function readLanes(value: unknown): Lanes {
  const [cpu, first, ...closed] = typeof value === 'number' ? [value] : readList(value, 'lanes');
  return {
    ...(typeof cpu === 'number' ? { cpu: readNumber(cpu, 'lanes: CPU'), follows: false } : FIRST_LANES),
    first: first === undefined ? 0 : readNumber(first, 'lanes: first row'),
    closed: closed.map((name, i) => readText(name, `lanes: closed[${i}]`)),
  };
}

/** A task by its place, or by its name if there is none of that name or several. */
function packTask(name: string, threads: readonly Thread[]): number | string {
  const at = threads.findIndex((thread) => thread.name === name);
  return at < 0 ? name : at;
}

function readTask(value: unknown, threads: readonly Thread[], place: string): string {
  if (typeof value === 'string') return value;
  const thread = threads[readNumber(value, place)];
  if (!thread) throw new ShapeError(`${place}: there is no task ${String(value)}; the last is ${threads.length - 1}`);
  return thread.name;
}

/** An event's row of the trace comes behind, and then the CPU where several can be idle. */
function packSelection({ side, kind, task, t_ns, row, cpu }: Selection, threads: readonly Thread[]): unknown {
  const stretch = [side, letterOf(kind, KINDS), packTask(task, threads), us(t_ns)];
  if (cpu !== undefined) return [...stretch, row, cpu];
  return row < 0 ? stretch : [...stretch, row];
}

function readSelection(value: unknown, threads: readonly Thread[]): Selection {
  const [side, kind, task, t, row, cpu] = readList(value, 'selection');
  return {
    side: readNumber(side, 'selection: side'),
    kind: readLetter(kind, KINDS, 'selection: kind'),
    task: readTask(task, threads, 'selection: task'),
    t_ns: readInstant(t, 'selection: time'),
    row: row === undefined ? -1 : readNumber(row, 'selection: row'),
    ...(cpu === undefined ? {} : { cpu: readNumber(cpu, 'selection: CPU') }),
  };
}

/** The prose of a scenario that comes with the page is left out: it is long, and changes nothing. */
function withoutProse({ title, lesson, caption, ...scenario }: Scenario, recording: string | null): Scenario {
  const known = proseOf(scenario.name, recording);
  return compact({
    ...scenario,
    title: title === known.title ? undefined : title,
    lesson: lesson === known.lesson ? undefined : lesson,
    caption: caption === known.caption ? undefined : caption,
  } as Scenario);
}

const withProse = (scenario: Scenario, recording: string | null): Scenario =>
  compact({ ...proseOf(scenario.name, recording), ...scenario });
