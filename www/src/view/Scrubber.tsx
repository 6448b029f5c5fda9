/** The label of a number, which can be dragged sideways to change it. */
import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { dragged, positionOf, valueAt, type Scale } from '../knobs/scale';

interface Props {
  readonly children: ComponentChildren;
  readonly value: number;
  readonly scale: Scale;
  readonly onInput: (value: number) => void;
  readonly onDone: () => void;
  /** Pressed and let go without a drag. */
  readonly onClick: () => void;
}

/** Shorter than this is a click. */
const DRAG_PX = 3;
const DIGITS = 2;
const FINE_DIGITS = 4;

interface Hand {
  readonly id: number;
  readonly from_px: number;
  last_px: number;
  position: number;
  drags: boolean;
}

/** For the pointer only: the field beside it does the same by keyboard. Shift makes a drag fine. */
export function Scrubber({ children, value, scale, onInput, onDone, onClick }: Props): JSX.Element {
  const hand = useRef<Hand | null>(null);
  const press = (event: PointerEvent & { currentTarget: HTMLElement }): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const { pointerId: id, clientX: from_px } = event;
    hand.current = { id, from_px, last_px: from_px, position: positionOf(scale, value), drags: false };
  };
  const move = (event: PointerEvent): void => {
    const held = hand.current;
    if (held?.id !== event.pointerId) return;
    held.drags ||= Math.abs(event.clientX - held.from_px) >= DRAG_PX;
    if (!held.drags) return;
    held.position = dragged(held.position, event.clientX - held.last_px, event.shiftKey);
    held.last_px = event.clientX;
    onInput(valueAt(scale, held.position, event.shiftKey ? FINE_DIGITS : DIGITS));
  };
  const letGo = (): void => {
    if (hand.current && !hand.current.drags) onClick();
    hand.current = null;
    onDone();
  };
  const lose = (): void => {
    hand.current = null;
  };
  return (
    <span class="quantity-label scrubber" onPointerDown={press} onPointerMove={move} onPointerUp={letGo} onPointerCancel={lose}>
      {children}
    </span>
  );
}
