/** What must not wait and must not grow: long simulations, and memory under a hand that goes on dragging. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { linkTo } from './fragments.mjs';
import { dragSlider, knobSlider, places } from './hands.mjs';
import { assertCalm, hashes, launch, newHashes, open } from './harness.mjs';
import { memoryOf } from './memory.mjs';
import { idle, probe } from './probe.mjs';

let machine;
before(async () => (machine = await launch()));
after(() => machine.close());

const BUSY = JSON.parse(readFileSync(new URL('../bench/hog-20-sleepers.json', import.meta.url), 'utf8'));
/** About a million events on each side: long enough to be given up by hand. */
const LONG = { ...BUSY, duration_us: 90_000_000, a: { kernel: '6.5', hz: 1000 }, b: { kernel: '7.2', hz: 1000 } };

/** Makes the page begin something long, by its address, and waits until it says so. */
async function beginLong(page) {
  await page.evaluate((fragment) => void (location.hash = fragment), linkTo(LONG));
  const bar = page.getByRole('progressbar', { name: 'Simulating' });
  await bar.waitFor();
  return bar;
}

test('a long simulation shows how far it is, and given up leaves the page as it was', async () => {
  const page = await open(machine.browser, machine.url, { before: probe });
  const [before, playhead] = [await hashes(page), page.locator('.playhead')];
  const bar = await beginLong(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await bar.waitFor({ state: 'detached' });
  await idle(page);
  assert.deepEqual(await hashes(page), before);
  await page.keyboard.press('ArrowRight');
  await playhead.waitFor();
  assertCalm(page);
  await page.context().close();
});

test('the newest request wins over a long simulation that is still running', async () => {
  const page = await open(machine.browser, machine.url, { before: probe });
  const before = await hashes(page);
  await beginLong(page);
  const short = { schedlens: 1, name: 'short', duration_us: 20_000, threads: [{ name: 'one', script: [['run', 0]] }] };
  await page.evaluate((fragment) => void (location.hash = fragment), linkTo(short));
  const after = await newHashes(page, before);
  const alone = await open(machine.browser, machine.url + linkTo(short));
  assert.deepEqual(after, await hashes(alone), 'the long one never shows');
  await idle(page);
  assert.deepEqual(await hashes(page), after);
  assertCalm(page);
  await page.context().close();
  await alone.context().close();
});

const ROUNDS = 4;
const DRAGS = 40;
/** The undo list, the browser's own notes of what happened: far less than any picture or trace that stays behind. */
const SPARE_BYTES = 1_000_000;

test('memory does not grow while a knob is dragged', async () => {
  const page = await open(machine.browser, machine.url, { before: probe });
  const slider = await knobSlider(page, 'base_slice_ns', 'B');
  const followed = () => page.waitForFunction(() => globalThis.probe.inputs === globalThis.probe.answered);
  const held = [];
  for (let round = 0; round < ROUNDS; round++) {
    await dragSlider(page, slider, places(DRAGS), followed);
    held.push(await memoryOf(page));
  }
  // The first round finds everything cold: code is compiled and memory laid out.
  const [first, last] = [held[1], held[ROUNDS - 1]];
  assert.equal(last.wasm_bytes, first.wasm_bytes, 'the engine asks for no more memory');
  assert.ok(last.js_bytes < first.js_bytes + SPARE_BYTES, `bytes held after each round: ${held.map(({ js_bytes }) => js_bytes)}`);
  assertCalm(page);
  await page.context().close();
});
