/**
 * Links: the whole scenario, both sides and the view in the address fragment, so that no server ever sees them.
 *
 * The first character is the version of the format; the rest is JSON, deflated, in base64url. What equals its default
 * is left out. A version is never changed once it is out: a new one comes with an upgrader for its predecessor.
 */
import { deflate, inflate, TooLarge } from './bytes';
import type { Range } from './canvas/viewport';
import { BOTH, DEFAULT_SIDES, plainSide, type Doc, type Linked, type Theme } from './doc';
import { proseOf } from './gallery';
import { packScenario, unpackScenario } from './pack';
import { compact, ShapeError, type Scenario } from './scenario';
import { fromUs, ns, toUs } from './time';
import type { Side } from './worker/protocol';

/** UPGRADES[i] turns the content of version i + 1 into that of version i + 2. */
const UPGRADES: readonly ((old: unknown) => unknown)[] = [];
const VERSION = UPGRADES.length + 1;

/** Longer links are refused: browsers and chats cut them anyway. */
const LINK_CHARS_MAX = 32_768;
/** A small link may unpack to something huge; no scenario is. */
const CONTENT_BYTES_MAX = 1_048_576;

/** A link that cannot be opened; the message says what is wrong with it and what to do. */
export class LinkError extends Error {}

/** The fragment for a page, without the `#`. */
export async function encode(linked: Linked): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(pack(linked)));
  return VERSION.toString(36) + (await deflate(bytes));
}

/** What a fragment (without the `#`) holds; throws a `LinkError` for anything that this page did not write. */
export async function decode(fragment: string): Promise<Linked> {
  if (fragment.length > LINK_CHARS_MAX)
    throw new LinkError(`the link is ${fragment.length} characters long; at most ${LINK_CHARS_MAX} are read`);
  const version = readVersion(fragment);
  const content = UPGRADES.slice(version - 1).reduce((old, upgrade) => upgrade(old), await readContent(fragment.slice(1)));
  try {
    return unpack(content);
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

async function readContent(text: string): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await inflate(text, CONTENT_BYTES_MAX)));
  } catch (error) {
    if (error instanceof TooLarge)
      throw new LinkError(`the link unpacks to more than ${CONTENT_BYTES_MAX} bytes; no scenario is that large`);
    throw new LinkError('the link is damaged, most likely cut off when it was copied; copy it again in full');
  }
}

interface Packed {
  s?: unknown;
  a?: unknown;
  b?: unknown;
  /** Window and playhead in ns; a playhead in whole µs is far shorter, and as good to the eye. */
  v?: unknown;
  p?: unknown;
  x?: unknown;
  h?: unknown;
  t?: unknown;
}

function pack({ doc, playhead_ns }: Linked): Packed {
  const [a, b] = BOTH.map((side) => packSide(doc.sides[side], DEFAULT_SIDES[side]));
  return compact({
    s: packScenario(withoutProse(doc.scenario)),
    a,
    b,
    v: doc.range ? [toUs(doc.range.from_ns), toUs(doc.range.to_ns)] : undefined,
    p: playhead_ns % 1_000 === 0 ? toUs(playhead_ns) || undefined : String(playhead_ns),
    x: doc.axis === 'absolute' ? 1 : undefined,
    h: doc.hidden.length > 0 ? doc.hidden : undefined,
    t: doc.theme === 'system' ? undefined : doc.theme,
  });
}

function unpack(value: unknown): Linked {
  if (typeof value !== 'object' || value === null) throw new ShapeError('expected an object');
  const packed = value as Packed;
  const doc: Doc = {
    scenario: withProse(unpackScenario(packed.s)),
    sides: [unpackSide(packed.a, DEFAULT_SIDES[0], 'side A'), unpackSide(packed.b, DEFAULT_SIDES[1], 'side B')],
    range: packed.v === undefined ? null : readRange(packed.v),
    axis: packed.x === undefined ? 'relative' : 'absolute',
    hidden: packed.h === undefined ? [] : readTexts(packed.h, 'hidden tasks'),
    theme: packed.t === undefined ? 'system' : readOneOf<Theme>(packed.t, ['light', 'dark'], 'theme'),
  };
  return {
    doc,
    playhead_ns:
      typeof packed.p === 'string' ? ns(readNumber(Number(packed.p), 'playhead')) : fromUs(readNumber(packed.p ?? 0, 'playhead')),
  };
}

