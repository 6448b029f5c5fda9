/** What a person can do to time, by key or by button; one list, so that the help cannot lie. */
import { pan, span, zoom } from './canvas/viewport';
import { visible, type Session } from './session';
import { endNs } from './state';
import type { Playhead, Store } from './store';

/** What a command acts on. */
export interface Context {
  readonly store: Store;
  readonly playhead: Playhead;
  readonly session: Session;
}

/** Something to do, with the keys that do it and the words for it. */
export interface Command {
  /** As `KeyboardEvent.key` has them, lower case, with `shift+` before where it matters. */
  readonly keys: readonly string[];
  readonly shown: string;
  readonly does: string;
  readonly run: (context: Context) => void;
}

const ZOOM_STEP = 1.4;
const PAN_SHARE = 0.15;
const NUDGE_SHARE = 0.01;

/** Zooms about the playhead if it is visible, else about the middle. */
export function zoomBy({ store, playhead }: Context, factor: number): void {
  const range = visible(store.state);
  const inside = playhead.at_ns >= range.from_ns && playhead.at_ns <= range.to_ns;
  const pivot = inside ? playhead.at_ns : (range.from_ns + range.to_ns) / 2;
  store.dispatch({ type: 'range', range: zoom(range, factor, pivot, endNs(store.state)) });
}

function panBy({ store }: Context, share: number): void {
  const range = visible(store.state);
  store.dispatch({ type: 'range', range: pan(range, share * span(range), endNs(store.state)) });
}

function nudge({ store, playhead, session }: Context, share: number): void {
  session.goTo(playhead.at_ns + share * span(visible(store.state)));
}

/** All of them, in the order of the help. */
export const COMMANDS = {
  play: {
    keys: [' '],
    shown: 'Space',
    does: 'Play or pause',
    run: ({ store }) => store.dispatch({ type: 'play', playing: !store.state.playing }),
  },
  next: { keys: ['arrowright'], shown: '→', does: 'Next decision, of either side', run: ({ session }) => void session.step(1) },
  previous: { keys: ['arrowleft'], shown: '←', does: 'Previous decision', run: ({ session }) => void session.step(-1) },
  later: { keys: ['shift+arrowright'], shown: 'Shift →', does: 'A little later', run: (context) => nudge(context, NUDGE_SHARE) },
  sooner: {
    keys: ['shift+arrowleft'],
    shown: 'Shift ←',
    does: 'A little earlier',
    run: (context) => nudge(context, -NUDGE_SHARE),
  },
  home: { keys: ['home'], shown: 'Home', does: 'To the start', run: ({ session }) => session.goTo(0) },
  end: { keys: ['end'], shown: 'End', does: 'To the end', run: ({ session, store }) => session.goTo(endNs(store.state)) },
  zoomIn: { keys: ['w', '+', '='], shown: 'W', does: 'Zoom in', run: (context) => zoomBy(context, 1 / ZOOM_STEP) },
  zoomOut: { keys: ['s', '-'], shown: 'S', does: 'Zoom out', run: (context) => zoomBy(context, ZOOM_STEP) },
  left: { keys: ['a'], shown: 'A', does: 'Move the window to the left', run: (context) => panBy(context, -PAN_SHARE) },
  right: { keys: ['d'], shown: 'D', does: 'Move the window to the right', run: (context) => panBy(context, PAN_SHARE) },
  fit: {
    keys: ['f'],
    shown: 'F',
    does: 'Show the whole run',
    run: ({ store }) => store.dispatch({ type: 'range', range: null }),
  },
} satisfies Record<string, Command>;

/** The command of a key press, if it has one; keys held with Ctrl, Alt or Meta belong to the browser. */
export function commandOf(
  event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>,
): Command | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
  const key = event.key.toLowerCase();
  const held = event.shiftKey && key.startsWith('arrow') ? `shift+${key}` : key;
  return Object.values<Command>(COMMANDS).find((command) => command.keys.includes(held));
}
