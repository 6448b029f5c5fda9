/**
 * The page's end of the engine. Of each kind of question one is on its way and at most one waits, the newest; so a
 * drag never queues up work, and answers that nobody waits for any more are dropped.
 */
import type { Decision, FromWorker, Layout, Ops, Preset, Scenario, Side, Summary, ToWorker, View } from './protocol';

/** What is used of a worker; tests pass one that they answer for. */
export interface Port {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** A frame with the view that it shows: by the time it arrives the page may want another one. */
export interface Frame {
  readonly view: View;
  readonly ops: Ops;
  readonly texts: readonly string[];
  readonly layout: Layout;
}

type Ask<T extends ToWorker['type']> = Extract<ToWorker, { type: T }>;

/** What was to be simulated: the very objects that `open` was called with. */
export type Asked = Readonly<Pick<Ask<'open'>, 'scenario' | 'sides'>>;

/** Why something is not simulated, and where in the scenario that is. */
export type Refusal = Pick<Extract<FromWorker, { type: 'refused' }>, 'message' | 'place'>;

/** Where answers go. */
export interface Listener {
  presets(assumed_cpus: number, presets: readonly Preset[]): void;
  progress(done: number): void;
  opened(summary: Summary, asked: Asked): void;
  frame(frame: Frame): void;
  decision(side: number, decision: Decision | null): void;
  /** The scenario was refused; what was open before stays open. */
  refused(refusal: Refusal, asked: Asked): void;
  /** The engine broke down. `recovered`: a new one opens the last scenario that worked. */
  failed(message: string, recovered: boolean): void;
}

type Unnumbered<T> = T extends ToWorker ? Omit<T, 'id'> : never;
type Question = Unnumbered<Exclude<ToWorker, { type: 'cancel' }>>;

/** Questions that are answered to whoever asks them, by the type of their answer. */
interface Replies {
  /** One that is not shown, as for a file. */
  frame: 'frame';
  overview: 'picture';
  thumbnail: 'picture';
  distribution: 'picture';
  hit: 'hit';
  span: 'span';
  values: 'values';
  log: 'log';
  looks: 'looks';
  decision: 'decision';
  recording: 'recorded';
  versions: 'versions';
  machines: 'machines';
  machine: 'machine';
  svg: 'text';
  text: 'text';
}
/** A question without its number. */
export type Query<T extends keyof Replies = keyof Replies> = Unnumbered<Ask<T>>;
/** Its answer, or why it was refused; `null` if a newer question took its place or the engine broke down. */
export type Reply<T extends keyof Replies> = Extract<FromWorker, { type: Replies[T] | 'refused' }> | null;
type Resolve = (answer: FromWorker | null) => void;

/** Queries of which only the newest matters: one on its way, one behind it. */
interface Queue {
  busy: boolean;
  waiting: { question: Question; resolve: Resolve } | null;
}

/** One kind of question: what is on its way and what waits behind it. */
interface Lane {
  sent: ToWorker | null;
  waiting: Question | null;
}

/** A worker that is started when it is first needed, and replaced when it breaks down. */
export class Client {
  private port: Port | null = null;
  private lanes = new Map<string, Lane>();
  private queries = new Map<number, Resolve>();
  private queues = new Map<string, Queue>();
  private lastGood: Ask<'open'> | null = null;
  private lastId = 0;
  /** Breakdowns since something last opened; a second one in a row is not answered with a third engine. */
  private failures = 0;

  constructor(
    private readonly spawn: () => Port,
    private readonly to: Listener,
  ) {}

  /** Asks for all kernels, with defaults as a machine of that many CPUs scales them. */
  presets(assumed_cpus: number): void {
    this.ask(`presets ${assumed_cpus}`, { type: 'presets', assumed_cpus });
  }

  /** Simulates; a run that is still going on is given up if it has been at it long enough to report progress. */
  open(scenario: Scenario, sides: readonly Side[]): void {
    this.ask('open', { type: 'open', scenario, sides });
  }

  /** Gives up the simulation that is running or waiting. */
  cancel(): void {
    const lane = this.lane('open');
    if (lane.sent) this.port?.postMessage({ type: 'cancel', id: lane.sent.id });
    this.lanes.delete('open');
  }

  frame(view: View): void {
    this.ask('frame', { type: 'frame', view });
  }

  /**
   * Asks and gives the answer back. Of the queries of a `lane` one is on its way and at most one waits, the newest: those
   * between get `null`. Without a lane each is asked.
   */
  query<T extends keyof Replies>(question: Query<T>, lane?: string): Promise<Reply<T>> {
    return new Promise((resolve) => {
      const queued = { question: question as unknown as Question, resolve: resolve as Resolve };
      if (lane === undefined) this.queries.set(this.send(queued.question).id, queued.resolve);
      else this.enqueue(lane, queued);
    });
  }

