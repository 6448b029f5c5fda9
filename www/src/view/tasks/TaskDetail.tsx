/** Everything that can be set of a task. */
import type { JSX } from 'preact';
import { cloneName } from '../../state/edit/tasks';
import { CloneIcon, EarlierIcon, LaterIcon, RemoveIcon } from '../icons';
import { Attributes } from './Attributes';
import { ColorSlots } from './ColorSlots';
import { Program } from './Program';
import type { TaskProps } from './props';


interface Props extends TaskProps {
  readonly onMove: (to: number) => void;
  readonly onOpen: (name: string | null) => void;
  readonly onGone: () => void;
}

/** What it does, how it is scheduled, its colour, and what can be done with it as a whole. */
export function TaskDetail(props: Props): JSX.Element {
  return (
    <div class="task-detail">
      <Program {...props} />
      <Attributes {...props} />
      <ColorSlots {...props} />
      <Acts {...props} />
    </div>
  );
}

function Acts({ thread, index, state, dispatch, onMove, onOpen, onGone }: Props): JSX.Element {
  const { name } = thread;
  const { threads } = state.doc.scenario;
  const remove = (): void => {
    onOpen(null);
    onGone();
    dispatch({ type: 'remove', index });
  };
  const clone = (): void => {
    onOpen(cloneName(threads, index));
    dispatch({ type: 'clone', index });
  };
  return (
    <div class="bar acts">
      <button type="button" aria-label={`Clone ${name}`} onClick={clone}>
        <CloneIcon /> Clone
      </button>
      <button type="button" aria-label={`Move ${name} up`} title="Up (Alt ↑)" disabled={index === 0} onClick={() => onMove(index - 1)}>
        <EarlierIcon />
      </button>
      <button
        type="button"
        aria-label={`Move ${name} down`}
        title="Down (Alt ↓)"
        disabled={index === threads.length - 1}
        onClick={() => onMove(index + 1)}
      >
        <LaterIcon />
      </button>
      <button
        type="button"
        aria-label={`Remove task ${name}`}
        disabled={threads.length === 1}
        onClick={remove}
      >
        <RemoveIcon /> Remove
      </button>
    </div>
  );
}
