/** The engine's end of the page, in a worker so that the page stays live. The only importer of the generated package. */
import init, { Engine, type Picture } from '../pkg/web.js';
import wasmUrl from '../pkg/web_bg.wasm?url';
import type { FromWorker, ToWorker } from './protocol';

type Ask<T extends ToWorker['type']> = Extract<ToWorker, { type: T }>;

/** How long the engine simulates before it looks for newer messages. */
const SLICE_MS = 20;
/** Events between two looks at the clock: far less than a slice. */
const SLICE_EVENTS = 5_000;

const say = (message: FromWorker, transfer: Transferable[] = []): void => postMessage(message, { transfer });
const engine = init({ module_or_path: wasmUrl }).then(() => new Engine());
/** The `open` that is being simulated. */
let opening: number | null = null;

onmessage = async ({ data }: MessageEvent<ToWorker>): Promise<void> => {
  try {
    answer(await engine, data);
  } catch (error) {
    report(data.id, error);
  }
};

/** The engine refuses with errors that have a place; anything else is its own fault, and its state is lost. */
function report(id: number, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && 'place' in error) say({ type: 'refused', id, message, place: String(error.place) });
  else say({ type: 'failed', message });
}

function answer(engine: Engine, message: ToWorker): void {
  switch (message.type) {
    case 'presets':
      return say({ type: 'presets', id: message.id, presets: engine.presets(message.assumed_cpus) });
    case 'versions':
      return say({ type: 'versions', id: message.id, versions: engine.versions() });
    case 'machines':
      return say({ type: 'machines', id: message.id, machines: engine.machines() });
    case 'machine':
      return say({ type: 'machine', id: message.id, map: engine.machine(message.machine) });
    case 'open':
      return open(engine, message);
    case 'cancel':
      return cancel(engine, message);
    case 'frame':
      return frame(engine, message);
    case 'overview':
      return overview(engine, message);
    case 'thumbnail':
      return thumbnail(engine, message);
    case 'distribution':
      return distribution(engine, message);
    case 'hit':
      return say({ type: 'hit', id: message.id, hit: engine.hit(message.x, message.y) });
    case 'svg':
      return say({ type: 'text', id: message.id, text: engine.svg(message.view) });
    case 'decision':
      return decide(engine, message);
    case 'values':
      return say({ type: 'values', id: message.id, sides: engine.values(message.t_ns, message.cpu ?? 0) });
    case 'span':
      return say({ type: 'span', id: message.id, span: engine.span(message) });
    case 'recording':
      return say({ type: 'recorded', id: message.id, recorded: engine.recording(message.bytes) });
    case 'text':
      return say({ type: 'text', id: message.id, text: engine.text(message.side, message.format) });
    case 'log':
      return say({ type: 'log', id: message.id, ...engine.log(message) });
    case 'looks':
      return say({ type: 'looks', id: message.id, ...engine.looks(message) });
  }
}

function open(engine: Engine, { id, scenario, sides }: Ask<'open'>): void {
  opening = null;
  engine.open(scenario, sides);
  opening = id;
  simulate(engine, id);
}

/** Simulates for a slice; then lets newer messages in, which may have given this one up. */
function simulate(engine: Engine, id: number): void {
  if (opening !== id) return;
  const until_ms = performance.now() + SLICE_MS;
  let done = 0;
  while (done < 1 && performance.now() < until_ms) done = engine.advance(SLICE_EVENTS);
  if (done === 1) {
    opening = null;
    return say({ type: 'opened', id, summary: engine.summary() });
  }
  say({ type: 'progress', id, done });
  later(() => simulate(engine, id), id);
}

/** After the messages that wait already. A timer would do, but browsers slow nested timers down. */
function later(task: () => void, id: number): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    try {
      task();
    } catch (error) {
      opening = null;
      report(id, error);
    }
  };
  port2.postMessage(null);
}

function cancel(engine: Engine, { id }: Ask<'cancel'>): void {
  if (opening !== id) return;
  opening = null;
  engine.cancel();
}

function frame(engine: Engine, { id, view }: Ask<'frame'>): void {
  engine.frame(view);
  const ops = engine.ops();
  say({ type: 'frame', id, ops, texts: engine.texts(), layout: engine.layout() }, [ops.buffer]);
}

function overview(engine: Engine, { id, width, height, plot_left, plot_right, theme, hidden }: Ask<'overview'>): void {
  sayPicture(id, { width, height }, engine.overview(width, height, plot_left, plot_right, theme, hidden));
}

function thumbnail(engine: Engine, { id, scenario, sides, width, height, theme }: Ask<'thumbnail'>): void {
  sayPicture(id, { width, height }, engine.thumbnail(scenario, sides, width, height, theme));
}

function distribution(engine: Engine, { id, width, height, theme, task }: Ask<'distribution'>): void {
  sayPicture(id, { width, height }, engine.distribution(width, height, theme, task));
}

/** Copies a picture out of the engine's memory, which is then free again. */
function sayPicture(id: number, size: { width: number; height: number }, picture: Picture): void {
  const { ops, texts } = picture;
  picture.free();
  say({ type: 'picture', id, picture: { ops, texts, ...size } }, [ops.buffer]);
}

function decide(engine: Engine, { id, side, t_ns, index, step, of }: Ask<'decision'>): void {
  say({ type: 'decision', id, decision: engine.decision(side, t_ns, index, step, of) });
}
