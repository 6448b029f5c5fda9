/** The name of a task, to be changed. */
import type { JSX } from 'preact';
import { wrongName } from '../../tasks/scenario';
import { Renaming } from '../Renaming';
import type { TaskProps } from './props';

/** Renames the task wherever it is named. */
export function NameField({ thread, index, state, dispatch, onRenamed }: TaskProps & { onRenamed: (name: string) => void }): JSX.Element {
  const others = state.doc.scenario.threads.filter((_, i) => i !== index);
  return (
    <Renaming
      name={thread.name}
      label={`Name of task ${thread.name}`}
      wrongOf={(name) => wrongName(others, 'task', name)}
      hooks={{ 'data-task': thread.name, 'data-field': 'name' }}
      onRename={(name) => {
        onRenamed(name);
        dispatch({ type: 'rename', index, name });
      }}
    />
  );
}
