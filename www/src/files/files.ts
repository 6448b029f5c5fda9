/** Files that people open and get: what they are, how large they may be, what they are called. Pure: no disk, no document. */
import type { Linked, Theme } from '../state/doc';
import { pretty } from './pretty';
import { fromFile, toFile } from './saved';
import { ShapeError } from '../tasks/scenario';
import type { Side } from '../worker/protocol';

/** A file that cannot be opened; the message begins with its name, and says what is wrong, where, and what to do. */
export class FileError extends Error {}

/** What the engine takes, see `crate/formats/src/limits.rs`; looked at before a byte is read. */
const BYTES_MAX = { scenario: 1_048_576, recording: 67_108_864 } as const;

/** What the page can open. */
export type FileKind = keyof typeof BYTES_MAX;

/** What a file is, by its name: recordings are lines of JSON, packed or not; anything else had better be a scenario. */
export const kindOf = (name: string): FileKind => (/\.(jsonl|ndjson|gz)$/i.test(name) ? 'recording' : 'scenario');

/** Throws a `FileError` for a file that is too large to be read at all. */
export function checkSize(name: string, bytes: number): void {
  const max = BYTES_MAX[kindOf(name)];
  if (bytes > max) throw new FileError(`${name}: ${megabytes(bytes)} is too large; a ${kindOf(name)} has at most ${megabytes(max)}`);
  if (bytes === 0) throw new FileError(`${name}: the file is empty; save it again where it was made`);
}

const megabytes = (bytes: number): string => `${Number((bytes / 1_048_576).toPrecision(3))} MB`;

/** A scenario file as the page opens it. */
export function readFile(name: string, text: string, theme: Theme): Linked {
  try {
    return fromFile(parse(name, text), theme);
  } catch (error) {
    if (error instanceof ShapeError) throw new FileError(`${name}: ${error.message}`);
    throw error;
  }
}

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FileError(`${name}: ${notJson(text, String((error as Error).message))}`);
  }
}

/** Browsers word it differently; most say where, and the line is what an editor can go to. */
function notJson(text: string, message: string): string {
  const at = /position (\d+)/.exec(message);
  const line = /line (\d+)/.exec(message)?.[1] ?? (at ? text.slice(0, Number(at[1])).split('\n').length : null);
  const where = line === null ? '' : `line ${line}: `;
  return `${where}this is no JSON (${message}); expected a scenario like {"duration_us": 100000, "threads": […]}`;
}

/** The text of a scenario file. */
export const fileText = (linked: Linked): string => pretty(toFile(linked));

/** Letters, digits and dashes of a text, for names of files. */
export function slug(text: string): string {
  const words = text.normalize('NFKD').toLowerCase().match(/[\p{L}\p{N}]+(?:\.[\p{L}\p{N}]+)*/gu) ?? [];
  return words.join('-').slice(0, 60) || 'schedlens';
}

/** `schedlens-long-sleeper-a-6.5-b-7.2.svg`: what is shown, on which kernels. `part` says in words which part of it, and how. */
export function exportName(what: string, sides: readonly Side[], part: string, extension: string): string {
  const kernels = sides.map(({ kernel }, i) => `${'ab'.charAt(i)}-${kernel}`);
  return `${['schedlens', slug(what), ...kernels, ...part.split(' ')].filter(Boolean).join('-')}.${extension}`;
}
