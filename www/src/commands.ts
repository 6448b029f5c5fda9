/** What a person can do to time, by key or by button; one list, so that the help cannot lie. */
import { around, fit, pan, sameRange, span, zoom, type Stretch } from './canvas/viewport';
import type { Mover } from './playback/mover';
import { pickDecision, stepInterval } from './files/pick';
import { faster } from './playback/player';
import type { Session } from './state/session';
import { endNs, visible, type State } from './state/state';
import type { Playhead, Store } from './state/store';

/** What a command acts on. */
export interface Context {
  readonly store: Store;
  readonly playhead: Playhead;
  readonly session: Session;
  readonly mover: Mover;
}

/** What a command is for, as the help groups them. */
export type Group = 'Playback' | 'Window' | 'Selection' | 'Page';

/** Something to do, with the keys that do it and the words for it. */
export interface Command {
  /** As `chordOf` writes them. */
  readonly keys: readonly string[];
  readonly shown: string;
  readonly does: string;
  readonly group: Group;
  readonly run: (context: Context) => void;
}

const ZOOM_STEP = 1.4;
const PAN_SHARE = 0.2;
const NUDGE_SHARE = 0.01;
const SPEED_STEP = 1.5;

/** Zooms about the pointer if it is over the picture, else about the playhead if it is visible, else about the middle. */
export function zoomBy({ store, playhead, mover }: Context, factor: number): void {
  const range = mover.target;
  const middle_ns = (range.from_ns + range.to_ns) / 2;
  const isSeen = (t_ns: number | null): t_ns is number => t_ns !== null && t_ns >= range.from_ns && t_ns <= range.to_ns;
  const pivot_ns = [mover.pointer_ns, playhead.at_ns].find(isSeen) ?? middle_ns;
  mover.glideTo(zoom(range, factor, pivot_ns, endNs(store.state)));
}

function panBy({ store, mover }: Context, share: number): void {
  const range = mover.target;
  mover.glideTo(pan(range, share * span(range), endNs(store.state)));
}

function nudge({ store, playhead, session }: Context, share: number): void {
  session.walk.goTo(playhead.at_ns + share * span(visible(store.state)));
}

/** The whole run; where that is shown already, what is selected. */
function fitNext({ store, mover }: Context): void {
  const selected = selectedStretch(store.state);
  const end_ns = endNs(store.state);
  if (selected && sameRange(mover.target, fit(end_ns))) mover.glideTo(around(selected, end_ns));
  else mover.glideTo(null);
}

/** What is selected, as a stretch of time: an event is its instant. */
export function selectedStretch({ doc, answers }: State): Stretch | null {
  const { selection } = doc;
  if (selection?.kind !== 'event') return answers.span;
  return { from_ns: selection.t_ns - EVENT_ROOM_NS, to_ns: selection.t_ns + EVENT_ROOM_NS };
}

/** What is shown on each side of an event that is fitted: the switches next to it, mostly. */
const EVENT_ROOM_NS = 2_000_000;

function speedBy({ store }: Context, factor: number): void {
  store.dispatch({ type: 'speed', ns_per_s: faster(store.state.speed_ns_per_s, factor) });
}

