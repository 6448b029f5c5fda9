/** The picture: the engine's frame on a canvas, with playhead, crosshair and numbers over it, and hands on it. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Context } from '../commands';
import type { Frame } from '../worker/client';
import { enlarged } from './enlarged';
import { listenForPointers } from './pointers';
import { Scene } from './scene';

interface Props {
  readonly context: Context;
  /** Told of every frame that has been drawn. */
  readonly onDrawn: (frame: Frame) => void;
  /** What stands over the picture, in the picture's own pixels. */
  readonly children?: ComponentChildren;
}

/** The picture. Its own elements render once; from then on frames, playhead and pointers write to its elements directly. */
export function Figure({ context, onDrawn, children }: Props): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => (host.current ? connect(host.current, context, onDrawn) : undefined), [context]);
  return (
    <div class="figure" ref={host}>
      <div class="drawing">
        <canvas aria-hidden="true" />
        <div class="change-marks" role="group" aria-label="Changes" />
        <div class="hovered" hidden />
        <div class="selected" hidden />
        <div class="board" aria-hidden="true" hidden />
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
        <div class="crosshair" hidden>
          <span />
        </div>
        <div class="hover-label" aria-hidden="true" hidden />
        {children}
      </div>
      <p class="starting">Starting the engine…</p>
    </div>
  );
}

/** Ties the elements to session, playhead and pointers; returns how to untie them. */
function connect(host: HTMLElement, context: Context, onDrawn: (frame: Frame) => void): () => void {
  const { session, playhead, store } = context;
  const drawing = host.querySelector<HTMLElement>('.drawing')!;
  const scene = new Scene(drawing, context);
  session.onFrame = (frame) => {
    size(drawing, frame);
    scene.arrived(frame);
    host.classList.add('drawn');
    onDrawn(frame);
  };
  const untie = [
    store.subscribe(() => scene.changed()),
    playhead.subscribe(() => scene.moved()),
    listenForPointers(host, context, scene),
    watchSize(host, () => resize(host, context)),
  ];
  return () => untie.forEach((stop) => stop());
}

function size(drawing: HTMLElement, { view }: Frame): void {
  Object.assign(drawing.style, { width: `${view.width}px`, height: `${view.height}px`, transform: `scale(${enlarged()})` });
}

function resize(host: HTMLElement, { session }: Context): void {
  const { width, height } = host.getBoundingClientRect();
  const scale = enlarged();
  if (width >= 1 && height >= 1) session.resize({ width: Math.floor(width / scale), height: Math.floor(height / scale) });
}

function watchSize(host: HTMLElement, changed: () => void): () => void {
  const observer = new ResizeObserver(changed);
  observer.observe(host);
  return () => observer.disconnect();
}
