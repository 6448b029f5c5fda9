/** The panels at the side, one at a time. */
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { State } from '../state';
import type { Dispatch } from '../store';
import { Machine } from './Machine';
import { Scheduler } from './Scheduler';
import { Tasks } from './Tasks';

interface Props {
  readonly state: State;
  readonly dispatch: Dispatch;
}

const TABS = [
  { name: 'Tasks', Panel: Tasks },
  { name: 'Scheduler', Panel: Scheduler },
  { name: 'Machine', Panel: Machine },
] as const;

/** Three panels under tabs; the ones that are not shown stay in the page, with what was typed into them. */
export function Controls({ state, dispatch }: Props): JSX.Element {
  const [open, setOpen] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const go = (index: number): void => {
    const next = (index + TABS.length) % TABS.length;
    setOpen(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by) go(open + by);
  };
  return (
    <section class="controls" aria-label="Controls">
      <div class="tabs" role="tablist" aria-label="Controls" ref={list} onKeyDown={onKeyDown}>
        {TABS.map(({ name }, i) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-controls={`panel-${name}`}
            aria-selected={i === open}
            tabIndex={i === open ? 0 : -1}
            onClick={() => setOpen(i)}
          >
            {name}
          </button>
        ))}
      </div>
      {TABS.map(({ name, Panel }, i) => (
        <div key={name} class="panel" role="tabpanel" id={`panel-${name}`} aria-labelledby={`tab-${name}`} hidden={i !== open}>
          <Panel state={state} dispatch={dispatch} />
        </div>
      ))}
    </section>
  );
}
