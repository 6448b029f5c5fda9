/** The keys, in a dialog of the browser's own: focus goes in, Escape goes out. */
import type { JSX, RefObject } from 'preact';
import { COMMANDS, type Command } from '../commands';

const MORE: readonly Pick<Command, 'shown' | 'does'>[] = [
  { shown: 'Click', does: 'Put the playhead there' },
  { shown: 'Drag', does: 'Move the window; along the time axis: move the playhead' },
  { shown: 'Wheel, pinch', does: 'Zoom about the pointer; with Shift: move the window' },
  { shown: '?', does: 'This list' },
];

/** The list of keys, made from the commands themselves; open it with `showModal`. */
export function Help({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }): JSX.Element {
  return (
    <dialog
      ref={dialog}
      class="help"
      aria-labelledby="help-title"
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      <form method="dialog">
        <h2 id="help-title">Keys</h2>
        <dl>
          {[...Object.values<Pick<Command, 'shown' | 'does'>>(COMMANDS), ...MORE].map(({ shown, does }) => (
            <div key={shown}>
              <dt>
                <kbd>{shown}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <p class="note">
          A above B: the same tasks under two schedulers, on one time axis. Every number comes from the simulation; change a
          control and both sides are simulated again.
        </p>
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
