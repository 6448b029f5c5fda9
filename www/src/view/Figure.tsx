/** The picture: the engine's frame on a canvas, with playhead and crosshair over it, and hands on it. */
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Context } from '../commands';
import { Gestures, type Pointer } from '../canvas/gestures';
import { Overlay } from '../canvas/overlay';
import { paint } from '../canvas/replay';
import { visible } from '../session';
import { endNs } from '../state';
import { formatClock } from '../time';
import type { Frame } from '../worker/client';

const NO_PLOT = { left: 0, right: 1 };

interface Props {
  readonly context: Context;
  /** Told of every frame that has been drawn. */
  readonly onDrawn: () => void;
}

/** The picture. It renders once; from then on frames, playhead and pointers write to its elements directly. */
export function Figure({ context, onDrawn }: Props): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => (host.current ? connect(host.current, context, onDrawn) : undefined), [context]);
  return (
    <div class="figure" ref={host}>
      <div class="drawing">
        <canvas aria-hidden="true" />
        <div class="crosshair" hidden>
          <span />
        </div>
        <div
          class="playhead"
          role="slider"
          tabIndex={0}
          aria-label="Playhead"
          aria-orientation="horizontal"
          aria-valuemin={0}
          hidden
        >
          <span />
        </div>
      </div>
      <p class="starting">Starting the engine…</p>
    </div>
  );
}

/** The size of type that the picture is drawn for. */
const TYPE_PX = 13;

/**
 * How much larger than drawn the picture is shown, so that its type is about as large as the page's. In quarters: any
 * other factor would blur its lines.
 */
function enlarged(): number {
  const type_px = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Math.max(1, Math.round((type_px / TYPE_PX) * 4) / 4);
}

function resize(host: HTMLElement, { session }: Context): void {
  const { width, height } = host.getBoundingClientRect();
  const scale = enlarged();
  if (width >= 1 && height >= 1) session.resize({ width: Math.floor(width / scale), height: Math.floor(height / scale) });
}

/** Ties the elements to session, playhead and pointers; returns how to untie them. */
function connect(host: HTMLElement, context: Context, onDrawn: () => void): () => void {
  const { session, playhead, store } = context;
  const drawing = host.querySelector<HTMLElement>('.drawing')!;
  const overlay = new Overlay(host.querySelector('.playhead')!, host.querySelector('.crosshair')!);
  let frame: Frame | null = null;
  session.onFrame = (next) => {
    frame = next;
    show(drawing, next);
    host.classList.add('drawn');
    overlay.place(next, playhead.at_ns, endNs(store.state));
    onDrawn();
  };
  const untie = [
    playhead.subscribe(() => frame && overlay.place(frame, playhead.at_ns, endNs(store.state))),
    pointers(host, context, overlay, () => frame),
    watchSize(host, () => resize(host, context)),
  ];
  return () => untie.forEach((stop) => stop());
}

function show(drawing: HTMLElement, frame: Frame): void {
  const { width, height } = frame.view;
  const scale = enlarged();
  Object.assign(drawing.style, { width: `${width}px`, height: `${height}px`, transform: `scale(${scale})` });
  paint(drawing.querySelector('canvas')!, { ...frame, width, height }, devicePixelRatio * scale);
}

function watchSize(host: HTMLElement, changed: () => void): () => void {
  const observer = new ResizeObserver(changed);
  observer.observe(host);
  return () => observer.disconnect();
}

/** Where an event happened, in the picture's own pixels. */
function placeOf(host: HTMLElement, event: PointerEvent | WheelEvent): Pointer {
  const box = host.getBoundingClientRect();
  const scale = enlarged();
  const id = 'pointerId' in event ? event.pointerId : 0;
  return { id, x: (event.clientX - box.left) / scale, y: (event.clientY - box.top) / scale };
}

/** A hand that moves window and playhead of the page. */
function handOf({ store, playhead }: Context, frame: () => Frame | null): Gestures {
  return new Gestures({
    range: () => visible(store.state),
    end_ns: () => endNs(store.state),
    plot: () => plotOf(frame()),
    scrubs: (pointer) => onAxis(frame(), pointer),
    show: (range) => store.dispatch({ type: 'range', range }),
    moveTo: (t_ns) => playhead.move(Math.min(Math.max(t_ns, 0), endNs(store.state))),
  });
}

function pointers(host: HTMLElement, context: Context, overlay: Overlay, frame: () => Frame | null): () => void {
  const hand = handOf(context, frame);
  const press = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    host.setPointerCapture(event.pointerId);
    hand.press(placeOf(host, event));
  };
  const move = (event: PointerEvent): void => {
    const pointer = placeOf(host, event);
    hand.move(pointer);
    host.dataset['hand'] = hand.current === 'none' && onAxis(frame(), pointer) ? 'scrub' : hand.current;
    const shown = frame();
    if (shown) overlay.cross(shown, event.pointerType === 'touch' ? null : pointer.x, formatClock);
  };
  const listeners: [string, (event: never) => void][] = [
    ['pointerdown', press],
    ['pointermove', move],
    ['pointerup', (event: PointerEvent) => hand.release(placeOf(host, event))],
    ['pointercancel', (event: PointerEvent) => hand.cancel(event.pointerId)],
    ['pointerleave', () => overlay.uncross()],
    ['wheel', (event: WheelEvent) => (event.preventDefault(), hand.wheel(placeOf(host, event).x, event))],
  ];
  for (const [name, listener] of listeners) host.addEventListener(name, listener as EventListener, { passive: false });
  return () => listeners.forEach(([name, listener]) => host.removeEventListener(name, listener as EventListener));
}

const plotOf = (frame: Frame | null) => (frame ? { left: frame.layout.plot_left, right: frame.layout.plot_right } : NO_PLOT);

function onAxis(frame: Frame | null, { y }: Pointer): boolean {
  return frame !== null && y >= frame.layout.axis.top && y <= frame.layout.axis.bottom;
}
