/** The machine: one by name, its map by mouse and by keys, and one by its parts. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { becomes } from './hands.mjs';
import { assertCalm, launch, open } from './harness.mjs';

let machine;
let page;
before(async () => (machine = await launch()));
after(() => machine.close());
beforeEach(async () => {
  page = await open(machine.browser, machine.url);
  await page.getByRole('tab', { name: 'Machine', exact: true }).click();
});
afterEach(async () => {
  assertCalm(page);
  await page.context().close();
});

const cpu = (number) => page.locator(`[data-cpu="${number}"]`);
const count = () => page.locator('[data-cpu]').count();
const detail = () => page.locator('.cpu-detail p').innerText();
const field = (name) => page.locator(`[data-field="${name}"]`);

test('a machine by name has a map, and any CPU of it can be selected', async () => {
  await field('machine').selectOption('hikey960');
  await becomes(page, count, 8);
  await cpu(5).click();
  assert.match(await detail(), /^CPU 5 Cortex-A73 · capacity 1024 · up to 2362 MHz$/);
  for (const [key, number] of [['ArrowUp', '1'], ['ArrowRight', '2'], ['End', '7'], ['Home', '0'], ['ArrowDown', '4']]) {
    await page.keyboard.press(key);
    await becomes(page, () => page.evaluate(() => document.activeElement?.getAttribute('data-cpu')), number);
    await becomes(page, () => cpu(number).getAttribute('aria-pressed'), 'true');
  }
  assert.equal(await cpu(0).textContent(), 'CPU 0, Cortex-A53, capacity 462');
  assert.deepEqual(await page.locator('.cpu-detail th[scope="row"]').allInnerTexts(), ['MC', 'PKG']);
});

test('one’s own machine begins as the one before, and follows its parts', async () => {
  await field('machine').selectOption('hikey960');
  await becomes(page, count, 8);
  await field('machine').selectOption('own');
  await becomes(page, () => page.locator('.kind').count(), 2);
  assert.match(await page.locator('[data-kind="0"][data-field="clocks"]').inputValue(), /^533@700 999@800 /);
  await field('llcs').fill('3');
  await becomes(page, count, 12);
  await becomes(page, () => page.locator('[data-kind="1"][data-field="cpus"]').inputValue(), '6-11');
});

test('what cannot be is refused where it stands, and the map stays', async () => {
  await field('machine').selectOption('hikey960');
  await field('machine').selectOption('own');
  const cpus = page.locator('[data-kind="1"][data-field="cpus"]');
  await cpus.fill('3-7');
  await cpus.press('Enter');
  await becomes(page, () => page.locator('section[aria-label="CPUs"] .refused').innerText(), 'CPU 3 has a kind already; name each CPU once');
  assert.equal(await count(), 8);
});
