/** A task in the list: a line about it, and everything that can be set while it is open. */
import type { JSX } from 'preact';
import { doesOf, schedulingOf } from '../../tasks/describe';
import { isSolo } from '../../state/edit/tasks';
import { entityHandlers } from '../entity';
import { HandleIcon, HiddenIcon, ShownIcon } from '../icons';
import { InGroup } from '../InGroup';
import { OpenLine } from '../OpenLine';
import { NameField } from './NameField';
import type { TaskProps } from './props';
import { TaskDetail } from './TaskDetail';
import type { Landing } from './useReorder';

interface RowProps {
  readonly open: boolean;
  readonly landing: Landing;
  readonly onHandle: (event: PointerEvent & { currentTarget: HTMLElement }) => void;
  readonly onOpen: (name: string | null) => void;
  readonly onMove: (to: number) => void;
  /** The task was removed: the focus must go somewhere. */
  readonly onGone: () => void;
}

type Props = TaskProps & RowProps;

/** Alt with an arrow moves it up or down. */
export function TaskRow(props: Props): JSX.Element {
  const { thread, index, open, landing, onMove, onHandle, state } = props;
  const press = (event: KeyboardEvent): void => {
    const by = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (by === undefined) return;
    event.preventDefault();
    onMove(index + by);
  };
  const color = state.answers.colors[index];
  return (
    <li class="task" data-open={open} data-landing={landing} data-muted={Boolean(thread.muted)} onKeyDown={press}>
      <div class="task-title">
        <span class="handle" title="Drag to another place; Alt ↑ and Alt ↓ by key" aria-hidden="true" onPointerDown={onHandle}>
          <HandleIcon />
        </span>
        <span class="swatch" style={color ? { background: color } : {}} />
        {open ? <NameField {...props} onRenamed={props.onOpen} /> : <Name {...props} />}
        <Switches {...props} />
      </div>
      <Does {...props} />
      {open ? <TaskDetail key={thread.name} {...props} /> : null}
    </li>
  );
}

/** Acts as everywhere that a task's name stands. */
function Name({ thread, state, dispatch }: Props): JSX.Element {
  const { name } = thread;
  return (
    <button type="button" class="quiet task-name" {...entityHandlers(() => state, dispatch, name)}>
      <InGroup name={thread.cgroup} />
      {name}
    </button>
  );
}

function Switches({ thread, index, state, dispatch }: Props): JSX.Element {
  const { name } = thread;
  const { hidden, scenario } = state.doc;
  const isHidden = hidden.includes(name);
  const muted = Boolean(thread.muted);
  return (
    <>
      <button
        type="button"
        class="quiet letter-switch"
        aria-pressed={muted}
        aria-label={`Mute ${name}`}
        title={muted ? 'Muted: it is left out of the run' : 'Mute: leave it out of the run'}
        onClick={() => dispatch({ type: 'thread', index, change: { muted: muted ? undefined : true } })}
      >
        M
      </button>
      <button
        type="button"
        class="quiet letter-switch"
        aria-pressed={isSolo(scenario.threads, index)}
        aria-label={`Solo ${name}`}
        title="Solo: only this one runs"
        disabled={scenario.threads.length === 1}
        onClick={() => dispatch({ type: 'solo', index })}
      >
        S
      </button>
      <button
        type="button"
        class="quiet"
        aria-pressed={isHidden}
        aria-label={`Hide the lines of ${name}`}
        title={isHidden ? 'Show its lines' : 'Hide its lines'}
        onClick={() => dispatch({ type: 'hide', name, hidden: !isHidden })}
      >
        {isHidden ? <HiddenIcon /> : <ShownIcon />}
      </button>
    </>
  );
}

/** The line about it, which opens and closes it. */
function Does({ thread, open, onOpen }: Props): JSX.Element {
  const { name } = thread;
  const words = [thread.muted ? 'muted' : '', ...schedulingOf(thread), doesOf(thread)].filter((part) => part !== '').join(' · ');
  return <OpenLine name={name} words={words} open={open} hooks={{ 'data-task': name, 'data-field': 'open' }} onOpen={onOpen} />;
}