  private enqueue(lane: string, queued: NonNullable<Queue['waiting']>): void {
    const queue = this.queues.get(lane) ?? { busy: false, waiting: null };
    this.queues.set(lane, queue);
    queue.waiting?.resolve(null);
    queue.waiting = queued;
    if (!queue.busy) this.dequeue(queue);
  }

  private dequeue(queue: Queue): void {
    const next = queue.waiting;
    queue.waiting = null;
    queue.busy = next !== null;
    if (!next) return;
    this.queries.set(this.send(next.question).id, (answer) => {
      next.resolve(answer);
      if (answer) this.dequeue(queue);
    });
  }

  /** The decision that stands at an instant. */
  decisionAt(side: number, t_ns: number): void {
    this.ask(`decision ${side}`, { type: 'decision', side, t_ns, step: 0, of: 'decision' });
  }

  /**
   * A decision, or its neighbour; `null` at the ends and when the engine breaks down. What `decisionAt` is still waiting for
   * on that side is not wanted any more: it would undo the step.
   */
  async decision(question: Omit<Query<'decision'>, 'type'>): Promise<Decision | null> {
    this.lanes.delete(`decision ${question.side}`);
    const answer = await this.query<'decision'>({ type: 'decision', ...question });
    return answer?.type === 'decision' ? answer.decision : null;
  }

  /** Ends the engine; a later question starts a new one. */
  close(): void {
    this.port?.terminate();
    this.port = null;
    this.lanes.clear();
    const waiting = [...this.queues.values()].flatMap((queue) => queue.waiting?.resolve ?? []);
    const unanswered = [...this.queries.values(), ...waiting];
    this.queries.clear();
    this.queues.clear();
    for (const resolve of unanswered) resolve(null);
  }

  private lane(kind: string): Lane {
    const lane = this.lanes.get(kind) ?? { sent: null, waiting: null };
    this.lanes.set(kind, lane);
    return lane;
  }

  private ask(kind: string, question: Question): void {
    const lane = this.lane(kind);
    if (lane.sent) lane.waiting = question;
    else lane.sent = this.send(question);
  }

  private send(question: Question): ToWorker {
    const message = { ...question, id: ++this.lastId } as ToWorker;
    this.connected().postMessage(message);
    return message;
  }

  private connected(): Port {
    if (this.port) return this.port;
    const port = this.spawn();
    port.onmessage = ({ data }) => this.receive(data);
    port.onerror = (event) => this.breakDown(event.message || 'the worker could not be loaded');
    this.port = port;
    return port;
  }

  private receive(message: FromWorker): void {
    switch (message.type) {
      case 'failed':
        return this.breakDown(message.message);
      case 'progress':
        return this.advanced(message.id, message.done);
    }
    if (this.resolve(message)) return;
    const asked = this.settle(message.id);
    if (asked) this.deliver(asked, message);
  }

  private resolve(message: Exclude<FromWorker, { type: 'failed' }>): boolean {
    const resolve = this.queries.get(message.id);
    this.queries.delete(message.id);
    resolve?.(message);
    return resolve !== undefined;
  }

  /** Progress means that the run is long: if a newer one waits, it starts now. */
  private advanced(id: number, done: number): void {
    const lane = this.lane('open');
    if (lane.sent?.id !== id) return;
    if (!lane.waiting) return this.to.progress(done);
    this.port?.postMessage({ type: 'cancel', id });
    this.advance(lane);
  }

  /** What was asked under this id, or `null` if nobody waits for it any more. Sends what waited behind it. */
  private settle(id: number): ToWorker | null {
    const lane = [...this.lanes.values()].find(({ sent }) => sent?.id === id);
    if (!lane?.sent) return null;
    const asked = lane.sent;
    this.advance(lane);
    return asked;
  }

  private advance(lane: Lane): void {
    const next = lane.waiting;
    lane.waiting = null;
    lane.sent = next && this.send(next);
  }

  private deliver(asked: ToWorker, answer: FromWorker): void {
    // Other questions are refused only while nothing is open; whatever opens next has them asked again.
    if (answer.type === 'refused' && asked.type === 'open') this.to.refused(answer, asked);
    if (answer.type === 'opened' && asked.type === 'open') {
      this.lastGood = asked;
      this.failures = 0;
      this.to.opened(answer.summary, asked);
    }
    if (answer.type === 'frame' && asked.type === 'frame')
      this.to.frame({ view: asked.view, ops: answer.ops, texts: answer.texts, layout: answer.layout });
    if (answer.type === 'decision' && asked.type === 'decision') this.to.decision(asked.side, answer.decision);
    if (answer.type === 'presets' && asked.type === 'presets') this.to.presets(asked.assumed_cpus, answer.presets);
  }

  /** After a trap the engine's state is unknown: throw it away and let a new one open what worked last. */
  private breakDown(message: string): void {
    this.close();
    const recovered = this.lastGood !== null && ++this.failures < 2;
    if (recovered) this.open(this.lastGood!.scenario, this.lastGood!.sides);
    this.to.failed(message, recovered);
  }
}
