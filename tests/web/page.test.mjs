/** The built page in a real browser: it opens anywhere, computes what the native engine computes, and survives mistakes. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readdirSync, readFileSync } from 'node:fs';
import { assertAlone, assertCalm, drawn, hashes, launch, nativeHash, newHashes, ONE_FILE, open, SCENARIOS } from './harness.mjs';

let machine;
before(async () => (machine = await launch()));
after(() => machine.close());

const OPENING = `${SCENARIOS}long-sleeper.json`;
const native = (file) => ['a', 'b'].map((side) => nativeHash(file, side));

test('opens under any path, asks no other host, and agrees with the native engine', async () => {
  const page = await open(machine.browser, machine.url);
  assert.deepEqual(await hashes(page), native(OPENING));
  assertAlone(page, machine.url);
  assertCalm(page);
  await page.context().close();
});

test('opens as one file with the network off, and agrees with the native engine', async () => {
  const page = await open(machine.browser, ONE_FILE, { offline: true });
  assert.deepEqual(await hashes(page), native(OPENING));
  assertAlone(page, ONE_FILE);
  assertCalm(page);
  await page.context().close();
});

test('every example gives the same trace in wasm as natively', async () => {
  const page = await open(machine.browser, machine.url);
  for (const file of readdirSync(SCENARIOS).filter((name) => name.endsWith('.json'))) {
    const expected = native(SCENARIOS + file);
    await openExample(page, JSON.parse(readFileSync(SCENARIOS + file, 'utf8')).title);
    await page.waitForFunction(
      ([a, b]) => document.documentElement.dataset.hashA === a && document.documentElement.dataset.hashB === b,
      expected,
    ).catch(async () => assert.deepEqual(await hashes(page), expected, file));
  }
  assertCalm(page);
  await page.context().close();
});

/** Picks a scenario as a hand does: opens the list, looks for its title, takes what is found. */
async function openExample(page, title) {
  await page.locator('header button').first().click();
  const list = page.getByRole('dialog', { name: 'Scenarios' });
  await list.getByRole('searchbox').fill(title);
  await list.getByRole('listitem').getByRole('button', { name: title }).first().click();
  await list.waitFor({ state: 'hidden' });
}

test('a changed knob runs again, and the link of it opens the same trace', async () => {
  const page = await open(machine.browser, machine.url);
  const first = await hashes(page);
  await page.locator('select[data-side="1"][data-field="kernel"]').first().selectOption('6.1');
  const changed = await newHashes(page, first);
  assert.equal(changed[0], first[0], 'side A was not touched');
  assert.notEqual(changed[1], first[1]);
  await page.waitForFunction(() => location.hash.length > 1);
  const other = await open(machine.browser, page.url());
  assert.deepEqual(await hashes(other), changed);
  await page.context().close();
  await other.context().close();
});

test('a broken link says what is wrong and leaves a working page', async () => {
  const page = await open(machine.browser, `${machine.url}#1not-a-scenario`);
  assert.match(await page.getByRole('alert').innerText(), /link/i);
  assert.deepEqual(await hashes(page), native(OPENING));
  await page.context().close();
});

test('stepping tells the next decision with its numbers', async () => {
  const page = await open(machine.browser, machine.url);
  const decision = page.locator('#decision');
  const [text, clock] = [await decision.innerText(), await page.locator('#playhead-time').inputValue()];
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction((before) => document.querySelector('#decision').innerText !== before, text);
  assert.match(await decision.innerText(), /\d/);
  assert.notEqual(await page.locator('#playhead-time').inputValue(), clock);
  assertCalm(page);
  await page.context().close();
});

test('a worker that dies is reported and replaced, and the scenario is kept', async () => {
  const page = await open(machine.browser, machine.url);
  const first = await hashes(page);
  const [worker] = page.workers();
  const replaced = page.waitForEvent('worker');
  await worker.evaluate(() => void setTimeout(() => { throw new WebAssembly.RuntimeError('unreachable'); }));
  await replaced;
  assert.match(await page.getByRole('alert').innerText(), /engine/i);
  await page.locator('select[data-side="1"][data-field="kernel"]').first().selectOption('6.1');
  const changed = await newHashes(page, first);
  assert.equal(changed[0], first[0], 'the scenario is the same as before');
  await drawn(page);
  await page.context().close();
});
