/** Where the state lives, and the moment of the playhead, which moves too often to be part of it. */
import { ns, type Ns } from './time';
import { reduce, type Action, type State } from './state';

/** Does something to the state. */
export type Dispatch = (action: Action) => void;

/** Tells everyone who asked to be told; returns how to stop. */
class Listeners {
  private all = new Set<() => void>();
  add(listener: () => void): () => void {
    this.all.add(listener);
    return () => this.all.delete(listener);
  }
  tell(): void {
    for (const listener of [...this.all]) listener();
  }
}

/** Holds one state after the other. */
export class Store {
  private listeners = new Listeners();
  constructor(private current: State) {}

  get state(): State {
    return this.current;
  }

  /** Changes the state and tells the listeners, but only if something changed. */
  readonly dispatch: Dispatch = (action) => {
    const next = reduce(this.current, action);
    if (next === this.current) return;
    this.current = next;
    this.listeners.tell();
  };

  subscribe(listener: () => void): () => void {
    return this.listeners.add(listener);
  }
}

/** The instant that the page looks at. Its listeners write pixels and text directly and render nothing anew. */
export class Playhead {
  private listeners = new Listeners();
  private t: Ns = ns(0);

  get at_ns(): Ns {
    return this.t;
  }

  move(to_ns: number): void {
    const t = ns(to_ns);
    if (t === this.t) return;
    this.t = t;
    this.listeners.tell();
  }

  subscribe(listener: () => void): () => void {
    return this.listeners.add(listener);
  }
}
