/** The session by which autogroup tells tasks apart. */
import type { JSX } from 'preact';
import type { Thread, ThreadChange } from '../../tasks/scenario';

/** What the engine takes where nothing is said. */
const SESSION_DEFAULT = '1';
const LENGTH_MAX = 40;

interface Props {
  readonly thread: Thread;
  readonly onChange: (change: ThreadChange) => void;
}

/** Tasks of the same word share a group. */
export function Session({ thread: { name, session }, onChange }: Props): JSX.Element {
  return (
    <label class={`choice${session === undefined ? '' : ' changed'}`} title="Tasks of one session share an autogroup">
      <span class="choice-label">session</span>
      <input
        type="text"
        class="field"
        value={session ?? ''}
        placeholder={SESSION_DEFAULT}
        maxLength={LENGTH_MAX}
        spellcheck={false}
        autocomplete="off"
        aria-label={`session of ${name}`}
        data-task={name}
        data-field="session"
        onChange={(event) => onChange({ session: event.currentTarget.value.trim() || undefined })}
      />
    </label>
  );
}
