/** What the editor of a program needs to know of its text: pure. */
import { FORMS, VERBS } from './forms';
import { wordsOf } from './words';

const INDENT = '  ';

/** The line that a place in the text is on, from 0. */
export const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length - 1;

/** Where a line begins. */
export const startOf = (text: string, line: number): number =>
  text
    .split('\n')
    .slice(0, line)
    .reduce((sum, row) => sum + row.length + 1, 0);

/** What a new line after this place begins with: as far in as the line, and further after a loop. */
export function indentAfter(text: string, position: number): string {
  const before = text.slice(0, position);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const blank = /^\s*/.exec(line)?.[0] ?? '';
  return blank + (/^\s*loop\b/i.test(line) ? INDENT : '');
}

/** Help for the line that is being written: how its step is written, or which steps there are. */
export interface Hint {
  /** Empty for a choice of verbs. */
  readonly does: string;
  readonly words: readonly string[];
}

/** Forms of the verb on this line; while there is none, the verbs that begin like it. */
export function hintFor(line: string): Hint {
  const verb = wordsOf(line)[0]?.text.toLowerCase() ?? '';
  const form = Object.hasOwn(FORMS, verb) ? FORMS[verb] : undefined;
  if (form) return { does: form.does, words: form.example.split(', ') };
  const begun = VERBS.filter((one) => one.startsWith(verb));
  return { does: '', words: begun.length > 0 ? begun : VERBS };
}

/** The step of a program that a place of the engine's names, as in `threads[0].script[3]`; `null` for any other place. */
export function stepOfPlace(place: string | undefined, thread: number): number | null {
  const match = /^threads\[(\d+)\]\.script(?:\[(\d+)\])?/.exec(place ?? '');
  return match && Number(match[1]) === thread ? Number(match[2] ?? 0) : null;
}
