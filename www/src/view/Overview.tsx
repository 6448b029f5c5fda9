/** The whole run in a strip above the picture; the brush on it is the window. */
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Context } from '../commands';

import type { FigurePlaces } from './places';
import { OverviewStrip } from './strip';

interface Props {
  readonly context: Context;
  readonly places: FigurePlaces;
}

/** The strip. It renders once; from then on it writes itself. */
export function Overview({ context, places }: Props): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return undefined;
    const strip = new OverviewStrip(host.current, context, places);
    return () => strip.close();
  }, [context]);
  return (
    <div class="overview" ref={host} title="The whole run. Drag the window, its edges, or a new one; wheel to zoom; double-click for all.">
      <div class="strip">
        <canvas aria-hidden="true" />
        <div class="run" aria-hidden="true">
          <div class="veil" />
        </div>
        <span class="run-end" aria-hidden="true" />
        <div class="brush">
          <Edge edge="from" label="Window begins" />
          <Edge edge="to" label="Window ends" />
        </div>
        <div class="run-playhead" />
      </div>
    </div>
  );
}

function Edge({ edge, label }: { edge: 'from' | 'to'; label: string }): JSX.Element {
  return (
    <div
      class={`brush-edge brush-${edge}`}
      data-edge={edge}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuenow={0}
      aria-valuemax={0}
    />
  );
}