/** Title and lesson of a scenario that comes with the page are left out: they are long, and change nothing. */
function withoutProse({ title, lesson, ...scenario }: Scenario): Scenario {
  const known = proseOf(scenario.name);
  return compact({
    ...scenario,
    title: title === known.title ? undefined : title,
    lesson: lesson === known.lesson ? undefined : lesson,
  } as Scenario);
}

const withProse = (scenario: Scenario): Scenario => compact({ ...proseOf(scenario.name), ...scenario });

/** The keys of a side in a link, and its defaults: those of the kernel, all of them one letter. */
function packSide(side: Side, ordinary: Side): unknown {
  const plain = plainSide(side.kernel);
  const packed = compact({
    k: side.kernel === ordinary.kernel ? undefined : side.kernel,
    z: side.hz === plain.hz ? undefined : side.hz,
    c: side.assumed_cpus === plain.assumed_cpus ? undefined : side.assumed_cpus,
    m: side.preemption,
    n: Object.keys(side.knobs).length > 0 ? side.knobs : undefined,
    f: side.features.length > 0 ? side.features.join(' ') : undefined,
    o: side.costs === plain.costs ? undefined : side.costs,
  });
  return Object.keys(packed).length > 0 ? packed : undefined;
}

function unpackSide(value: unknown, ordinary: Side, place: string): Side {
  if (value === undefined) return ordinary;
  if (typeof value !== 'object' || value === null) throw new ShapeError(`${place}: expected an object`);
  const { k, z, c, m, n, f, o } = value as Record<string, unknown>;
  const side = plainSide(k === undefined ? ordinary.kernel : readText(k, `${place}: kernel`));
  return compact({
    ...side,
    hz: z === undefined ? side.hz : readNumber(z, `${place}: HZ`),
    assumed_cpus: c === undefined ? side.assumed_cpus : readNumber(c, `${place}: assumed CPUs`),
    preemption: m === undefined ? undefined : readOneOf(m, ['voluntary', 'full', 'lazy'] as const, `${place}: preemption`),
    knobs: n === undefined ? side.knobs : readNumbers(n, place),
    features: f === undefined ? side.features : readText(f, `${place}: features`).split(' ').filter(Boolean),
    costs:
      o === undefined
        ? side.costs
        : typeof o === 'object'
          ? readNumbers(o, `${place}: costs`)
          : readOneOf(o, ['zero', 'recorded'] as const, `${place}: costs`),
  }) as Side;
}

function readNumbers(value: unknown, place: string): Record<string, number> {
  if (typeof value !== 'object' || value === null) throw new ShapeError(`${place}: expected an object of numbers`);
  return Object.fromEntries(Object.entries(value).map(([name, v]) => [name, readNumber(v, `${place}: ${name}`)]));
}

function readRange(value: unknown): Range {
  if (!Array.isArray(value)) throw new ShapeError('window: expected two times in µs');
  const [from_ns, to_ns] = [fromUs(readNumber(value[0], 'window start')), fromUs(readNumber(value[1], 'window end'))];
  if (from_ns >= to_ns) throw new ShapeError('window: its end lies before its start');
  return { from_ns, to_ns };
}

function readNumber(value: unknown, place: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new ShapeError(`${place}: expected a number`);
  return value;
}

function readText(value: unknown, place: string): string {
  if (typeof value !== 'string') throw new ShapeError(`${place}: expected a text`);
  return value;
}

function readTexts(value: unknown, place: string): string[] {
  if (!Array.isArray(value)) throw new ShapeError(`${place}: expected a list`);
  return value.map((one, i) => readText(one, `${place}[${i}]`));
}

function readOneOf<T extends string>(value: unknown, known: readonly T[], place: string): T {
  const found = known.find((one) => one === value);
  if (found === undefined) throw new ShapeError(`${place}: "${String(value)}" is none of ${known.join(', ')}`);
  return found;
}
