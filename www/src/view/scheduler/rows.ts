/** What every row of a side's settings is given. */
import type { SideIndex } from '../../state/doc';
import type { Dispatch } from '../../state/store';

/** The side that it is a row of, and how to change it. */
export interface RowProps {
  readonly side: SideIndex;
  readonly dispatch: Dispatch;
}
