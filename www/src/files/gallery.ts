/** The scenarios that come with the page, each ready to look at. */
import type { Doc, Linked, Theme } from '../state/doc';
import { RECORDINGS } from './recordings';
import { fromFile } from './saved';
import { readScenario, type Scenario } from '../tasks/scenario';

const FILES = import.meta.glob<unknown>('../../../tests/scenarios/*.json', { eager: true, import: 'default' });

/** From the plainest question to the busiest picture; the page opens with the first. */
const ORDER = [
  'long-sleeper',
  'equal-hogs',
  'nice-0-and-5',
  'short-sleeper',
  'custom-slice',
  'delayed-dequeue',
  'tick-rate',
  'slice-knob',
  'run-to-parity',
  'yield',
  'pipe-pair',
  'idle-class',
  'nice-19-crowd',
  'group-nice',
  'group-sleepers',
  'quota',
  'fifo-hog',
  'deadline',
  'hikey-steal',
  'hikey960-energy',
  'graviton-database',
  'epyc-newidle',
  'xeon-make',
  'desktop',
];
const placeOf = ({ name }: Scenario): number => ORDER.indexOf(name ?? '') >>> 0;

/** All of them; one that has no place in the order comes last. */
export const GALLERY: readonly Scenario[] = Object.values(FILES)
  .map(readScenario)
  .sort((a, b) => placeOf(a) - placeOf(b));

/** A scenario's title, or its name if it has none. */
export const titleOf = ({ title, name }: Scenario): string => (typeof title === 'string' ? title : name || 'Untitled');

/** What to see in a scenario; empty if it does not say. */
export const lessonOf = ({ lesson }: Scenario): string => (typeof lesson === 'string' ? lesson : '');

/** What came of a scenario, with places for numbers of the run; empty if it does not say. */
export const captionOf = ({ caption }: Scenario): string => (typeof caption === 'string' ? caption : '');

/** The keys of every object in one order: a file and a link need not agree on it. */
const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
const runOf = ({ scenario: { title: _, ...scenario }, sides }: Doc): string => JSON.stringify([scenario, sides], sorted);
const RUNS = new Map(GALLERY.map((scenario) => [scenario.name, runOf(fromFile(scenario, 'system').doc)]));

/** False once an example has been changed: what its lesson counts is then no longer on the page. */
export function isAsItCame(doc: Doc): boolean {
  const example = RUNS.get(doc.scenario.name);
  return example === undefined || doc.recording !== null || example === runOf(doc);
}

/** The prose of a scenario. */
interface Prose {
  readonly title?: unknown;
  readonly lesson?: unknown;
  readonly caption?: unknown;
}

/** The prose of a recording that comes with the page, or else of the example of that name: a link need not repeat it. */
export function proseOf(name: unknown, recording: string | null): Prose {
  const listed = RECORDINGS.find(({ file }) => file === recording);
  if (listed) return { title: listed.title, lesson: listed.lesson };
  const example = GALLERY.find((scenario) => scenario.name === name);
  return example ? { title: example.title, lesson: example.lesson, caption: example.caption } : {};
}

/** What the page shows when it is asked for nothing. */
export const opening = (theme: Theme): Linked => fromFile(GALLERY[0], theme);
