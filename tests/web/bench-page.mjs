/** How fast the page follows a hand: rows of the bench about drags, frames, panning, zooming and memory. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { open, SCENARIOS } from './harness.mjs';
import { dragSlider, knobSlider, places } from './hands.mjs';
import { linkTo } from './fragments.mjs';
import { memoryOf } from './memory.mjs';
import { probe } from './probe.mjs';
import { median, row, spread } from './rows.mjs';

const KNOB = 'base_slice_ns';
const DRAGS = 65;
/** The first ones find everything cold. */
const WARM_UP = 5;
const MINUTE_MS = 60_000;

/** A page with a stop-watch in it. */
const timed = (machine, fragment, options = {}) =>
  open(machine.browser, machine.url + fragment, { ...options, before: probe });

/** Every move of the slider so far is on the canvas. */
const followed = (page) => page.waitForFunction(() => globalThis.probe.inputs === globalThis.probe.answered);

/** From the input event of a knob's slider to the drawn frame, for each example that the page ships. */
export async function drags(machine) {
  for (const file of readdirSync(SCENARIOS).filter((name) => name.endsWith('.json')).sort()) {
    const page = await timed(machine, linkTo(JSON.parse(readFileSync(join(SCENARIOS, file), 'utf8'))));
    await dragSlider(page, await knobSlider(page, KNOB, 'B'), places(DRAGS), () => followed(page));
    const times_ms = await page.evaluate(() => globalThis.probe.inputs_ms);
    spread(`drag_ms/${file.replace('.json', '')}`, times_ms.slice(WARM_UP), 'ms');
    await page.context().close();
  }
}

/** So many µs of the workload make about so many events on side B. */
const RUNS = { '1e4': 920_000, '1e5': 9_200_000, '1e6': 92_000_000 };
const PICTURE_PX = 1_600;
const FRAMES = 120;

/** Frames of whole runs while a hand pans and zooms, and a plain loop that draws the same rectangles. */
export async function frames(machine, workload) {
  for (const [name, duration_us] of Object.entries(RUNS)) {
    const side = { kernel: '7.2', hz: 1000 };
    const page = await timed(machine, linkTo({ ...workload, duration_us, a: { ...side, kernel: '6.5' }, b: side }));
    await widen(page);
    row(`events/${name}`, await page.evaluate(() => globalThis.probe.events), 'events');
    const whole = await page.evaluate(turnWheel, { turns: FRAMES, deltaX: 0, deltaY: -2, patient: true });
    const plain_ms = await page.evaluate(plainLoop, FRAMES);
    spread(`frame_ms/${name}`, whole.frames_ms, 'ms');
    spread(`plain_canvas_ms/${name}`, plain_ms, 'ms');
    row(`frame_ratio/${name}`, median(whole.frames_ms) / median(plain_ms), 'x plain canvas');
    const zoom = { deltaX: 0, deltaY: -40 };
    row(`zoom/${name}`, (await page.evaluate(turnWheel, { turns: FRAMES, ...zoom })).held_per_s, 'frames/s');
    // The whole run cannot be moved: first in, as far as half a turn to and fro goes.
    await page.evaluate(turnWheel, { turns: 5, ...zoom });
    row(`pan/${name}`, (await page.evaluate(turnWheel, { turns: FRAMES, deltaX: 20, deltaY: 0 })).held_per_s, 'frames/s');
    await page.context().close();
  }
}

/** Machines of which each CPU has a task that runs and sleeps, at 1000 Hz. */
const MACHINES = { 16: { cores: 16 }, 64: { sockets: 2, llcs: 4, cores: 8 }, 256: { sockets: 2, llcs: 8, cores: 16 } };

/** Frames of many lanes while a hand pans and zooms. */
export async function laneFrames(machine) {
  for (const [cpus, description] of Object.entries(MACHINES)) {
    const threads = Array.from({ length: Number(cpus) }, (_, i) => ({
      name: `t${i}`,
      affinity: [i],
      script: [['loop', 0], ['run', 300 + (i % 7) * 40], ['sleep', 200 + (i % 5) * 30], ['end']],
    }));
    const side = { kernel: '7.2', hz: 1000 };
    const scenario = { schedlens: 1, name: `lanes-${cpus}`, title: '', duration_us: 1_000_000, machine: description, threads };
    const page = await timed(machine, linkTo({ ...scenario, a: { ...side, kernel: '6.5' }, b: side }));
    await widen(page);
    const whole = await page.evaluate(turnWheel, { turns: FRAMES, deltaX: 0, deltaY: -2, patient: true });
    spread(`lanes_frame_ms/${cpus}`, whole.frames_ms, 'ms');
    await page.context().close();
  }
}

