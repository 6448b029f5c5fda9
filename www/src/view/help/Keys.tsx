/** The keys and gestures, made from the commands themselves. */
import type { JSX } from 'preact';
import { COMMANDS, type Command, type Group } from '../../commands';

type Line = Pick<Command, 'shown' | 'does'>;

const BY_HAND: readonly Line[] = [
  { shown: 'Click', does: 'Put the playhead there and select what is under it; double click: show all of it' },
  { shown: 'Drag', does: 'Move the window; on the time axis: the playhead' },
  { shown: 'Wheel, pinch', does: 'Zoom about the pointer; with Shift: move the window' },
  { shown: 'Name', does: 'Click or Enter: highlight; double click or I: its lines alone; Shift click or H: hide them' },
];

/** Listened for by `DropZone`, also within fields. */
const ABOUT_FILES: readonly Line[] = [
  { shown: 'Ctrl O', does: 'Open a scenario or a recording; or drop it on the page' },
  { shown: 'Ctrl S', does: 'Save the page as a scenario file' },
];

const GROUPS: readonly Group[] = ['Playback', 'Window', 'Selection', 'Page'];

function linesOf(group: Group): readonly Line[] {
  const lines: Line[] = Object.values<Command>(COMMANDS).filter((command) => command.group === group);
  return group === 'Page' ? [...lines, ...ABOUT_FILES, { shown: '?', does: 'This list' }] : lines;
}

/** The list of keys. */
export function Keys(): JSX.Element {
  return (
    <div class="help-keys">
      <div class="help-groups">
        {GROUPS.map((group) => (
          <Lines key={group} title={group} lines={linesOf(group)} />
        ))}
        <Lines title="By hand" lines={BY_HAND} />
      </div>
      <p class="note">
        A above B: the same tasks under two schedulers, on one time axis. Every number comes from the simulation; change a
        control and both sides are simulated again.
      </p>
    </div>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly Line[] }): JSX.Element {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {lines.map(({ shown, does }) => (
          <div key={shown}>
            <dt>
              <kbd>{shown}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
