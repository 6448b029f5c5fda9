/** Listens to pointers and wheel over the figure. */
import { Gestures } from '../canvas/gestures';
import { besideLanes, rowsOf, scrolled } from '../canvas/lanes';
import { inPlot, onAxis, plotOf, tOf } from '../canvas/shown';
import type { Context } from '../commands';
import { endNs, visible } from '../state/state';
import type { Layout } from '../worker/protocol';
import { enlarged } from './enlarged';
import { clickAt } from './hit';
import type { Place, Scene } from './scene';

const NO_PLOT = { left: 0, right: 1 };

/** Follows the pointers until the returned function is called. */
export function listenForPointers(host: HTMLElement, context: Context, scene: Scene): () => void {
  const hand = new Hand(host, context, scene);
  const stop = new AbortController();
  const on = <K extends keyof HTMLElementEventMap>(name: K, does: (event: HTMLElementEventMap[K]) => void): void =>
    host.addEventListener(name, does, { passive: false, signal: stop.signal });
  on('pointerdown', (event) => hand.press(event));
  on('pointermove', (event) => hand.move(event));
  on('pointerup', (event) => hand.release(event));
  on('pointercancel', (event) => hand.cancel(event));
  on('pointerleave', () => scene.unpointed());
  on('click', (event) => hand.click(event));
  on('wheel', (event) => hand.wheel(event));
  return () => stop.abort();
}

/** What a person does over the picture, told to the gestures and to the scene in the picture's own pixels. */
class Hand {
  private readonly gestures: Gestures;
  /** The browser tells of a click after the release, and also at the end of a drag. */
  private clicked = false;

  constructor(
    private readonly host: HTMLElement,
    private readonly context: Context,
    private readonly scene: Scene,
  ) {
    this.gestures = gesturesOn(context, scene);
  }

  press(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.host.setPointerCapture(event.pointerId);
    this.gestures.press({ id: event.pointerId, ...this.placeOf(event) });
    this.show(event);
  }

  move(event: PointerEvent): void {
    this.gestures.move({ id: event.pointerId, ...this.placeOf(event) });
    this.show(event);
  }

  release(event: PointerEvent): void {
    this.clicked = this.gestures.release({ id: event.pointerId, ...this.placeOf(event) });
    this.show(event);
  }

  cancel({ pointerId }: PointerEvent): void {
    this.gestures.cancel(pointerId);
  }

  click(event: MouseEvent): void {
    const { shown } = this.scene;
    if (!this.clicked || !shown) return;
    this.clicked = false;
    const { x, y } = this.placeOf(event);
    const { detail, shiftKey } = event;
    void clickAt(this.context, { x, y, t_ns: inPlot(shown, x) ? tOf(shown, x) : null, detail, shiftKey });
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    const [place, layout] = [this.placeOf(event), this.scene.shown?.layout];
    if (layout && besideLanes(layout, place)) this.scroll(layout, event.deltaY);
    else this.gestures.wheel(place.x, event);
  }

  /** Beside the lanes the wheel moves the list of them. */
  private scroll({ sight }: Layout, turn_px: number): void {
    if (sight) this.context.store.dispatch({ type: 'lanes', change: { first: scrolled(sight, rowsOf(turn_px)) } });
  }

  /** The shape of the cursor and what is under it; a finger hides what it is on, and a hand that drags looks elsewhere. */
  private show(event: PointerEvent): void {
    const place = this.placeOf(event);
    const { current } = this.gestures;
    const { shown } = this.scene;
    const isFree = current === 'none' || current === 'click';
    this.host.dataset['hand'] = isFree && shown !== null && onAxis(shown, place.y) ? 'scrub' : current;
    if (event.pointerType !== 'touch' && isFree) this.scene.pointed(place);
    else this.scene.unpointed();
  }

  private placeOf(event: MouseEvent): Place {
    const box = this.host.getBoundingClientRect();
    const scale = enlarged();
    return { x: (event.clientX - box.left) / scale, y: (event.clientY - box.top) / scale };
  }
}

/** Gestures that move window and playhead of the page. */
function gesturesOn({ store, playhead, mover }: Context, scene: Scene): Gestures {
  return new Gestures({
    range: () => visible(store.state),
    end_ns: () => endNs(store.state),
    plot: () => (scene.shown ? plotOf(scene.shown.layout) : NO_PLOT),
    scrubs: ({ y }) => scene.shown !== null && onAxis(scene.shown, y),
    show: (range) => mover.show(range),
    moveTo: (t_ns) => playhead.move(Math.min(Math.max(t_ns, 0), endNs(store.state))),
  });
}
