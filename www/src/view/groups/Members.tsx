/** Who is in a group. */
import type { JSX } from 'preact';
import { Choice } from '../Choice';
import { RemoveIcon } from '../icons';
import type { GroupProps } from './GroupRow';

/** Each task with the way out to the root, and a list of the others to move one in. */
export function Members({ branch: { group }, state, dispatch }: GroupProps): JSX.Element {
  const { name } = group;
  const { threads } = state.doc.scenario;
  const others = threads.filter((thread) => thread.cgroup !== name).map((thread) => ({ value: thread.name, label: thread.name }));
  const moveIn = (task: string): void => {
    const index = threads.findIndex((thread) => thread.name === task);
    if (index >= 0) dispatch({ type: 'thread', index, change: { cgroup: name } });
  };
  return (
    <>
      <ul class="members" aria-label={`Tasks in ${name}`}>
        {threads.map((thread, index) =>
          thread.cgroup === name ? (
            <li key={index}>
              <span class="swatch" style={{ background: state.answers.colors[index] }} /> {thread.name}
              <button
                type="button"
                class="quiet"
                aria-label={`Move ${thread.name} out of ${name}`}
                title="Move it to the root group"
                onClick={() => dispatch({ type: 'thread', index, change: { cgroup: undefined } })}
              >
                <RemoveIcon />
              </button>
            </li>
          ) : null,
        )}
      </ul>
      {others.length > 0 ? (
        <Choice
          label="move in"
          value=""
          options={[{ value: '', label: 'a task…' }, ...others]}
          hooks={{ 'data-group': name, 'data-field': 'move-in' }}
          onChange={moveIn}
        />
      ) : null}
    </>
  );
}
