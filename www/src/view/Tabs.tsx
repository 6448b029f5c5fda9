/** Panels that share a place, one at a time. */
import { Component, type ComponentChildren, type JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';

/** A panel and what its tab says. */
export interface Tab {
  readonly name: string;
  readonly panel: ComponentChildren;
  /** What stands at the end of the row of tabs while this one is open. */
  readonly tools?: ComponentChildren;
}

interface Props {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** What stands at the end of the row of tabs. */
  readonly after?: ComponentChildren;
  /** The tab that is open at first. */
  readonly first?: number;
}

/** A name as part of an id, which has no spaces. */
const idOf = (name: string): string => name.replace(/\W+/g, '-');


/** Tabs over panels; the ones that are not shown any more stay in the page, with what was typed into them. */
export function Tabs({ label, tabs, after, first = 0 }: Props): JSX.Element {
  const [open, setOpen] = useState(first);
  const list = useRef<HTMLDivElement>(null);
  const go = (index: number): void => {
    const next = (index + tabs.length) % tabs.length;
    setOpen(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = { ArrowRight: open + 1, ArrowLeft: open - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to !== undefined) go(to);
  };
  return (
    <>
      <div class="tab-row">
        <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
          {tabs.map(({ name }, i) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`tab-${idOf(name)}`}
              aria-controls={`panel-${idOf(name)}`}
              aria-selected={i === open}
              tabIndex={i === open ? 0 : -1}
              onClick={() => setOpen(i)}
            >
              {name}
            </button>
          ))}
        </div>
        {tabs[open]?.tools}
        {after}
      </div>
      {tabs.map(({ name, panel }, i) => (
        <div key={name} class="panel" role="tabpanel" id={`panel-${idOf(name)}`} aria-labelledby={`tab-${idOf(name)}`} hidden={i !== open}>
          <Resting awake={i === open}>{panel}</Resting>
        </div>
      ))}
    </>
  );
}

/** Made when it is first shown, and left as it is while it is not: nobody sees it, and it costs nothing. */
class Resting extends Component<{ readonly awake: boolean; readonly children: ComponentChildren }> {
  private seen = false;

  override shouldComponentUpdate(next: { readonly awake: boolean }): boolean {
    return next.awake;
  }

  override render(): ComponentChildren {
    this.seen ||= this.props.awake;
    return this.seen ? this.props.children : null;
  }
}
