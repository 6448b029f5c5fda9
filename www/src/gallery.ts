/** The scenarios that come with the page, each ready to look at. */
import type { Range } from './canvas/viewport';
import { DEFAULT_SIDES, plainSide, type Doc, type Linked, type Theme } from './doc';
import { readScenario, ShapeError, type Scenario } from './scenario';
import { fromUs, ns } from './time';
import type { Side } from './worker/protocol';

const FILES = import.meta.glob<unknown>('../../tests/scenarios/*.json', { eager: true, import: 'default' });

/** The one that the page opens with. */
const OPENING = 'long-sleeper';

/** Where to look first, for scenarios whose point would be lost in the whole run. */
const FIRST_LOOK: ReadonlyMap<string, { range: Range; playhead_us: number }> = new Map([
  [OPENING, { range: { from_ns: fromUs(34_000), to_ns: fromUs(66_000) }, playhead_us: 41_900 }],
]);

/** All of them, the opening one first. */
export const GALLERY: readonly Scenario[] = Object.values(FILES)
  .map(readScenario)
  .sort((a, b) => Number(b.name === OPENING) - Number(a.name === OPENING));

/** A scenario's title, or its name if it has none. */
export const titleOf = ({ title, name }: Scenario): string => (typeof title === 'string' ? title : name || 'Untitled');

/** What to see in a scenario; empty if it does not say. */
export const lessonOf = ({ lesson }: Scenario): string => (typeof lesson === 'string' ? lesson : '');

/** Title and lesson of the gallery's scenario with that name: a link need not repeat them. */
export function proseOf(name: unknown): { title?: unknown; lesson?: unknown } {
  const found = GALLERY.find((scenario) => scenario.name === name);
  return found ? { title: found['title'], lesson: found['lesson'] } : {};
}

/** A scenario file as the page opens it: its two sides become the page's, the rest stays the file's. */
export function openFile(value: unknown, theme: Theme): Linked {
  const { a, b, ...scenario } = readScenario(value);
  const look = FIRST_LOOK.get(scenario.name ?? '');
  const doc: Doc = {
    scenario: scenario as Scenario,
    sides: [readSide(a, scenario, DEFAULT_SIDES[0], 'a'), readSide(b, scenario, DEFAULT_SIDES[1], 'b')],
    range: look?.range ?? null,
    axis: 'relative',
    hidden: [],
    theme,
  };
  return { doc, playhead_ns: look ? fromUs(look.playhead_us) : ns(0) };
}

/** What the page shows when it is asked for nothing. */
export const opening = (theme: Theme): Linked => openFile(GALLERY[0], theme);

/** What a side of a file says, over the defaults of its kernel; its values are checked by the engine. */
function readSide(value: unknown, scenario: Omit<Scenario, 'threads'>, ordinary: Side, place: string): Side {
  const hz = typeof scenario['hz'] === 'number' ? { hz: scenario['hz'] } : {};
  if (value === undefined) return { ...ordinary, ...hz };
  const kernel = (value as { kernel?: unknown } | null)?.kernel;
  if (typeof kernel !== 'string') throw new ShapeError(`${place}: expected an object with a "kernel" like "7.2"`);
  return { ...plainSide(kernel), ...hz, ...(value as Partial<Side>) };
}