/** All of them, in the order of the help. */
export const COMMANDS = {
  play: {
    keys: [' '],
    shown: 'Space',
    does: 'Play or pause',
    group: 'Playback',
    run: ({ store }) => store.dispatch({ type: 'play', playing: !store.state.playing }),
  },
  next: {
    keys: ['arrowright'],
    shown: '→',
    does: 'Next decision, of either side',
    group: 'Playback',
    run: ({ session }) => void session.walk.step(1),
  },
  previous: {
    keys: ['arrowleft'],
    shown: '←',
    does: 'Previous decision',
    group: 'Playback',
    run: ({ session }) => void session.walk.step(-1),
  },
  nextTick: {
    keys: [']', 't'],
    shown: ']',
    does: 'Next tick',
    group: 'Playback',
    run: ({ session }) => void session.walk.stepTick(1),
  },
  previousTick: {
    keys: ['[', 'shift+t'],
    shown: '[',
    does: 'Previous tick',
    group: 'Playback',
    run: ({ session }) => void session.walk.stepTick(-1),
  },
  later: {
    keys: ['shift+arrowright'],
    shown: 'Shift →',
    does: 'A little later',
    group: 'Playback',
    run: (context) => nudge(context, NUDGE_SHARE),
  },
  sooner: {
    keys: ['shift+arrowleft'],
    shown: 'Shift ←',
    does: 'A little earlier',
    group: 'Playback',
    run: (context) => nudge(context, -NUDGE_SHARE),
  },
  home: { keys: ['home'], shown: 'Home', does: 'To the start', group: 'Playback', run: ({ session }) => session.walk.goTo(0) },
  end: {
    keys: ['end'],
    shown: 'End',
    does: 'To the end',
    group: 'Playback',
    run: ({ session, store }) => session.walk.goTo(endNs(store.state)),
  },
  faster: { keys: ['>'], shown: '>', does: 'Faster', group: 'Playback', run: (context) => speedBy(context, SPEED_STEP) },
  slower: { keys: ['<'], shown: '<', does: 'Slower', group: 'Playback', run: (context) => speedBy(context, 1 / SPEED_STEP) },
  zoomIn: {
    keys: ['w', '+', '='],
    shown: 'W',
    does: 'Zoom in',
    group: 'Window',
    run: (context) => zoomBy(context, 1 / ZOOM_STEP),
  },
  zoomOut: { keys: ['s', '-'], shown: 'S', does: 'Zoom out', group: 'Window', run: (context) => zoomBy(context, ZOOM_STEP) },
  left: { keys: ['a'], shown: 'A', does: 'Move to the left', group: 'Window', run: (context) => panBy(context, -PAN_SHARE) },
  right: { keys: ['d'], shown: 'D', does: 'Move to the right', group: 'Window', run: (context) => panBy(context, PAN_SHARE) },
  fit: { keys: ['f'], shown: 'F', does: 'Whole run; again: the selection', group: 'Window', run: fitNext },
  pick: { keys: ['enter'], shown: 'Enter', does: 'Select the decision at the playhead', group: 'Selection', run: pickDecision },
  after: {
    keys: ['.'],
    shown: '.',
    does: 'Next interval of the selected task',
    group: 'Selection',
    run: (context) => void stepInterval(context, 1),
  },
  before: {
    keys: [','],
    shown: ',',
    does: 'Previous interval of the selected task',
    group: 'Selection',
    run: (context) => void stepInterval(context, -1),
  },
  deselect: {
    keys: ['escape'],
    shown: 'Esc',
    does: 'Select nothing',
    group: 'Selection',
    run: ({ store }) => store.dispatch({ type: 'select', selection: null }),
  },
  undo: {
    keys: ['mod+z'],
    shown: 'Ctrl Z',
    does: 'Undo the last change',
    group: 'Page',
    run: ({ store }) => store.dispatch({ type: 'undo' }),
  },
  redo: {
    keys: ['mod+shift+z', 'mod+y'],
    shown: 'Ctrl Shift Z',
    does: 'Do it again',
    group: 'Page',
    run: ({ store }) => store.dispatch({ type: 'redo' }),
  },
} satisfies Record<string, Command>;

/** What of a key press matters here. */
export type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>;

/** A key press in words: lower case, with `mod+` for Ctrl or ⌘ and `shift+` before it. */
export function chordOf({ key, shiftKey, ctrlKey, metaKey }: Omit<Press, 'altKey'>): string {
  return (ctrlKey || metaKey ? 'mod+' : '') + (shiftKey ? 'shift+' : '') + key.toLowerCase();
}

/**
 * The command of a key press, if it has one. With Alt it belongs to the browser. Shift alone makes no difference where no
 * command asks for it: a capital is the same key, and some keyboards need it to write `>` or `+`.
 */
export function commandOf({ key, shiftKey, ctrlKey, altKey, metaKey }: Press): Command | undefined {
  const bracket = altKey && (key === '[' || key === ']');
  if (altKey && !bracket) return undefined;
  // Many keyboards write brackets with AltGr, which some systems tell as Ctrl and Alt.
  const held = { key, shiftKey, ctrlKey: ctrlKey && !bracket, metaKey };
  const bare = key.length === 1 ? withChord(chordOf({ ...held, shiftKey: false })) : undefined;
  return withChord(chordOf(held)) ?? bare;
}

const withChord = (chord: string): Command | undefined =>
  Object.values<Command>(COMMANDS).find((command) => command.keys.includes(chord));
