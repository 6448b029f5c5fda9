/** A monkey at the page: whatever it does, nothing breaks, the page goes on answering, and its link shows the same page. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { assertCalm, launch, open, SHOTS, visit } from './harness.mjs';
import { chance, monkey } from './monkey.mjs';
import { idle, probe } from './probe.mjs';
import { share, snapshot } from './snapshot.mjs';

/** `MONKEY_SEED` repeats a run; `MONKEY_ACTIONS` makes it as long as wanted. */
const SEED = Number(process.env.MONKEY_SEED ?? 1);
const ACTIONS = Number(process.env.MONKEY_ACTIONS ?? 300);
const CHECK_EVERY = 50;
const REMEMBERED = 60;

let machine;
before(async () => (machine = await launch()));
after(() => machine.close());

test(`${ACTIONS} random actions of seed ${SEED} leave a page that works and a link that shows the same`, async () => {
  const page = await open(machine.browser, machine.url, { before: probe });
  const { act } = monkey(page, chance(SEED));
  const done = [];
  try {
    for (let i = 1; i <= ACTIONS; i++) {
      done.push(await act());
      assertCalm(page);
      if (i % CHECK_EVERY === 0) await checkLink(page);
    }
  } catch (error) {
    const unanswered = await page.evaluate(() => [...globalThis.probe.pending.values()]);
    console.error(`seed ${SEED}, after ${done.length} actions, the last of them:\n${done.slice(-REMEMBERED).join('\n')}`);
    console.error('not answered:', unanswered);
    await page.screenshot({ path: `${SHOTS}monkey-${SEED}.png` });
    throw error;
  }
  await page.context().close();
});

/** Opens the link of what is shown in another page of the same profile, as its panels may be closed, and compares what both show. */
async function checkLink(page) {
  await rest(page);
  const [address, shown] = [await share(page), await snapshot(page)];
  const other = await visit(page.context(), address, page.viewportSize());
  const again = await snapshot(other);
  if (!isDeepStrictEqual(again, shown)) await other.screenshot({ path: `${SHOTS}monkey-${SEED}-link.png` });
  assert.deepEqual(again, shown, `what the link shows: ${address}`);
  assertCalm(other);
  await other.close();
  await page.bringToFront();
}

/** Dialogs closed, playback stopped, a long simulation given up: the page answers. */
async function rest(page) {
  for (let i = 0; i < 2; i++) await page.keyboard.press('Escape');
  await page.evaluate(() => document.activeElement?.blur());
  if ((await page.locator('button[aria-label="Pause"]').count()) > 0) await page.keyboard.press(' ');
  await page.mouse.move(0, 0);
  await page.waitForFunction(() => {
    document.querySelector('progress')?.parentElement.querySelector('button').click();
    return globalThis.probe.pending.size === 0;
  });
  await idle(page);
}
