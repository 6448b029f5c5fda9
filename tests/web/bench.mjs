/** How fast engine and page are in a real Chromium: `name TAB value TAB unit` lines for `cargo xtask bench`. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { drags, frames, growth, laneFrames } from './bench-page.mjs';
import { DIST, launch, ONE_FILE } from './harness.mjs';
import { median, row } from './rows.mjs';

const folder = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const WORKLOADS = folder('../bench/');
const REFERENCE = 'hogs-30';
const BUSY = 'hog-20-sleepers';
const OPENINGS = 7;

const brotli = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }).length;

const machine = await launch({ '/pkg/': folder('../../www/src/pkg/'), '/bench/': folder('./') });
try {
  await engine();
  sizes();
  await openings('http', machine.url);
  await openings('file', ONE_FILE);
  await drags(machine);
  await frames(machine, workload(`${BUSY}.json`));
  await laneFrames(machine);
  await growth(machine);
} finally {
  await machine.close();
}

function workload(file) {
  return JSON.parse(readFileSync(join(WORKLOADS, file), 'utf8'));
}

/** The same scenarios as natively, by the very module that the page has, in a worker as on the page. */
async function engine() {
  const speed = {};
  for (const file of readdirSync(WORKLOADS).filter((name) => name.endsWith('.json')).sort()) {
    const name = file.replace('.json', '');
    const result = await simulate(workload(file));
    speed[name] = result.switches_per_s;
    row(`switches_per_s/wasm/${name}`, result.switches_per_s, '1/s');
    if (name === REFERENCE) row(`memory/wasm/${name}`, result.memory_bytes / 1e6, 'MB');
  }
  row('growth/wasm/3-to-30', speed['hogs-3'] / speed['hogs-30'], 'x (log n: 3.10)');
  row('growth/wasm/30-to-300', speed['hogs-30'] / speed['hogs-300'], 'x (log n: 1.68)');
}

/** A page of its own for each, so that none inherits another's memory. */
async function simulate(scenario) {
  const page = await machine.browser.newPage();
  await page.goto(`${machine.origin}/bench/`);
  const result = await page.evaluate((scenario) => new Promise((resolve, reject) => {
    const worker = new Worker('/bench/bench-worker.mjs', { type: 'module' });
    worker.onerror = ({ message }) => reject(new Error(message || 'the worker did not load'));
    worker.onmessage = ({ data }) => (data === 'ready' ? worker.postMessage(scenario) : resolve(data));
  }), scenario);
  await page.close();
  return result;
}

/** What a visitor loads, what the one file weighs, and the recordings, which are fetched one by one and packed already. */
function sizes() {
  const names = readdirSync(DIST, { recursive: true }).filter((name) => statSync(join(DIST, name)).isFile());
  const weigh = (some) => {
    const files = some.map((name) => readFileSync(join(DIST, name)));
    return { raw: files.reduce((sum, file) => sum + file.length, 0), brotli: files.reduce((sum, file) => sum + brotli(file), 0) };
  };
  const isRecording = (name) => name.startsWith('recordings');
  row('bytes/recordings', names.filter(isRecording).reduce((sum, name) => sum + statSync(join(DIST, name)).size, 0), 'B');
  const parts = {
    wasm: names.filter((name) => name.endsWith('.wasm')),
    page: names.filter((name) => name !== 'schedlens.html' && !isRecording(name)),
    'one-file': ['schedlens.html'],
  };
  for (const [part, some] of Object.entries(parts)) {
    const { raw, brotli } = weigh(some);
    row(`bytes/${part}-raw`, raw, 'B');
    row(`bytes/${part}-brotli`, brotli, 'B');
  }
}

/** From the start of navigation to the first picture, each time in a fresh profile. */
async function openings(how, address) {
  const times_ms = [];
  for (let i = 0; i < OPENINGS; i++) {
    const context = await machine.browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(noteFirstPicture);
    await page.goto(address);
    times_ms.push(await (await page.waitForFunction(() => globalThis.firstPictureMs)).jsonValue());
    await context.close();
  }
  row(`first_picture_ms/${how}`, median(times_ms), 'ms');
}

/** In the page: the clock of a document starts with its navigation. */
function noteFirstPicture() {
  const look = () => {
    if (document.documentElement?.dataset.ready === 'true') globalThis.firstPictureMs ??= performance.now();
  };
  new MutationObserver(look).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-ready'] });
}
