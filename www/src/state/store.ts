/** Where the state lives, and the moment of the playhead, which moves too often to be part of it. */
import type { Rows } from './doc';
import { ns, type Ns } from '../time';
import { reduce, type Action, type State } from './state';

/** Does something to the state. */
export type Dispatch = (action: Action) => void;

/** Tells everyone who asked to be told; returns how to stop. */
export class Listeners {
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
  constructor(
    private current: State,
    private readonly now_ms: () => number = () => performance.now(),
  ) {}

  get state(): State {
    return this.current;
  }

  /** Changes the state and tells the listeners, but only if something changed. */
  readonly dispatch: Dispatch = (action) => {
    const next = reduce(this.current, action, this.now_ms());
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
  private stepped: Rows | undefined;

  get at_ns(): Ns {
    return this.t;
  }

  /** Which of the decisions at this instant are told, until the playhead leaves it; nothing for the last ones. */
  get rows(): Rows | undefined {
    return this.stepped;
  }

  move(to_ns: number): void {
    const t = ns(to_ns);
    if (t === this.t) return;
    this.t = t;
    this.stepped = undefined;
    this.listeners.tell();
  }

  /** Moves to an instant, and to rows of the traces there. */
  stand(to_ns: number, rows: Rows | undefined): void {
    this.t = ns(to_ns);
    this.stepped = rows;
    this.listeners.tell();
  }

  subscribe(listener: () => void): () => void {
    return this.listeners.add(listener);
  }
}
