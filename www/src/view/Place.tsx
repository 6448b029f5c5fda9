/** Where a panel stands: beside the picture, where it can be closed, or in a narrow window over it, as a sheet. */
import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { keepFlag, readFlag } from '../prefs';

/** The panels around the picture. */
export type PlaceName = 'controls' | 'inspector' | 'dock';

const WORDS: Readonly<Record<PlaceName, { button: string; what: string }>> = {
  controls: { button: 'Set', what: 'the controls' },
  inspector: { button: 'Why', what: 'the inspector' },
  dock: { button: 'Numbers', what: 'the numbers' },
};

interface Props {
  readonly name: PlaceName;
  /** The one that is a sheet just now, in a narrow window. */
  readonly sheet: PlaceName | null;
  readonly children: ComponentChildren;
}

/** A panel with an edge that closes and opens it; closed, it stays in the page with what was typed into it. */
export function Place({ name, sheet, children }: Props): JSX.Element {
  const [closed, setClosed] = useState(() => readFlag(`closed.${name}`, false));
  const toggle = (): void => {
    keepFlag(`closed.${name}`, !closed);
    setClosed(!closed);
  };
  const label = `${closed ? 'Open' : 'Close'} ${WORDS[name].what}`;
  return (
    <div class={`place place-${name}`} data-closed={closed} data-sheet={sheet === name} id={`place-${name}`}>
      <div class="place-inside">{children}</div>
      <button type="button" class="edge" aria-expanded={!closed} aria-label={label} title={label} onClick={toggle} />
    </div>
  );
}

interface BarProps {
  readonly sheet: PlaceName | null;
  readonly onSheet: (sheet: PlaceName | null) => void;
}

/** In these Escape takes back what was typed; outside a field it takes the sheet away. */
const FIELDS = 'input, textarea, dialog[open]';

/** In a narrow window: what can be laid over the picture. Escape takes it away. */
export function SheetBar({ sheet, onSheet }: BarProps): JSX.Element {
  const bar = useRef<HTMLElement>(null);
  // Before anybody can see the sheet and press a key.
  useLayoutEffect(() => {
    if (!sheet) return;
    document.querySelector<HTMLElement>(`#place-${sheet}`)?.scrollTo(0, 0);
    const leave = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || (event.target as Element).closest(FIELDS)) return;
      event.preventDefault();
      onSheet(null);
      bar.current?.querySelector<HTMLElement>(`[data-opens=${sheet}]`)?.focus();
    };
    // Before the keys of the whole page, to which Escape means to select nothing.
    document.addEventListener('keydown', leave, true);
    return () => document.removeEventListener('keydown', leave, true);
  }, [sheet]);
  return (
    <nav class="sheet-bar" aria-label="Panels" ref={bar}>
      {(Object.keys(WORDS) as PlaceName[]).map((name) => (
        <button
          key={name}
          type="button"
          data-opens={name}
          aria-expanded={sheet === name}
          aria-controls={`place-${name}`}
          onClick={() => onSheet(sheet === name ? null : name)}
        >
          {WORDS[name].button}
        </button>
      ))}
    </nav>
  );
}
