/** Undo and redo: which pages were there before. Pure; the clock is an argument. */
import type { Doc } from './doc';

/** Where a person came from, and where they went back from. */
export interface Trail {
  readonly past: readonly Doc[];
  readonly future: readonly Doc[];
  /** What made the last step and when, so that a drag is one step. */
  readonly last: { readonly key: string | null; readonly at_ms: number } | null;
}

/** Nothing to undo or to redo. */
export const NO_TRAIL: Trail = { past: [], future: [], last: null };

/** Further back nobody remembers. */
const STEPS_MAX = 200;
/** Changes of one thing that follow each other faster are one step. */
const ONE_STEP_MS = 800;

/** What is undone: what is simulated and what is drawn of it. Where one looks is not: scrolling back is no undoing. */
const UNDONE = ['scenario', 'alone', 'lines', 'hidden', 'recording'] as const;

/** True if undoing would make a difference between the two. */
export const differs = (a: Doc, b: Doc): boolean =>
  UNDONE.some((key) => a[key] !== b[key]) || a.sides.some((side, i) => side !== b.sides[i]);

/** The trail after `before` was changed by something called `key`; `null` for what is a step of its own each time. */
export function remember(trail: Trail, before: Doc, key: string | null, at_ms: number): Trail {
  const { past, last } = trail;
  const goesOn = key !== null && last?.key === key && at_ms - last.at_ms < ONE_STEP_MS && past.length > 0;
  return { past: goesOn ? past : [...past, before].slice(-STEPS_MAX), future: [], last: { key, at_ms } };
}

/** The trail without its last steps as long as they lead back to just this: it was refused, so nothing happened. */
export function forget(trail: Trail, now: Doc): Trail {
  const top = trail.past.at(-1);
  return top && !differs(top, now) ? forget({ ...trail, past: trail.past.slice(0, -1), last: null }, now) : trail;
}

/** A step back; `null` at the beginning. */
export function undo({ past, future }: Trail, now: Doc): { doc: Doc; trail: Trail } | null {
  const doc = past.at(-1);
  if (!doc) return null;
  return { doc: seenFrom(doc, now), trail: { past: past.slice(0, -1), future: [now, ...future], last: null } };
}

/** A step forward again; `null` if nothing was undone. */
export function redo({ past, future }: Trail, now: Doc): { doc: Doc; trail: Trail } | null {
  const [doc, ...rest] = future;
  if (!doc) return null;
  return { doc: seenFrom(doc, now), trail: { past: [...past, now], future: rest, last: null } };
}

/** An earlier page, looked at as the page is now; another scenario is looked at as it was left. */
function seenFrom(doc: Doc, now: Doc): Doc {
  const { theme, range, selection, highlight, lanes } = now;
  return doc.scenario.name === now.scenario.name ? { ...doc, theme, range, selection, highlight, lanes } : { ...doc, theme };
}
