/** Runs one scenario of the bench again and again in a worker, as the page does, and says how fast the best round was. */
import init, { Engine } from '/pkg/web.js';

const ROUNDS = 7;

const wasm = await init({ module_or_path: '/pkg/web_bg.wasm' });
const engine = new Engine();

onmessage = ({ data: scenario }) => {
  const rounds = Array.from({ length: ROUNDS }, () => round(scenario));
  postMessage({ switches_per_s: Math.max(...rounds), memory_bytes: wasm.memory.buffer.byteLength });
};

/** Until here nobody listens; messages that came before would be lost. */
postMessage('ready');

function round(scenario) {
  const begun_ms = performance.now();
  const switches = engine.bench(scenario);
  return (switches / (performance.now() - begun_ms)) * 1000;
}
