/** The page's one immutable state and everything that can happen to it. Pure: no DOM, no worker, no clock. */
import { clampRange, fit, sameRange, type Range } from '../canvas/viewport';
import { BOTH, openSides, type Doc, type Lanes, type Selection, type SideIndex, type Theme } from './doc';
import { onKernel, withChange, withFeature, withKnob, withSide, type SideChange } from './edit/sides';
import { added, changedGroup, changesFollow, nested, placedGroup, putChange, removedChange, removedGroup, renamedGroup } from './edit/groups';
import { changed, cloned, isolated, moved, soloed, withBudgets } from './edit/tasks';
import { differs, forget, NO_TRAIL, redo, remember, undo, type Trail } from './trail';
import type { GroupPlace } from '../tasks/reorder';
import type { Change } from '../tasks/changes';
import type { GroupChange } from '../tasks/groups';
import { channelsOf, compact, freshName, renamed, type Scenario, type Thread, type ThreadChange } from '../tasks/scenario';
import type { Decision, Lines, Preset, Recorded, Side, Span, Summary } from '../worker/protocol';

/** Something that went wrong, in the words of whoever noticed. */
export interface Problem {
  readonly source: 'link' | 'file' | 'export' | 'scenario' | 'engine';
  readonly message: string;
  /** Where in the scenario, as in `threads[0].script[3]`; empty where that is not known. */
  readonly place?: string;
}

/** What the engine has said. */
export interface Answers {
  /** Kernels with their knobs, by the number of CPUs that the defaults were scaled for. */
  readonly presets: Readonly<Record<number, readonly Preset[]>>;
  /** Of the last scenario that opened; `null` until the first one has. */
  readonly summary: Summary | null;
  /** Counts what was opened: whatever was asked about an earlier one is stale. */
  readonly revision: number;
  /** The colour of each task, in the scenario's order, as the picture has it in the current theme. */
  readonly colors: readonly string[];
  /** The decision at the playhead on each side; `null` before the first one. */
  readonly decisions: readonly [Decision | null, Decision | null];
  /** What is selected, as the engine has it; `null` for nothing, for an event, and until it has answered. */
  readonly span: Span | null;
  /** The recording that is shown as a third row. */
  readonly recorded: Recorded | null;
  /** The share of a long simulation that is done; `null` when none is running. */
  readonly progress: number | null;
}

/** Everything that the page shows, but for the moment of the playhead. */
export interface State {
  readonly doc: Doc;
  readonly trail: Trail;
  readonly answers: Answers;
  readonly problem: Problem | null;
  readonly playing: boolean;
  /** What the system prefers, for as long as the page has no theme of its own. */
  readonly systemDark: boolean;
  /** Simulated time per second of real time, while playing. */
  readonly speed_ns_per_s: number;
}

/** Slow enough to watch single decisions. */
const SPEED_AT_FIRST_NS_PER_S = 5_000_000;

const NO_ANSWERS: Answers = {
  presets: {},
  summary: null,
  revision: 0,
  colors: [],
  decisions: [null, null],
  span: null,
  recorded: null,
  progress: null,
};

/** The state of a page that has asked the engine nothing yet. */
export function initial(doc: Doc, systemDark: boolean): State {
  return {
    doc,
    trail: NO_TRAIL,
    answers: NO_ANSWERS,
    problem: null,
    playing: false,
    systemDark,
    speed_ns_per_s: SPEED_AT_FIRST_NS_PER_S,
  };
}

