/** What a hand does with a task's name, the same wherever the name stands: legend, picture, list or table. */
import type { State } from '../state/state';
import type { Dispatch } from '../state/store';

/** Make the others faint, draw only its lines, or do without its lines. Each is its own opposite. */
export type EntityAct = 'highlight' | 'isolate' | 'hide';

/** What is used of a click: `detail` counts the clicks in a row. */
export type Click = Pick<MouseEvent, 'detail' | 'shiftKey'>;

/** For the element that has the name: spread it over a button. */
export interface EntityHandlers {
  readonly title: string;
  readonly 'aria-pressed': boolean;
  readonly onClick: (event: Click) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const KEYS: Readonly<Record<string, EntityAct>> = { i: 'isolate', h: 'hide' };

/**
 * What a click on a name does: Shift hides, the second of two isolates, else it highlights. `null` for further clicks in
 * a row: somebody who clicks three times means what two mean.
 */
export function actOfClick({ detail, shiftKey }: Click): EntityAct | null {
  if (detail > 2) return null;
  if (shiftKey) return 'hide';
  return detail === 2 ? 'isolate' : 'highlight';
}

/** Does it, or takes it back if it is so already. */
export function actOn({ doc }: Pick<State, 'doc'>, dispatch: Dispatch, name: string, act: EntityAct): void {
  if (act === 'hide') dispatch({ type: 'hide', name, hidden: !doc.hidden.includes(name) });
  else dispatch({ type: act, name });
}

/** Does what a click means. The first of two has highlighted already, which was not meant. */
export function clickOn(state: () => Pick<State, 'doc'>, dispatch: Dispatch, name: string, click: Click): void {
  const act = actOfClick(click);
  if (act === 'isolate') dispatch({ type: 'highlight', name });
  if (act) actOn(state(), dispatch, name, act);
}

/** The words that tell how, for a title. */
export const entityTitle = (name: string): string =>
  `${name}: click to highlight, double-click (I) for its lines alone, Shift-click (H) to hide them`;

/**
 * Handlers and words for an element with a task's name. `state` is asked for when something happens, so that an element
 * that was made before the last change does the right thing.
 */
export function entityHandlers(state: () => Pick<State, 'doc'>, dispatch: Dispatch, name: string): EntityHandlers {
  return {
    title: entityTitle(name),
    'aria-pressed': state().doc.highlight === name,
    onClick: (event) => clickOn(state, dispatch, name, event),
    onKeyDown: (event) => {
      const act = event.ctrlKey || event.altKey || event.metaKey ? undefined : KEYS[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      actOn(state(), dispatch, name, act);
    },
  };
}
