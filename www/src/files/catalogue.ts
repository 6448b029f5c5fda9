/** Everything that can be opened without a file, in groups, and how it is searched. Pure. */
import type { Earlier } from './desk';
import { openSides, type Linked } from '../state/doc';
import { GALLERY, lessonOf, titleOf } from './gallery';
import type { Listed } from './recorded';
import { fromFile } from './saved';
import type { Subject } from './thumbs';

/** Something to open. */
export interface Entry {
  readonly key: string;
  readonly title: string;
  readonly lesson: string;
  readonly open: { readonly page: Linked } | { readonly recording: string };
}

/** Entries under a heading; never empty. */
export interface Section {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** The same objects each time, so that their pictures are found again. */
const EXAMPLES = GALLERY.map((scenario) => pageEntry(`example ${scenario.name}`, fromFile(scenario, 'system')));

/** Examples, then recordings, then what was open before in this visit. */
export function catalogue(recordings: readonly Listed[], earlier: readonly Earlier[]): Section[] {
  const sections = [
    { title: 'Examples', entries: EXAMPLES },
    { title: 'Recordings of real kernels', entries: recordings.map(recordingEntry) },
    { title: 'Open before', entries: earlier.map(({ title, linked }) => pageEntry(`earlier ${title}`, linked)) },
  ];
  return sections.filter(({ entries }) => entries.length > 0);
}

function pageEntry(key: string, page: Linked): Entry {
  const { scenario } = page.doc;
  return { key, title: titleOf(scenario), lesson: lessonOf(scenario), open: { page } };
}

const recordingEntry = ({ file, title, lesson }: Listed): Entry => ({
  key: `recording ${file}`,
  title,
  lesson,
  open: { recording: file },
});

/** The sections with only what holds every word of the search, in title, lesson or name; without empty ones. */
export function search(sections: readonly Section[], text: string): Section[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const has = ({ key, title, lesson }: Entry): boolean => {
    const all = `${key} ${title} ${lesson}`.toLowerCase();
    return words.every((word) => all.includes(word));
  };
  return sections
    .map(({ title, entries }) => ({ title, entries: entries.filter(has) }))
    .filter(({ entries }) => entries.length > 0);
}

/** What is drawn for an entry; nothing for a recording, which would have to be fetched. */
export function subjectOf({ key, open }: Entry): Subject[] {
  if (!('page' in open)) return [];
  const { doc } = open.page;
  return [{ key, scenario: doc.scenario, sides: openSides(doc).map((side) => doc.sides[side]) }];
}

/**
 * The place in a grid of `columns` that an arrow key leads to from place `at` of `count`; the ends hold. `null` for any
 * other key.
 */
export function stepIn(key: string, at: number, count: number, columns: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -count,
    End: count,
  };
  const by = Object.hasOwn(steps, key) ? steps[key]! : null;
  return by === null ? null : Math.min(Math.max(at + by, 0), count - 1);
}