/** What a hand or the engine can do to the state. */
export type Action =
  | { type: 'load'; doc: Doc }
  /** Back to what the engine has open; the view stays. */
  | { type: 'revert'; scenario: Scenario; sides: Doc['sides']; alone: boolean }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'kernel'; side: SideIndex; kernel: string }
  /** `undefined` goes back to the default. */
  | { type: 'side'; side: SideIndex; change: SideChange }
  /** The same change on several sides, as one step. */
  | { type: 'sides'; sides: readonly SideIndex[]; change: SideChange }
  /** `null` goes back to the default. */
  | { type: 'knob'; side: SideIndex; name: string; value: number | string | null }
  | { type: 'feature'; side: SideIndex; name: string; on: boolean | null }
  | { type: 'reset'; side: SideIndex }
  /** The other side becomes as this one. */
  | { type: 'copy'; side: SideIndex }
  | { type: 'swap' }
  | { type: 'alone'; alone: boolean }
  /** `undefined` goes back to the default. */
  | { type: 'scenario'; change: { [K in keyof Scenario]?: Scenario[K] | undefined } }
  | { type: 'thread'; index: number; change: ThreadChange }
  | { type: 'rename'; index: number; name: string }
  /** Without a template, a task that runs all the time. */
  | { type: 'add'; thread?: Thread }
  | { type: 'clone'; index: number }
  | { type: 'move'; index: number; to: number }
  | { type: 'solo'; index: number }
  | { type: 'remove'; index: number }
  /** A new group inside `parent`, or below the root. */
  | { type: 'group-add'; parent: string | undefined }
  | { type: 'group'; name: string; change: GroupChange }
  | { type: 'group-nest'; name: string; parent: string | undefined }
  | { type: 'group-place'; name: string; other: string; where: GroupPlace }
  | { type: 'group-rename'; name: string; to: string }
  | { type: 'group-remove'; name: string }
  /** A timed change at its place in the list; behind the last one, a new one. */
  | { type: 'change-put'; index: number; change: Change }
  | { type: 'change-remove'; index: number }
  | { type: 'range'; range: Range | null }
  | { type: 'lines'; change: Partial<Lines> }
  | { type: 'hide'; name: string; hidden: boolean }
  | { type: 'isolate'; name: string }
  /** No task is hidden any more. */
  | { type: 'unhide' }
  /** The same name again takes it back. */
  | { type: 'highlight'; name: string }
  | { type: 'select'; selection: Selection | null }
  | { type: 'lanes'; change: Partial<Omit<Lanes, 'follows'>> }
  | { type: 'fold'; name: string }
  | { type: 'recording'; name: string | null }
  | { type: 'theme'; theme: Theme }
  | { type: 'system'; dark: boolean }
  | { type: 'play'; playing: boolean }
  | { type: 'speed'; ns_per_s: number }
  | { type: 'problem'; problem: Problem | null }
  | { type: 'presets'; assumed_cpus: number; presets: readonly Preset[] }
  | { type: 'progress'; done: number | null }
  | { type: 'opened'; summary: Summary }
  | { type: 'colors'; colors: readonly string[] }
  | { type: 'decision'; side: SideIndex; decision: Decision | null }
  | { type: 'span'; span: Span | null }
  | { type: 'recorded'; recorded: Recorded | null };

const NEW_TASK: Thread = { name: 'task', script: [['run', 0]] };

type Handlers = { [K in Action['type']]: (state: State, action: Extract<Action, { type: K }>) => State };

