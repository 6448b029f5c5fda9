/** The tasks of the scenario: who they are, how they are scheduled and what they do. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { TASK_TEMPLATES } from '../tasks/templates';
import { freshName } from '../tasks/scenario';
import { AddIcon } from './icons';
import { Changes } from './changes/Changes';
import { Groups } from './groups/Groups';
import type { PanelProps } from './tasks/props';
import { TaskRow } from './tasks/TaskRow';
import { useReorder } from './tasks/useReorder';

/** Every task in a line, in the order of the scenario; one of them open. */
export function Tasks(props: PanelProps): JSX.Element {
  const { threads } = props.state.doc.scenario;
  const [wanted, setOpen] = useState<string | null>(threads[0]?.name ?? null);
  const known = wanted === null || threads.some(({ name }) => name === wanted);
  const open = known ? wanted : threads[0]?.name;
  const list = useRef<HTMLUListElement>(null);
  const focus = useFocusAfter(list);
  const move = (index: number, to: number): void => {
    if (to < 0 || to >= threads.length) return;
    props.dispatch({ type: 'move', index, to });
    focus(to);
  };
  const drag = useReorder(list, move);
  return (
    <div class="stack tasks-panel">
      <ul class="tasks" ref={list} data-dragging={drag.from !== null}>
        {threads.map((thread, index) => (
          <TaskRow
            key={index}
            {...props}
            thread={thread}
            index={index}
            open={open === thread.name}
            landing={drag.markAt(index)}
            onHandle={(event) => drag.grab(event, index)}
            onOpen={setOpen}
            onMove={(to) => move(index, to)}
            onGone={() => focus(Math.min(index, threads.length - 2))}
          />
        ))}
      </ul>
      <Add {...props} onAdded={setOpen} />
      <Groups {...props} />
      <Changes {...props} />
    </div>
  );
}

/** Puts the focus on a row once the list is as it will be. */
function useFocusAfter(list: { current: HTMLUListElement | null }): (index: number) => void {
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    list.current?.children[wanted.current]?.querySelector<HTMLElement>('.task-does')?.focus();
    wanted.current = null;
  });
  return (index) => {
    wanted.current = index;
  };
}

/** A few kinds of task to begin with. */
function Add({ state, dispatch, onAdded }: PanelProps & { readonly onAdded: (name: string) => void }): JSX.Element {
  const { threads } = state.doc.scenario;
  return (
    <div class="add" role="group" aria-label="Add a task">
      <span class="note">
        <AddIcon /> Add
      </span>
      {TASK_TEMPLATES.map(({ thread, does }) => (
        <button
          key={thread.name}
          type="button"
          title={does}
          aria-label={`Add a task: ${thread.name}, ${does}`}
          data-add={thread.name}
          onClick={() => {
            onAdded(freshName(threads, thread.name));
            dispatch({ type: 'add', thread });
          }}
        >
          {thread.name}
        </button>
      ))}
    </div>
  );
}
