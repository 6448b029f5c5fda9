/** What is wrong with a program, or how to go on with it. */
import type { JSX } from 'preact';
import type { LineError } from '../../tasks/program';
import type { Hint } from '../../tasks/program/editing';

/** More than this at once is no help. */
const SHOWN = 2;

interface Props {
  readonly id: string;
  readonly errors: readonly LineError[];
  readonly hint: Hint;
  readonly onGoTo: (error: LineError) => void;
}

/** Always in the same place, with room for both, so that nothing below it jumps while a line is being written. */
export function Errors({ id, errors, hint, onGoTo }: Props): JSX.Element {
  return (
    <div class="errors" id={id} role="status">
      {errors.length === 0 ? (
        <p class={hint.does ? 'meaning' : 'meaning verbs'}>
          {hint.words.map((word) => (
            <code key={word}>{word}</code>
          ))}
          {hint.does}
        </p>
      ) : (
        errors.slice(0, SHOWN).map((error) => (
          <button key={`${error.line} ${error.from}`} type="button" class="error" onClick={() => onGoTo(error)}>
            <b>{error.line + 1}</b> {error.message}
          </button>
        ))
      )}
      {errors.length > SHOWN ? <p class="meaning">and {errors.length - SHOWN} more</p> : null}
    </div>
  );
}