const HANDLERS: Handlers = {
  load: (state, { doc }) => ({ ...state, doc, playing: false, problem: null }),
  revert: (state, { scenario, sides, alone }) => {
    const { doc } = state;
    if (scenario === doc.scenario && sides === doc.sides && alone === doc.alone) return state;
    const back = withDoc(state, { scenario, sides, alone });
    return { ...back, trail: forget(state.trail, back.doc) };
  },
  undo: (state) => ({ ...state, ...undo(state.trail, state.doc), problem: null }),
  redo: (state) => ({ ...state, ...redo(state.trail, state.doc), problem: null }),

  kernel: (state, { side, kernel }) => onSide(state, side, (old) => onKernel(old, presetOf(state, side, kernel), kernel)),
  side: (state, { side, change }) => onSide(state, side, (old) => withChange(old, change)),
  sides: (state, { sides, change }) =>
    sides.reduce((next, side) => onSide(next, side, (old) => withChange(old, change)), state),
  knob: (state, { side, name, value }) => onSide(state, side, (old) => withKnob(old, name, value)),
  feature: (state, { side, name, on }) => onSide(state, side, (old) => withFeature(old, name, on)),
  reset: (state, { side }) => onSide(state, side, (old) => ({ ...old, knobs: {}, features: [] })),
  copy: (state, { side }) => withDoc(state, { sides: [state.doc.sides[side], state.doc.sides[side]] }),
  swap: (state) => withDoc(state, { sides: [state.doc.sides[1], state.doc.sides[0]] }),
  alone: (state, { alone }) => (alone === state.doc.alone ? state : withDoc(state, { alone })),

  scenario: (state, { change }) => withScenario(state, (scenario) => compact({ ...scenario, ...change } as Scenario)),
  thread: (state, { index, change }) => withNeeds(withThreads(state, (all) => changed(all, index, change))),
  rename: (state, { index, name }) => {
    const old = state.doc.scenario.threads[index]?.name;
    const next = withScenario(withNewName(state, index, name), (scenario) => changesFollow(scenario, old, name));
    return withThreads(next, (all) => renamed(all, index, name));
  },
  add: (state, { thread = NEW_TASK }) => withThreads(state, (all) => [...all, { ...thread, name: freshName(all, thread.name) }]),
  clone: (state, { index }) => withThreads(state, (all) => cloned(all, index)),
  move: (state, { index, to }) => (index === to ? state : withThreads(state, (all) => moved(all, index, to))),
  solo: (state, { index }) => withThreads(state, (all) => soloed(all, index)),
  remove: (state, { index }) => {
    const old = state.doc.scenario.threads[index]?.name;
    const next = withScenario(state, (scenario) => changesFollow(scenario, old, null));
    return withThreads(next, (all) => all.filter((_, i) => i !== index));
  },

  'group-add': (state, { parent }) => withScenario(state, (scenario) => added(scenario, parent)),
  group: (state, { name, change }) => withScenario(state, (scenario) => changedGroup(scenario, name, change)),
  'group-place': (state, { name, other, where }) => withScenario(state, (scenario) => placedGroup(scenario, name, other, where)),
  'group-nest': (state, { name, parent }) => withScenario(state, (scenario) => nested(scenario, name, parent)),
  'group-rename': (state, { name, to }) => withScenario(state, (scenario) => renamedGroup(scenario, name, to)),
  'group-remove': (state, { name }) => withScenario(state, (scenario) => removedGroup(scenario, name)),
  'change-put': (state, { index, change }) => withNeeds(withScenario(state, (scenario) => putChange(scenario, index, change))),
  'change-remove': (state, { index }) => withScenario(state, (scenario) => removedChange(scenario, index)),

  range: (state, { range }) => (alike(range, state.doc.range) ? state : withDoc(state, { range })),
  lines: (state, { change }) => withDoc(state, { lines: { ...state.doc.lines, ...change } }),
  hide: (state, { name, hidden }) =>
    withDoc(state, { hidden: [...state.doc.hidden.filter((n) => n !== name), ...(hidden ? [name] : [])] }),
  isolate: (state, { name }) => withDoc(state, { hidden: isolated(state.doc.hidden, state.doc.scenario.threads, name) }),
  unhide: (state) => (state.doc.hidden.length === 0 ? state : withDoc(state, { hidden: [] })),
  highlight: (state, { name }) => withDoc(state, { highlight: state.doc.highlight === name ? '' : name }),
  select: (state, { selection }) => {
    if (selection === state.doc.selection) return state;
    const stretch = selection !== null && selection.kind !== 'event';
    return withDoc(stretch ? withLanes(state, { follows: true }) : state, { selection });
  },
  lanes: (state, { change }) => withLanes(state, 'cpu' in change ? { ...change, follows: false } : change),
  fold: (state, { name }) => {
    const { closed } = state.doc.lanes;
    return withLanes(state, { closed: closed.includes(name) ? closed.filter((one) => one !== name) : [...closed, name] });
  },
  recording: (state, { name }) => (name === state.doc.recording ? state : withDoc(state, { recording: name })),
  theme: (state, { theme }) => withDoc(state, { theme }),

  system: (state, { dark }) => ({ ...state, systemDark: dark }),
  play: (state, { playing }) => (playing === state.playing ? state : { ...state, playing }),
  speed: (state, { ns_per_s }) => ({ ...state, speed_ns_per_s: ns_per_s }),
  problem: (state, { problem }) => ({ ...state, problem }),

  presets: (state, { assumed_cpus, presets }) =>
    withAnswers(state, { presets: { ...state.answers.presets, [assumed_cpus]: presets } }),
  progress: (state, { done }) => (done === state.answers.progress ? state : withAnswers(state, { progress: done })),
  opened: (state, { summary }) => {
    const [a, b] = state.answers.decisions;
    const decisions = [a, summary.sides.length > 1 ? b : null] as const;
    return withAnswers(state, { summary, decisions, revision: state.answers.revision + 1, progress: null });
  },
  colors: (state, { colors }) => (colors.join() === state.answers.colors.join() ? state : withAnswers(state, { colors })),
  decision: (state, { side, decision }) => {
    const decisions = BOTH.map((s) => (s === side ? decision : state.answers.decisions[s]));
    return withAnswers(state, { decisions: [decisions[0] ?? null, decisions[1] ?? null] });
  },
  span: (state, { span }) => withAnswers(span && state.doc.lanes.follows ? withLanes(state, { cpu: span.cpu }) : state, { span }),
  recorded: (state, { recorded }) => withAnswers(state, { recorded, revision: state.answers.revision + 1 }),
};

/** What leads the trail itself, and what the engine did; everything else that changes the page can be undone. */
const NO_STEP: ReadonlySet<Action['type']> = new Set(['undo', 'redo', 'revert']);

const EACH_A_STEP: ReadonlySet<Action['type']> = new Set([
  ...(['load', 'add', 'clone', 'remove', 'move', 'swap', 'copy'] as const),
  ...(['group-add', 'group-nest', 'group-place', 'group-rename', 'group-remove', 'change-remove'] as const),
]);

/** The state after an action that happened at `now_ms`, on any clock that goes on. */
export function reduce(state: State, action: Action, now_ms = 0): State {
  const next = (HANDLERS[action.type] as (state: State, action: Action) => State)(state, action);
  if (NO_STEP.has(action.type) || !differs(state.doc, next.doc)) return next;
  return { ...next, trail: remember(state.trail, state.doc, stepOf(action), now_ms) };
}

