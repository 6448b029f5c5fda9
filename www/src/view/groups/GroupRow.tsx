/** A group in the tree: a line about it, and everything that can be set while it is open. */
import type { JSX } from 'preact';
import { bandwidthOf } from '../../tasks/describe';
import { groupsOf, membersOf, pathOf, type Branch } from '../../tasks/groups';
import type { GroupPlace } from '../../tasks/reorder';
import { wrongName } from '../../tasks/scenario';
import { AddIcon, HandleIcon } from '../icons';
import { OpenLine } from '../OpenLine';
import { Renaming } from '../Renaming';
import type { PanelProps } from '../tasks/props';
import { GroupDetail } from './GroupDetail';

/** How far in each level stands. */
const INDENT_EM = 1.1;

interface RowProps {
  readonly branch: Branch;
  readonly open: boolean;
  /** What is in it is not shown. */
  readonly folded: boolean;
  /** Where a dragged group would land by this one. */
  readonly landing: GroupPlace | undefined;
  readonly onHandle: (event: PointerEvent & { currentTarget: HTMLElement }) => void;
  readonly onPlace: (other: string, where: GroupPlace) => void;
  readonly onOpen: (name: string | null) => void;
  readonly onFold: () => void;
  /** A new group inside it. */
  readonly onAdd: () => void;
}

/** What the parts of a group's row are given. */
export type GroupProps = PanelProps & RowProps;

/** Alt ↑ and Alt ↓ move it among its siblings; Alt → puts it into the one above it, Alt ← takes it out of the group that it is in. */
export function GroupRow(props: GroupProps): JSX.Element {
  const { branch, open, landing, state, onAdd, onHandle } = props;
  const { name } = branch.group;
  return (
    <li
      class="task group-row"
      data-open={open}
      data-group={name}
      data-landing={landing}
      style={{ '--indent': `${branch.depth * INDENT_EM}em` }}
      onKeyDown={(event) => move(event, props)}
    >
      <div class="task-title">
        <span class="handle" title="Drag beside or into another group; Alt with an arrow by key" aria-hidden="true" onPointerDown={onHandle}>
          <HandleIcon />
        </span>
        <Fold {...props} />
        {open ? <Name {...props} /> : <Closed name={name} onOpen={props.onOpen} />}
        <button type="button" class="quiet" aria-label={`Add a group inside ${name}`} title="Add a group inside" onClick={onAdd}>
          <AddIcon />
        </button>
      </div>
      <Has {...props} />
      {open ? <GroupDetail {...props} /> : null}
      <span class="visually-hidden">{branch.group.parent ? `inside ${pathOf(groupsOf(state.doc.scenario), branch.group.parent)}` : ''}</span>
    </li>
  );
}

/** As in an outline: what moves is the group with all that is in it. */
function move(event: KeyboardEvent, { branch, state, onPlace }: GroupProps): void {
  if (!event.altKey) return;
  const { name, parent } = branch.group;
  const groups = groupsOf(state.doc.scenario);
  const siblings = groups.filter((group) => group.parent === parent);
  const at = siblings.findIndex((group) => group.name === name);
  const [before, after] = [siblings[at - 1]?.name, siblings[at + 1]?.name];
  const moves: Readonly<Record<string, readonly [string | undefined, GroupPlace]>> = {
    ArrowUp: [before, 'above'],
    ArrowDown: [after, 'below'],
    ArrowRight: [before, 'inside'],
    ArrowLeft: [parent, 'below'],
  };
  const [other, where] = moves[event.key] ?? [];
  if (other === undefined || where === undefined) return;
  event.preventDefault();
  onPlace(other, where);
}

function Fold({ branch: { group }, folded, state, onFold }: GroupProps): JSX.Element {
  const holds = groupsOf(state.doc.scenario).some(({ parent }) => parent === group.name);
  if (!holds) return <span class="fold-place" aria-hidden="true" />;
  const label = `${folded ? 'Show' : 'Fold'} the groups inside ${group.name}`;
  return (
    <button type="button" class="quiet fold-place" aria-expanded={!folded} aria-label={label} title={label} onClick={onFold}>
      {folded ? '▸' : '▾'}
    </button>
  );
}

const Closed = ({ name, onOpen }: { name: string; onOpen: (name: string) => void }): JSX.Element => (
  <button type="button" class="quiet task-name" aria-label={`Open group ${name}`} onClick={() => onOpen(name)}>
    {name}
  </button>
);

function Name({ branch: { group, index }, state, dispatch, onOpen }: GroupProps): JSX.Element {
  const others = groupsOf(state.doc.scenario).filter((_, i) => i !== index);
  return (
    <Renaming
      name={group.name}
      label={`Name of group ${group.name}`}
      wrongOf={(name) => wrongName(others, 'group', name)}
      hooks={{ 'data-group': group.name, 'data-field': 'name' }}
      onRename={(to) => {
        onOpen(to);
        dispatch({ type: 'group-rename', name: group.name, to });
      }}
    />
  );
}

/** The line about it, which opens and closes it. */
function Has({ branch: { group }, open, state, onOpen }: GroupProps): JSX.Element {
  const { name } = group;
  const members = membersOf(state.doc.scenario.threads, name).map((thread) => thread.name);
  const words = [...bandwidthOf(group), members.length > 0 ? members.join(', ') : 'no tasks'].join(' · ');
  return <OpenLine name={name} words={words} open={open} hooks={{ 'data-group': name, 'data-field': 'open' }} onOpen={onOpen} />;
}
