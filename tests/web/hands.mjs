/** What a hand does on the page: real pointer events at real places. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { hashes, newHashes } from './harness.mjs';

/** Places along a travel from 0 to 1, each far from the one before, so that each is another value. */
export const places = (count) => Array.from({ length: count }, (_, i) => (i * 0.618034 + 0.31) % 1);

/** Takes hold of a slider, moves it to each place (0 to 1 of its travel), waits for `settled` after each, and lets go. */
export async function dragSlider(page, slider, along, settled) {
  await slider.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await slider.boundingBox();
  const [left, travel, middle] = [x + height / 2, width - height, y + height / 2];
  await page.mouse.move(left, middle);
  await page.mouse.down();
  for (const place of along) {
    await page.mouse.move(left + place * travel, middle);
    await settled();
  }
  await page.mouse.up();
}

/** The slider of a knob, with the panel that it is in open. */
export async function knobSlider(page, name, letter) {
  await page.getByRole('tab', { name: 'Scheduler' }).click();
  return page.getByRole('slider', { name: new RegExp(`^${name} .*${letter}\\b`) }).first();
}

/** Waits until what is read is as expected; the page renders when it comes to it. */
export async function becomes(page, read, expected) {
  for (let tries = 0; tries < 50; tries++) {
    if (isDeepStrictEqual(await read(), expected)) return;
    await page.waitForTimeout(40);
  }
  assert.deepEqual(await read(), expected);
}

/** Does something and waits until it is simulated. */
export async function changes(page, act) {
  const before = await hashes(page);
  await act();
  return newHashes(page, before);
}

/** Opens a task's settings, if they are not open already. */
export async function openTask(page, name) {
  const row = page.locator(`[data-task="${name}"][data-field="open"]`);
  if ((await row.getAttribute('aria-expanded')) === 'false') await row.click();
}
