/**
 * Links: the whole scenario, both sides and the view in the address fragment, so that no server ever sees them.
 *
 * The first character is the version of the format. A version is never changed once it is out: a new one comes with an
 * upgrader for its predecessor. Version 1 was JSON, deflated, in base64url. Version 2 is terser JSON (`packdoc.ts`), deflated with
 * a dictionary of such pages that both ends have (`primer.ts`), behind two characters that check it.
 *
 * A scenario that comes with the page is written out like any other: the dictionary has it, so it costs a few characters, and
 * the link opens to the same picture however the scenario on the page changes.
 */
import { deflate, inflate, TooLarge } from './bytes';
import type { Linked } from '../state/doc';
import { packPage, unpackPage } from './packdoc';
import { ShapeError } from '../tasks/scenario';
import { PRIMER } from './primer';

/** UPGRADES[i] turns the content of version i + 1 into that of version i + 2. */
const UPGRADES: readonly ((old: unknown) => unknown)[] = [fromV1];
const VERSION = UPGRADES.length + 1;

/** Longer links are refused; some browsers keep no more in an address. */
export const LINK_CHARS_MAX = 262_144;
/** Links above this are likely to be cut on their way to somebody: a file is the better parcel. */
export const SHARED_CHARS_MAX = 8_000;
/** A small link may unpack to something huge; no scenario is. */
const CONTENT_BYTES_MAX = 1_048_576;
const CHECK_CHARS = 2;

/** A link that cannot be opened; the message says what is wrong with it and what to do. */
export class LinkError extends Error {}

/** The fragment for a page, without the `#`. */
export function encode(linked: Linked): string {
  return VERSION.toString(36) + sealed(JSON.stringify(packPage(linked)));
}

/** Any content of version 2 without the version, with what checks it. */
export const sealed = (content: string): string => checkOf(content) + deflate(content, PRIMER);

/** What a fragment (without the `#`) holds; throws a `LinkError` for anything that this page did not write. */
export function decode(fragment: string): Linked {
  if (fragment.length > LINK_CHARS_MAX)
    throw new LinkError(`the link is ${fragment.length} characters long; at most ${LINK_CHARS_MAX} are read`);
  const version = readVersion(fragment);
  const content = readContent(version, fragment.slice(1));
  try {
    return unpackPage(UPGRADES.slice(version - 1).reduce((old, upgrade) => upgrade(old), content));
  } catch (error) {
    if (error instanceof ShapeError) throw new LinkError(`the link was opened but makes no sense: ${error.message}`);
    throw error;
  }
}

function readVersion(fragment: string): number {
  const version = parseInt(fragment.charAt(0), 36);
  if (!(version >= 1))
    throw new LinkError(
      `the link begins with "${fragment.charAt(0)}" instead of a format version (1 to ${VERSION}); copy it again from where it came from`,
    );
  if (version > VERSION)
    throw new LinkError(
      `the link has format ${version}, made by a newer Schedlens; this page reads formats up to ${VERSION}: reload it to get the newest`,
    );
  return version;
}

function readContent(version: number, text: string): unknown {
  try {
    return JSON.parse(version === 1 ? inflate(text, '', CONTENT_BYTES_MAX) : checked(text));
  } catch (error) {
    if (error instanceof TooLarge)
      throw new LinkError(`the link unpacks to more than ${CONTENT_BYTES_MAX} bytes; no scenario is that large`);
    throw new LinkError('the link is damaged, most likely cut off when it was copied; copy it again in full');
  }
}

/** The content again; throws for anything that `sealed` did not make. */
function checked(text: string): string {
  const content = inflate(text.slice(CHECK_CHARS), PRIMER, CONTENT_BYTES_MAX);
  if (text.slice(0, CHECK_CHARS) !== checkOf(content)) throw new LinkError('damaged');
  return content;
}

/** Two characters that a changed text is unlikely to have as well: FNV-1a. */
function checkOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return ((hash >>> 0) % 36 ** CHECK_CHARS).toString(36).padStart(CHECK_CHARS, '0');
}

/** Version 1 had one axis for vruntime and deadlines, and a playhead between two µs as a text of ns. */
function fromV1(old: unknown): unknown {
  if (typeof old !== 'object' || old === null || Array.isArray(old)) throw new ShapeError('expected an object');
  const { x, p, ...same } = old as Record<string, unknown>;
  const lines = x === undefined ? {} : { l: 'raa' };
  const playhead = p === undefined ? {} : { p: typeof p === 'string' ? Number(p) / 1_000 : p };
  return { ...same, ...lines, ...playhead };
}
