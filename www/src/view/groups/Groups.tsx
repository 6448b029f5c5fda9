/** The control groups of the scenario: a tree of them, and what each is given. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { freshGroup } from '../../state/edit/groups';
import { groupsOf, hasAutogroup, treeOf, withinOf } from '../../tasks/groups';
import { Check } from '../Check';
import { AddIcon } from '../icons';
import { Refused } from '../Refused';
import type { PanelProps } from '../tasks/props';
import { useGroupDrag, type GroupLanding } from '../tasks/useReorder';
import { GroupRow } from './GroupRow';

/** Groups below their parents; one of them open. Without any, the way to get one. */
export function Groups(props: PanelProps): JSX.Element {
  const { state, dispatch } = props;
  const groups = groupsOf(state.doc.scenario);
  const [open, setOpen] = useState<string | null>(null);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const hidden = new Set([...folded].flatMap((name) => [...withinOf(groups, name)].filter((inside) => inside !== name)));
  const fold = (name: string): void => setFolded(new Set([...folded].filter((n) => n !== name).concat(folded.has(name) ? [] : name)));
  const list = useRef<HTMLUListElement>(null);
  const focus = useFocusOn(list);
  const place = (name: string, landing: GroupLanding): void => {
    dispatch({ type: 'group-place', name, ...landing });
    focus(name);
  };
  const drag = useGroupDrag(list, place);
  const add = (parent: string | undefined): void => {
    setOpen(freshGroup(groups));
    dispatch({ type: 'group-add', parent });
  };
  return (
    <section class="part" aria-label="Groups">
      <header>
        <h2>Groups</h2>
        <Autogroup {...props} />
        <button type="button" aria-label="Add a group" data-add-group onClick={() => add(undefined)}>
          <AddIcon /> group
        </button>
      </header>
      <ul class="tasks" ref={list} data-dragging={drag.landing !== null}>
        {treeOf(groups).map((branch) =>
          hidden.has(branch.group.name) ? null : (
            <GroupRow
              key={branch.index}
              {...props}
              branch={branch}
              open={open === branch.group.name}
              folded={folded.has(branch.group.name)}
              landing={drag.landing?.other === branch.group.name ? drag.landing.where : undefined}
              onHandle={(event) => drag.grab(event, branch.group.name)}
              onPlace={(other, where) => place(branch.group.name, { other, where })}
              onOpen={setOpen}
              onFold={() => fold(branch.group.name)}
              onAdd={() => add(branch.group.name)}
            />
          ),
        )}
      </ul>
      <Refused problem={state.problem} place="cgroups" but="[" />
      <Refused problem={state.problem} place="autogroup" />
    </section>
  );
}

/** Puts the focus on a group's row once the tree is as it will be: rows stay where they are, and groups move. */
function useFocusOn(list: { current: HTMLUListElement | null }): (name: string) => void {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const rows = [...(list.current?.children ?? [])] as HTMLElement[];
    rows.find((row) => row.dataset['group'] === wanted.current)?.querySelector<HTMLElement>('.task-does')?.focus();
    wanted.current = null;
  });
  return (name) => {
    wanted.current = name;
  };
}

function Autogroup({ state, dispatch }: PanelProps): JSX.Element {
  return (
    <Check
      checked={hasAutogroup(state.doc.scenario)}
      hint="kernel.sched_autogroup_enabled: tasks of the root group are grouped by their session"
      hooks={{ 'data-field': 'autogroup' }}
      onChange={(autogroup) => dispatch({ type: 'scenario', change: { autogroup } })}
    >
      autogroup
    </Check>
  );
}
