/** What the parts of a task's row are given. */
import type { Session } from '../../state/session';
import type { Thread } from '../../tasks/scenario';
import type { State } from '../../state/state';
import type { Dispatch } from '../../state/store';

/** The page's panel. */
export interface PanelProps {
  readonly state: State;
  readonly dispatch: Dispatch;
  /** Draws previews. */
  readonly session: Pick<Session, 'query'>;
}

/** One task in it. */
export type TaskProps = PanelProps & { readonly thread: Thread; readonly index: number };
