/** Three hints on the picture itself for whoever is here for the first time; dismissed once, they never come back. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { hintPlaces, type HintPlace } from '../canvas/hints';
import { keepFlag, readFlag } from '../prefs';
import type { Layout } from '../worker/protocol';
import { RemoveIcon } from './icons';
import type { FigurePlaces } from './places';

const FLAG = 'hints';

const WORDS: Readonly<Record<HintPlace['hint'], string>> = {
  select: 'Click a bar or a mark to see why',
  move: 'Drag to move, wheel to zoom',
  step: '→ steps to the next decision',
};
/** The same for fingers. */
const TOUCHED: Readonly<Record<HintPlace['hint'], string>> = {
  select: 'Tap a bar or a mark to see why',
  move: 'Drag to move, pinch to zoom',
  step: 'Step to the next decision',
};

/** A page that is part of another one explains itself there. */
const isWanted = (): boolean => readFlag(FLAG, true) && !new URLSearchParams(location.search).has('embed');

/** Shown until a hint is pressed, or Escape. */
export function Hints({ places }: { readonly places: FigurePlaces }): JSX.Element | null {
  const [shown, show] = useState(isWanted);
  const layout = useLayout(places);
  const dismiss = (): void => {
    keepFlag(FLAG, false);
    show(false);
  };
  useEffect(() => (shown ? onEscape(dismiss) : undefined), [shown]);
  if (!shown || !layout) return null;
  const words = matchMedia('(pointer: coarse)').matches ? TOUCHED : WORDS;
  return (
    <div class="hints" role="group" aria-label="Hints" onPointerDown={(event) => event.stopPropagation()}>
      {hintPlaces(layout, heightOf(layout)).map(({ hint, left, top, points }) => (
        <button
          key={hint}
          type="button"
          class="hint"
          data-points={points}
          style={{ transform: `translate(${left}px, ${top}px)` }}
          title="Dismiss the hints"
          onClick={dismiss}
        >
          {words[hint]} <RemoveIcon />
        </button>
      ))}
    </div>
  );
}

/** The lowest thing in the picture. */
const heightOf = ({ panels, axis }: Layout): number => Math.max(axis.bottom, ...panels.map(({ bottom }) => bottom));

function useLayout(places: FigurePlaces): Layout | null {
  const [layout, setLayout] = useState(places.layout);
  useEffect(() => places.subscribe(() => setLayout(places.layout)), [places]);
  return layout;
}

function onEscape(does: () => void): () => void {
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') does();
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}