/** What an action changes, in a word: a drag changes the same thing again and again. `null` for what is a step each time. */
function stepOf(action: Action): string | null {
  if (EACH_A_STEP.has(action.type)) return null;
  const { type, side, sides, name, index, change } = action as Partial<Record<string, unknown>>;
  const keys = typeof change === 'object' && change !== null ? Object.keys(change) : [];
  return [type, side, sides, name, index, ...keys].join(' ');
}

/** A kernel as the engine describes it, with defaults as a side's machine scales them; `undefined` until it has. */
export function presetOf(state: State, side: SideIndex, kernel = state.doc.sides[side].kernel): Preset | undefined {
  return state.answers.presets[state.doc.sides[side].assumed_cpus]?.find((preset) => preset.name === kernel);
}

/** Whether page and picture are dark. */
export const isDark = ({ doc, systemDark }: State): boolean => (doc.theme === 'system' ? systemDark : doc.theme === 'dark');

/** The sides that are shown. */
export const shownSides = ({ doc }: State): readonly SideIndex[] => openSides(doc);

/** How long the shown run is: the longer of its sides, or what the scenario asks for before there is one. */
export function endNs(state: State): number {
  const ends = state.answers.summary?.sides.map((side) => side.end_ns) ?? [];
  return ends.length > 0 ? Math.max(...ends) : state.doc.scenario.duration_us * 1_000;
}

/** How many CPUs the machine has that was simulated last. */
export const cpuCount = ({ answers }: State): number => answers.summary?.sides[0]?.cpus?.length ?? 1;

/** The CPU to ask about where there are several; nothing where there is no choice. */
export const onCpu = (state: State, cpu: number): { readonly cpu?: number } => (cpuCount(state) > 1 ? { cpu } : {});

/** True if nothing but the window differs: then only the picture has to look again. */
export function onlyMoved(a: State, b: State): boolean {
  const same = <T extends object>(x: T, y: T, but: keyof T): boolean =>
    (Object.keys(y) as (keyof T)[]).every((key) => key === but || x[key] === y[key]);
  return same(a, b, 'doc') && same(a.doc, b.doc, 'range');
}

/** The range that is visible, whatever was asked for: within the run and not too narrow. */
export const visible = (state: State): Range => (state.doc.range ? clampRange(state.doc.range, endNs(state)) : fit(endNs(state)));

/** A task that is hidden or highlighted is so under its new name. */
function withNewName(state: State, index: number, name: string): State {
  const old = state.doc.scenario.threads[index]?.name;
  const follow = (n: string): string => (n === old ? name : n);
  const { hidden, highlight } = state.doc;
  return withDoc(state, { hidden: hidden.map(follow), highlight: follow(highlight) });
}

const alike = (a: Range | null, b: Range | null): boolean => a === b || (a !== null && b !== null && sameRange(a, b));

const withDoc = (state: State, change: Partial<Doc>): State => ({ ...state, doc: { ...state.doc, ...change } });
const withAnswers = (state: State, change: Partial<Answers>): State => ({ ...state, answers: { ...state.answers, ...change } });

/** The same lanes again are no change: then nothing has to look again. */
function withLanes(state: State, change: Partial<Lanes>): State {
  const keys = Object.keys(change) as (keyof Lanes)[];
  const { lanes } = state.doc;
  return keys.every((key) => change[key] === lanes[key]) ? state : withDoc(state, { lanes: { ...lanes, ...change } });
}

const withScenario = (state: State, change: (old: Scenario) => Scenario): State =>
  withDoc(state, { scenario: change(state.doc.scenario) });

function onSide(state: State, side: SideIndex, change: (old: Side) => Side): State {
  return withDoc(state, { sides: withSide(state.doc.sides, side, change) });
}

function withThreads(state: State, change: (all: readonly Thread[]) => readonly Thread[]): State {
  const threads = change(state.doc.scenario.threads);
  const is = (name: string): boolean => threads.some((thread) => thread.name === name);
  const { scenario, hidden, highlight } = state.doc;
  const kept = { hidden: hidden.filter(is), highlight: is(highlight) ? highlight : '' };
  return withDoc(state, { scenario: { ...scenario, threads }, ...kept });
}

/** What was just written may need what there was not yet: a pipe or a semaphore, a budget. */
const withNeeds = (state: State): State => withChannels(withScenario(state, withBudgets));

function withChannels(state: State): State {
  const { scenario } = state.doc;
  const had = Number(scenario['channels'] ?? 0);
  const channels = channelsOf(scenario.threads, had);
  return channels === had ? state : withDoc(state, { scenario: { ...scenario, channels } });
}
