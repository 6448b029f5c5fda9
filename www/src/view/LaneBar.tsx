/** What is pressed beside the lanes of several CPUs: which CPU's lines are shown, which groups are closed, what is in sight. */
import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Context } from '../commands';
import { SIDE_NAMES } from '../state/doc';
import type { Layout } from '../worker/protocol';
import { keyed, laneKeys, thumbOf } from '../canvas/lanes';
import type { FigurePlaces } from './places';

interface Props {
  readonly context: Context;
  readonly places: FigurePlaces;
}

/** Lists and buttons over what the engine has drawn; a machine with one CPU has none. */
export function LaneBar({ context, places }: Props): JSX.Element | null {
  const layout = useLanes(context, places);
  if (!layout?.sight) return null;
  const sides = [...new Set(layout.lanes.map(({ side }) => side))];
  return (
    <div class="lane-bar">
      {layout.groups.map((group) => (
        <button
          key={`${group.side} ${group.name}`}
          type="button"
          class="lane-group"
          aria-expanded={!group.closed}
          aria-label={`${group.label}, ${letterOf(group.side)}`}
          style={boxOf(group, layout.plot_left)}
          onClick={() => context.store.dispatch({ type: 'fold', name: group.name })}
        />
      ))}
      {sides.map((side) => (
        <CpuList key={side} side={side} layout={layout} context={context} />
      ))}
      <Scroll layout={layout} sight={layout.sight} context={context} />
    </div>
  );
}

const letterOf = (side: number): string => SIDE_NAMES[side] ?? 'the recording';

const boxOf = ({ top, bottom }: { readonly top: number; readonly bottom: number }, width: number): Readonly<Record<string, string>> => ({
  transform: `translateY(${top}px)`,
  width: `${width}px`,
  height: `${bottom - top}px`,
});

/** The CPUs in sight: arrows choose whose lines are shown, and go on beyond what is in sight. */
function CpuList({ side, layout, context }: { side: number; layout: Layout; context: Context }): JSX.Element {
  const own = layout.lanes.filter((lane) => lane.side === side);
  const { cpu } = context.store.state.doc.lanes;
  const first = own[0];
  const last = own.at(-1);
  if (!first || !last) return <></>;
  const press = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const change = laneKeys(event.key, own, cpu, layout.sight!);
    if (!change) return;
    event.preventDefault();
    context.store.dispatch({ type: 'lanes', change });
  };
  const top = first.bars.top;
  return (
    <div
      class="lane-list"
      role="listbox"
      tabIndex={0}
      aria-label={`CPUs of ${letterOf(side)}`}
      aria-activedescendant={own.some((lane) => lane.cpu === cpu) ? `lane-${side}-${cpu}` : undefined}
      style={boxOf({ top, bottom: last.bars.bottom }, layout.plot_left)}
      onKeyDown={press}
    >
      {own.map((lane) => (
        <div key={lane.cpu} id={`lane-${side}-${lane.cpu}`} role="option" aria-selected={lane.cpu === cpu} aria-label={`CPU ${lane.cpu}`} />
      ))}
    </div>
  );
}

/** Shown where not all rows are in sight. */
function Scroll({ layout, sight, context }: { layout: Layout; sight: NonNullable<Layout['sight']>; context: Context }): JSX.Element | null {
  if (sight.count >= sight.total) return null;
  const lanes = layout.lanes.filter(({ side }) => side === 0);
  const bar = { top: lanes[0]?.bars.top ?? 0, bottom: lanes.at(-1)?.bars.bottom ?? 0 };
  const thumb = thumbOf(sight, bar);
  const go = (first: number): void => context.store.dispatch({ type: 'lanes', change: { first } });
  const press = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const first = keyed(event.key, sight);
    if (first === null) return;
    event.preventDefault();
    go(first);
  };
  return (
    <div
      class="lane-scroll"
      role="scrollbar"
      tabIndex={0}
      aria-label="Lanes in sight"
      aria-controls="lanes"
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={sight.total - sight.count}
      aria-valuenow={sight.first}
      style={{ transform: `translateY(${bar.top}px)`, height: `${bar.bottom - bar.top}px` }}
      onKeyDown={press}
    >
      <div style={{ transform: `translateY(${thumb.top - bar.top}px)`, height: `${thumb.bottom - thumb.top}px` }} />
    </div>
  );
}

/** The places of the lanes, and which CPU is chosen. */
function useLanes({ store }: Context, places: FigurePlaces): Layout | null {
  const [, draw] = useState(0);
  useEffect(() => {
    const again = (): void => draw((times) => times + 1);
    let { lanes } = store.state.doc;
    const watch = (): void => {
      if (lanes === store.state.doc.lanes) return;
      lanes = store.state.doc.lanes;
      again();
    };
    const untie = [places.subscribe(again), store.subscribe(watch)];
    return () => untie.forEach((stop) => stop());
  }, [places, store]);
  return places.layout;
}
