/** Clocks, clamps and what happens between CPUs: set by hand, refused in the kernel's words, told in numbers, kept in links. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { linkTo } from './fragments.mjs';
import { becomes, changes, openTask } from './hands.mjs';
import { assertCalm, drawn, hashes, launch, open, packages, SCENARIOS, visit } from './harness.mjs';

const AXE = readFileSync(packages.resolve('axe-core/axe.min.js'), 'utf8');
const example = (name) => JSON.parse(readFileSync(`${SCENARIOS}${name}.json`, 'utf8'));
/** A task that asks for much of a little CPU, and one for little. */
const PHONE = {
  schedlens: 1,
  name: 'phone',
  duration_us: 100_000,
  machine: { preset: 'hikey960' },
  threads: [
    { name: 'game', script: [['loop', 0], ['run', 8_000], ['sleep', 2_000], ['end']] },
    { name: 'mail', affinity: [1], script: [['loop', 0], ['run', 300], ['sleep', 4_000], ['end']] },
  ],
  a: { kernel: '6.12.y', governor: 'schedutil' },
  b: { kernel: '6.12.y', governor: 'schedutil' },
};

let machine;
let page;
before(async () => (machine = await launch()));
after(() => machine.close());
beforeEach(async () => (page = await open(machine.browser, machine.url + linkTo(PHONE))));
afterEach(async () => {
  assertCalm(page);
  await page.context().close();
});

const tab = (name) => page.getByRole('tab', { name, exact: true }).click();
const field = (name, side = 0) => page.locator(`[data-side="${side}"][data-field="${name}"]`);
const refused = (section) => page.locator(`section[aria-label="${section}"] .refused`);

/** The page that the address leads to, in a tab of its own. */
async function again(look) {
  const other = await visit(page.context(), await address());
  const seen = await look(other);
  await other.close();
  return seen;
}

/** The address follows a moment later. */
async function address() {
  await page.waitForTimeout(600);
  return page.url();
}

test('a governor is chosen for both sides or one, taken back, and kept in the link', async () => {
  await tab('Machine');
  const first = await hashes(page);
  await changes(page, () => field('governor').selectOption('performance'));
  await page.getByRole('button', { name: /A, B apart.*Clocks and heat/ }).click();
  const both = await hashes(page);
  const [a, b] = await changes(page, () => field('governor', 1).selectOption('schedutil'));
  assert.deepEqual([a, b], [both[0], first[1]]);
  assert.deepEqual(await again(hashes), [a, b]);
  await changes(page, () => page.keyboard.press('Control+z'));
  assert.deepEqual(await hashes(page), both);
});

test('heat takes fast points away, and goes with its reset', async () => {
  await tab('Machine');
  await changes(page, async () => {
    await page.locator('[data-field="thermal-set"]').click();
    await field('sustainable_mw').fill('1');
    await field('heat_mw').fill('5000');
    await field('time_constant_ms').fill('10ms');
    await page.locator('[data-field="duration"]').fill('300ms');
  });
  const hot = await hashes(page);
  await changes(page, () => page.getByRole('button', { name: /^Reset sustainable power / }).click());
  assert.notDeepEqual(await hashes(page), hot);
  assert.equal(await page.locator('[data-field="thermal-set"]').count(), 1);
});

test('clamps of a task are asked for, seen at the playhead, and taken back', async () => {
  const first = await hashes(page);
  await openTask(page, 'game');
  await page.locator('[data-task="game"][data-field="clamps-set"]').click();
  await changes(page, () => page.locator('[data-task="game"][data-field="uclamp_max"]').fill('100'));
  await page.locator('.legend-chip[data-task="game"]').click();
  const told = page.getByRole('table', { name: 'Utilisation at the playhead' });
  await told.getByRole('row', { name: /clamps of game/ }).getByText('0–100').first().waitFor();
  await page.getByRole('button', { name: 'Reset clamp max of game to its default' }).click();
  await becomes(page, () => hashes(page), first);
});