/** Makes the picture as wide as the rows say, whatever the panels beside it leave. */
async function widen(page) {
  await page.evaluate((px) => {
    const { style } = document.querySelector('.figure');
    Object.assign(style, { width: `${px}px`, minWidth: `${px}px` });
  }, PICTURE_PX);
  await page.waitForFunction((px) => document.querySelector('.figure canvas').width === px, PICTURE_PX);
}

/**
 * In the page: turns the wheel over the picture once in each of the browser's frames, to and fro so that it stays near where it was.
 * Tells how many of its frames the browser held a second, and what those cost that the engine made: between them the page moves
 * the picture that it has. A patient hand waits for each, so that none is made while another is drawn.
 */
async function turnWheel({ turns, deltaX, deltaY, patient = false }) {
  const canvas = document.querySelector('.figure canvas');
  const box = canvas.getBoundingClientRect();
  const place = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, bubbles: true, cancelable: true };
  const nextFrame = () => new Promise(requestAnimationFrame);
  const { frames_ms } = globalThis.probe;
  frames_ms.length = 0;
  const begun_ms = await nextFrame();
  for (let turn = 0; turn < turns; turn++) {
    const sign = turn % (patient ? 2 : 20) < (patient ? 1 : 10) ? 1 : -1;
    const drawn = frames_ms.length;
    canvas.dispatchEvent(new WheelEvent('wheel', { ...place, deltaX: sign * deltaX, deltaY: sign * deltaY }));
    await nextFrame();
    for (let waited = 0; patient && frames_ms.length === drawn && waited < 20; waited++) await nextFrame();
  }
  const held_per_s = (1_000 * turns) / (performance.now() - begun_ms);
  while (frames_ms.length === 0) await nextFrame();
  return { held_per_s, frames_ms: frames_ms.slice() };
}

/** In the page: the same rectangles in the same colours as the last frame's, with nothing around them, on a canvas of its size. */
function plainLoop(rounds) {
  const { width, height } = document.querySelector('.figure canvas');
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  const rectangles = [];
  const { ops } = globalThis.probe;
  // How many numbers follow an operation's code; a path and a polygon say it themselves.
  const NUMBERS = [1, 2, 4, 4, null, null, 3, 3, 8];
  for (let at = 0, color = ''; at < ops.length;) {
    const code = ops[at++];
    if (code === 0) color = `#${ops[at].toString(16).padStart(8, '0')}`;
    if (code === 2) rectangles.push([color, ops[at], ops[at + 1], ops[at + 2], ops[at + 3]]);
    at += NUMBERS[code] ?? 1 + 2 * ops[at];
  }
  return Array.from({ length: rounds }, () => {
    const begun_ms = performance.now();
    context.clearRect(0, 0, width, height);
    for (const [color, x, y, w, h] of rectangles) {
      context.fillStyle = color;
      context.fillRect(x, y, w, h);
    }
    context.getImageData(0, 0, 1, 1);
    return performance.now() - begun_ms;
  });
}

/** What the page holds before and after a minute of dragging. */
export async function growth(machine, fragment = '') {
  const page = await timed(machine, fragment);
  const slider = await knobSlider(page, KNOB, 'B');
  const drag = () => dragSlider(page, slider, places(DRAGS), () => followed(page));
  await drag();
  const before = await memoryOf(page);
  const until_ms = performance.now() + MINUTE_MS;
  while (performance.now() < until_ms) await drag();
  const after = await memoryOf(page);
  for (const part of ['wasm', 'js']) {
    row(`memory/drag-${part}-before`, before[`${part}_bytes`] / 1e6, 'MB');
    row(`memory/drag-${part}-after`, after[`${part}_bytes`] / 1e6, 'MB');
  }
  row('memory/drags', await page.evaluate(() => globalThis.probe.answered), 'drags');
  await page.context().close();
}
