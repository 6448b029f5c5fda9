/** Where things are in the figure, for what stands above it in line with it, and for what points at it. */
import { Listeners } from '../state/store';
import type { Layout } from '../worker/protocol';

/** Written by the figure with every frame; listeners are told only when something has another place. */
export class FigurePlaces {
  private readonly listeners = new Listeners();
  private current: Layout | null = null;

  /** `null` before the first frame. */
  get layout(): Layout | null {
    return this.current;
  }

  set(layout: Layout): void {
    const before = this.current;
    this.current = layout;
    if (!before || placesOf(before) !== placesOf(layout)) this.listeners.tell();
  }

  subscribe(listener: () => void): () => void {
    return this.listeners.add(listener);
  }
}

const placesOf = ({ plot_left, plot_right, axis, panels, groups }: Layout): string =>
  [
    ...[plot_left, plot_right, axis.top],
    ...panels.flatMap(({ cpu, top, bottom }) => [cpu, top, bottom]),
    ...groups.flatMap(({ top, closed }) => [top, closed]),
  ].join();
