/** Rows dragged by a handle. */
import { useRef, useState } from 'preact/hooks';
import { landing, landingIn, type GroupPlace } from '../../tasks/reorder';

/** Where a row would land: a line above or below this one. */
export type Landing = 'above' | 'below' | undefined;

interface Drag {
  readonly from: number;
  readonly to: number;
}

interface Reorder {
  readonly from: number | null;
  readonly markAt: (index: number) => Landing;
  /** For the handle's pointerdown. */
  readonly grab: (event: PointerEvent & { currentTarget: HTMLElement }, index: number) => void;
}

/** Nothing moves before the hand lets go, so that a drag is one step; Escape gives it up. */
export function useReorder(list: { current: HTMLElement | null }, move: (from: number, to: number) => void): Reorder {
  const [drag, setDrag] = useState<Drag | null>(null);
  const to = useRef(0);
  const grab: Reorder['grab'] = (event, from) => {
    if (event.button !== 0) return;
    event.preventDefault();
    to.current = from;
    const follow = ({ clientY }: PointerEvent): void => {
      const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
      to.current = landing(rows, from, clientY);
      setDrag({ from, to: to.current });
    };
    const stop = listen(event.currentTarget, event.pointerId, follow, (kept) => {
      stop();
      setDrag(null);
      if (kept && to.current !== from) move(from, to.current);
    });
  };
  const markAt = (index: number): Landing => {
    if (!drag || drag.to !== index || drag.to === drag.from) return undefined;
    return drag.to < drag.from ? 'above' : 'below';
  };
  return { from: drag?.from ?? null, markAt, grab };
}

/** Where a group would land: by which one, and how. */
export interface GroupLanding {
  readonly other: string;
  readonly where: GroupPlace;
}

/** Groups dragged by a handle, over the rows of a tree; what a row is for stands in its `data-group`. */
export function useGroupDrag(
  list: { current: HTMLElement | null },
  place: (name: string, landing: GroupLanding) => void,
): { readonly landing: GroupLanding | null; readonly grab: (event: PointerEvent & { currentTarget: HTMLElement }, name: string) => void } {
  const [shown, setShown] = useState<GroupLanding | null>(null);
  const last = useRef<GroupLanding | null>(null);
  const show = (landing: GroupLanding | null): void => {
    last.current = landing;
    setShown(landing);
  };
  const grab = (event: PointerEvent & { currentTarget: HTMLElement }, name: string): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    const follow = ({ clientY }: PointerEvent): void => {
      const rows = [...(list.current?.children ?? [])] as HTMLElement[];
      const found = landingIn(rows.map((row) => row.getBoundingClientRect()), clientY);
      const other = found && rows[found.row]!.dataset['group'];
      show(other && other !== name ? { other, where: found.where } : null);
    };
    const stop = listen(event.currentTarget, event.pointerId, follow, (kept) => {
      stop();
      if (kept && last.current) place(name, last.current);
      show(null);
    });
  };
  return { landing: shown, grab };
}

/** Follows a pointer until it lets go or the drag is given up; gives how to stop. */
function listen(
  handle: HTMLElement,
  pointer: number,
  follow: (event: PointerEvent) => void,
  end: (kept: boolean) => void,
): () => void {
  handle.setPointerCapture(pointer);
  const keep = (): void => end(true);
  const drop = (): void => end(false);
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    drop();
  };
  handle.addEventListener('pointermove', follow);
  handle.addEventListener('pointerup', keep);
  handle.addEventListener('pointercancel', drop);
  document.addEventListener('keydown', leave, true);
  return () => {
    handle.removeEventListener('pointermove', follow);
    handle.removeEventListener('pointerup', keep);
    handle.removeEventListener('pointercancel', drop);
    document.removeEventListener('keydown', leave, true);
  };
}