test('the system’s limits are refused in the kernel’s words, at their place', async () => {
  await tab('Machine');
  await page.getByRole('button', { name: 'Limits of the system' }).click();
  await field('util_clamp_max').fill('500');
  await refused('Clamps').getByText('sched_util_clamp_min refuses').waitFor();
  await changes(page, async () => {
    await field('util_clamp_min').fill('0');
    await field('util_clamp_max').fill('100');
  });
  assert.equal(await refused('Clamps').count(), 0);
  await field('uclamp-key').selectOption('compiled-out');
  await page.getByRole('tab', { name: 'Metrics' }).click();
  await page.getByRole('table', { name: 'Utilisation at the playhead' }).getByText('compiled out').first().waitFor();
});

test('a cost of the machine is set over its table, marked, and reset', async () => {
  await tab('Machine');
  await changes(page, () => page.getByRole('radio', { name: 'likely' }).check());
  const likely = await hashes(page);
  const cost = page.locator('[data-side="0"][data-cost="clock_change_ns"]');
  assert.notEqual(await cost.inputValue(), '0\u202fns');
  await changes(page, () => cost.fill('900us'));
  assert.equal(await page.locator('.quantity.changed', { has: cost }).count(), 1);
  assert.deepEqual(await again(hashes), await hashes(page));
  await page.getByRole('button', { name: 'Reset 1 costs to the table' }).click();
  await becomes(page, () => hashes(page), likely);
});

test('features between CPUs are switched and found', async () => {
  await tab('Scheduler');
  const feature = page.locator('[data-side="0"][data-feature="WA_IDLE"]');
  await page.getByRole('searchbox', { name: /Find a setting/ }).fill('wakeup waker');
  await feature.uncheck();
  await becomes(page, () => page.locator('.feature.changed', { has: feature }).count(), 1);
  await page.getByRole('button', { name: 'Reset WA_IDLE of side A to its default' }).click();
  assert.equal(await feature.isChecked(), true);
});

test('where a task may run is written as the kernel lists CPUs', async () => {
  await openTask(page, 'mail');
  const cpus = page.locator('[data-task="mail"][data-field="affinity"]');
  assert.equal(await cpus.inputValue(), '1');
  await cpus.fill('8-9');
  await cpus.press('Enter');
  await page.locator('.task-detail > .refused').getByText('no CPU of this machine').waitFor();
  assert.equal(await cpus.inputValue(), '1', 'what was there before is still there');
  await cpus.fill('4-');
  await page.getByText('Write CPUs as the kernel lists them').waitFor();
  await cpus.press('Escape');
  await cpus.fill('4-5');
  await changes(page, () => cpus.press('Enter'));
  assert.equal(await cpus.inputValue(), '4-5');
});

test('energy and clocks have their numbers, with the difference', async () => {
  await page.context().close();
  page = await open(machine.browser, machine.url + linkTo(example('hikey960-energy')));
  const table = page.getByRole('table', { name: 'Energy and clocks' });
  const all = await table.getByRole('row', { name: /^all CPUs/ }).innerText();
  assert.match(all, /mJ.*mJ.*−.*mJ.*−.*%/s);
  assert.equal(await table.getByRole('rowheader').count(), 1 + 2 + 8);
  await page.keyboard.press('ArrowRight');
  await page.locator('.word').getByText(/MHz|GHz/).first().waitFor();
});

test('chosen CPU, closed groups and scrolling are in the link', async () => {
  const cpuList = (one) => one.getByRole('listbox', { name: 'CPUs of A' });
  const chosen = (one) => cpuList(one).getByRole('option', { selected: true }).getAttribute('aria-label');
  await page.getByRole('button', { name: /^LLC 0 .*, A$/ }).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('[role=option]').length === 8);
  await cpuList(page).focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  const cpu = await chosen(page);
  assert.notEqual(cpu, null);
  const seen = await again(async (other) => {
    await drawn(other);
    await other.waitForFunction(() => document.querySelectorAll('[role=option]').length === 8);
    return chosen(other);
  });
  assert.equal(seen, cpu);
});

test('everybody can use all of it', async () => {
  await page.evaluate(AXE);
  await openTask(page, 'game');
  await page.locator('[data-task="game"][data-field="clamps-set"]').click();
  for (const name of ['Tasks', 'Scheduler', 'Machine']) {
    await tab(name);
    const folded = page.locator('.controls h3 .fold[aria-expanded=false]');
    while ((await folded.count()) > 0) await folded.first().click();
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    assert.deepEqual(grave.map(({ id, nodes }) => `${name}: ${id}: ${nodes[0].html}`), []);
  }
});
