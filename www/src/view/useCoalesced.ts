/** Drags act at most once a frame. */
import { useEffect, useRef } from 'preact/hooks';
import { Coalesced, type Frames } from '../coalesce';

const FRAMES: Frames = { request: (callback) => requestAnimationFrame(callback), cancel: (id) => cancelAnimationFrame(id) };

/** A place where one control's newest value waits for the next frame; what waits when the control goes is still done. */
export function useCoalesced<T>(act: (value: T) => void): Coalesced<T> {
  const newestAct = useRef(act);
  newestAct.current = act;
  const held = useRef<Coalesced<T> | null>(null);
  held.current ??= new Coalesced<T>(FRAMES, (value) => newestAct.current(value));
  const coalesced = held.current;
  useEffect(() => () => coalesced.flush(), [coalesced]);
  return coalesced;
}
