/** The page's one immutable state and everything that can happen to it. Pure: no DOM, no worker, no clock. */
import { sameRange, type Range } from './canvas/viewport';
import { BOTH, type Axis, type Doc, type SideIndex, type Theme } from './doc';
import { compact, freshName, renamed, type Scenario, type Thread } from './scenario';
import type { Decision, Preset, Side, Summary } from './worker/protocol';

/** Something that went wrong, in the words of whoever noticed. */
export interface Problem {
  readonly source: 'link' | 'file' | 'scenario' | 'engine';
  readonly message: string;
}

/** What the engine has said. */
export interface Answers {
  /** Kernels with their knobs, by the number of CPUs that the defaults were scaled for. */
  readonly presets: Readonly<Record<number, readonly Preset[]>>;
  /** Of the last scenario that opened; `null` until the first one has. */
  readonly summary: Summary | null;
  /** The colour of each task, in the scenario's order, as the picture has it in the current theme. */
  readonly colors: readonly string[];
  /** The decision at the playhead on each side; `null` before the first one. */
  readonly decisions: readonly [Decision | null, Decision | null];
  /** The share of a long simulation that is done; `null` when none is running. */
  readonly progress: number | null;
}

/** Everything that the page shows, but for the moment of the playhead. */
export interface State {
  readonly doc: Doc;
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

/** The state of a page that has asked the engine nothing yet. */
export function initial(doc: Doc, systemDark: boolean): State {
  const answers: Answers = { presets: {}, summary: null, colors: [], decisions: [null, null], progress: null };
  return { doc, answers, problem: null, playing: false, systemDark, speed_ns_per_s: SPEED_AT_FIRST_NS_PER_S };
}

/** Attributes of a task to change; `undefined` goes back to the default. */
export type ThreadChange = Partial<{ [K in 'policy' | 'nice' | 'slice_ns' | 'script']: Thread[K] | undefined }>;

/** What a hand or the engine can do to the state. */
export type Action =
  | { type: 'load'; doc: Doc }
  /** Back to what the engine has open; the view stays. */
  | { type: 'revert'; scenario: Scenario; sides: Doc['sides'] }
  | { type: 'kernel'; side: SideIndex; kernel: string }
  | { type: 'side'; side: SideIndex; change: Partial<Side> }
  /** `null` goes back to the default. */
  | { type: 'knob'; side: SideIndex; name: string; value: number | null }
  | { type: 'feature'; side: SideIndex; name: string; on: boolean | null }
  | { type: 'reset'; side: SideIndex }
  | { type: 'scenario'; change: Partial<Scenario> }
  | { type: 'thread'; index: number; change: ThreadChange }
  | { type: 'rename'; index: number; name: string }
  | { type: 'add' }
  | { type: 'remove'; index: number }
  | { type: 'range'; range: Range | null }
  | { type: 'axis'; axis: Axis }
  | { type: 'hide'; name: string; hidden: boolean }
  | { type: 'theme'; theme: Theme }
  | { type: 'system'; dark: boolean }
  | { type: 'play'; playing: boolean }
  | { type: 'speed'; ns_per_s: number }
  | { type: 'problem'; problem: Problem | null }
  | { type: 'presets'; assumed_cpus: number; presets: readonly Preset[] }
  | { type: 'progress'; done: number | null }
  | { type: 'opened'; summary: Summary }
  | { type: 'colors'; colors: readonly string[] }
  | { type: 'decision'; side: SideIndex; decision: Decision | null };

type Handlers = { [K in Action['type']]: (state: State, action: Extract<Action, { type: K }>) => State };

const HANDLERS: Handlers = {
  load: (state, { doc }) => ({ ...state, doc, playing: false, problem: null }),
  revert: (state, { scenario, sides }) =>
    scenario === state.doc.scenario && sides === state.doc.sides ? state : withDoc(state, { scenario, sides }),
  kernel: (state, { side, kernel }) => withSide(state, side, (old) => onKernel(old, presetOf(state, side, kernel), kernel)),
  side: (state, { side, change }) => withSide(state, side, (old) => ({ ...old, ...change })),
  knob: (state, { side, name, value }) =>
    withSide(state, side, (old) => ({ ...old, knobs: compactKnobs(old.knobs, name, value) })),
  feature: (state, { side, name, on }) =>
    withSide(state, side, (old) => ({ ...old, features: withFeature(old.features, name, on) })),
  reset: (state, { side }) => withSide(state, side, (old) => ({ ...old, knobs: {}, features: [] })),
  scenario: (state, { change }) => withDoc(state, { scenario: { ...state.doc.scenario, ...change } }),
  thread: (state, { index, change }) =>
    withThreads(state, (all) => all.map((t, i) => (i === index ? compact({ ...t, ...change } as Thread) : t))),
  rename: (state, { index, name }) => withThreads(withNewName(state, index, name), (all) => renamed(all, index, name)),
  add: (state) => withThreads(state, (all) => [...all, { name: freshName(all, 'task'), script: [['run', 0]] }]),
  remove: (state, { index }) => withThreads(state, (all) => all.filter((_, i) => i !== index)),
  range: (state, { range }) => (alike(range, state.doc.range) ? state : withDoc(state, { range })),
  axis: (state, { axis }) => withDoc(state, { axis }),
  hide: (state, { name, hidden }) =>
    withDoc(state, { hidden: [...state.doc.hidden.filter((n) => n !== name), ...(hidden ? [name] : [])] }),
  theme: (state, { theme }) => withDoc(state, { theme }),
  system: (state, { dark }) => ({ ...state, systemDark: dark }),
  play: (state, { playing }) => (playing === state.playing ? state : { ...state, playing }),
  speed: (state, { ns_per_s }) => ({ ...state, speed_ns_per_s: ns_per_s }),
  problem: (state, { problem }) => ({ ...state, problem }),
  presets: (state, { assumed_cpus, presets }) =>
    withAnswers(state, { presets: { ...state.answers.presets, [assumed_cpus]: presets } }),
  progress: (state, { done }) => (done === state.answers.progress ? state : withAnswers(state, { progress: done })),
  opened: (state, { summary }) => withAnswers(state, { summary, progress: null }),
  colors: (state, { colors }) => (colors.join() === state.answers.colors.join() ? state : withAnswers(state, { colors })),
  decision: (state, { side, decision }) => {
    const decisions = BOTH.map((s) => (s === side ? decision : state.answers.decisions[s]));
    return withAnswers(state, { decisions: [decisions[0] ?? null, decisions[1] ?? null] });
  },
};

/** The state after an action. */
export function reduce(state: State, action: Action): State {
  return (HANDLERS[action.type] as (state: State, action: Action) => State)(state, action);
}

/** A kernel as the engine describes it, with defaults as a side's machine scales them; `undefined` until it has. */
export function presetOf(state: State, side: SideIndex, kernel = state.doc.sides[side].kernel): Preset | undefined {
  return state.answers.presets[state.doc.sides[side].assumed_cpus]?.find((preset) => preset.name === kernel);
}

/** Whether page and picture are dark. */
export const isDark = ({ doc, systemDark }: State): boolean => (doc.theme === 'system' ? systemDark : doc.theme === 'dark');

/** How long the shown run is: the longer of its sides, or what the scenario asks for before there is one. */
export function endNs(state: State): number {
  const ends = state.answers.summary?.sides.map((side) => side.end_ns) ?? [];
  return ends.length > 0 ? Math.max(...ends) : state.doc.scenario.duration_us * 1_000;
}

/** The new kernel, with those changes kept that it also has: a knob of another scheduler means nothing to it. */
function onKernel(side: Side, preset: Preset | undefined, kernel: string): Side {
  const { preemption: _, ...rest } = side;
  const knows = new Set([...(preset?.knobs ?? []), ...(preset?.features ?? [])].map((one) => one.name));
  const knobs = Object.fromEntries(Object.entries(side.knobs).filter(([name]) => knows.has(name)));
  return { ...rest, kernel, knobs, features: side.features.filter((name) => knows.has(bare(name))) };
}

/** A feature's name without the `NO_` that turns it off. */
export const bare = (feature: string): string => feature.replace(/^NO_/, '');

function withFeature(features: readonly string[], name: string, on: boolean | null): string[] {
  const others = features.filter((feature) => bare(feature) !== name);
  return on === null ? others : [...others, on ? name : `NO_${name}`];
}

function compactKnobs(knobs: Side['knobs'], name: string, value: number | null): Side['knobs'] {
  const { [name]: _, ...others } = knobs;
  return value === null ? others : { ...others, [name]: value };
}

/** A hidden task stays hidden under its new name. */
function withNewName(state: State, index: number, name: string): State {
  const old = state.doc.scenario.threads[index]?.name;
  return withDoc(state, { hidden: state.doc.hidden.map((n) => (n === old ? name : n)) });
}

const alike = (a: Range | null, b: Range | null): boolean => a === b || (a !== null && b !== null && sameRange(a, b));

const withDoc = (state: State, change: Partial<Doc>): State => ({ ...state, doc: { ...state.doc, ...change } });
const withAnswers = (state: State, change: Partial<Answers>): State => ({ ...state, answers: { ...state.answers, ...change } });

function withSide(state: State, side: SideIndex, change: (old: Side) => Side): State {
  const [a, b] = state.doc.sides;
  return withDoc(state, { sides: side === 0 ? [change(a), b] : [a, change(b)] });
}

function withThreads(state: State, change: (all: readonly Thread[]) => readonly Thread[]): State {
  const threads = change(state.doc.scenario.threads);
  const hidden = state.doc.hidden.filter((name) => threads.some((thread) => thread.name === name));
  return withDoc(state, { scenario: { ...state.doc.scenario, threads }, hidden });
}
