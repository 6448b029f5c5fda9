/** Numbers and log: what the page says is what the native command says, to the digit; a long log is read like a short one. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { linkTo } from './fragments.mjs';
import { assertCalm, launch, open, SCENARIOS } from './harness.mjs';

let machine;
before(async () => (machine = await launch()));
after(() => machine.close());

const FILE = `${SCENARIOS}short-sleeper.json`;
const scenario = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** What `schedlens run` says of each task on a side: ms of CPU, waits, their mean and longest in ms. */
function nativeNumbers(side) {
  const text = execFileSync(process.env.SCHEDLENS, ['run', FILE, '--side', side], { encoding: 'utf8' });
  const row = /^ {2}(\S+) +\| +([\d.]+) ms \| +(\d+) \| avg: +([\d.]+) ms \| max: +([\d.]+) ms/gm;
  return Object.fromEntries([...text.matchAll(row)].map(([, name, ...numbers]) => [name, numbers.map(Number)]));
}

/** The same from the table in the page, by the words of its head. */
async function shownNumbers(page, side) {
  return page.locator('.dock table').evaluate((table, side) => {
    const MS = { s: 1e3, ms: 1, µs: 1e-3, ns: 1e-6 };
    const number = (text) => {
      const [, value, unit] = /^([\d.]+)(?:\s*(s|ms|µs|ns))?$/.exec(text.trim());
      return Number(value) * (MS[unit] ?? 1);
    };
    const head = [...table.tHead.rows].at(-1);
    const columns = [...head.cells].map((cell) => cell.textContent.trim()).slice(2);
    const wanted = ['runtime', 'count', 'mean', 'max'].map((name) => columns.indexOf(name));
    const found = {};
    let task = '';
    for (const row of table.tBodies[0].rows) {
      task = row.querySelector('th button')?.textContent.trim() ?? task;
      const cells = [...row.cells].map((cell) => cell.textContent.trim());
      const at = cells.indexOf(side);
      if (at >= 0) found[task] = wanted.map((column) => number(cells[at + 1 + column]));
    }
    return found;
  }, side);
}

test('the table of numbers is that of the native command', async () => {
  const page = await open(machine.browser, machine.url + linkTo(scenario(FILE)));
  await page.getByRole('tab', { name: 'Metrics' }).click();
  await page.locator('.dock tbody td').first().waitFor();
  for (const side of ['A', 'B']) {
    const [native, shown] = [nativeNumbers(side.toLowerCase()), await shownNumbers(page, side)];
    assert.deepEqual(Object.keys(shown).sort(), Object.keys(native).sort());
    for (const [task, numbers] of Object.entries(native))
      numbers.forEach((value, i) => assert.ok(Math.abs(shown[task][i] - value) < 0.0006, `${task} on ${side}: ${shown[task]}, ${numbers}`));
  }
  assertCalm(page);
  await page.context().close();
});

/** About a million events on each side. */
const BUSY = JSON.parse(readFileSync(new URL('../bench/hog-20-sleepers.json', import.meta.url), 'utf8'));
const MILLION = { ...BUSY, duration_us: 90_000_000, a: { kernel: '6.5', hz: 1000 }, b: { kernel: '7.2', hz: 1000 } };

const MANY_ROWS = 500_000;

test('a log of a million events is read from end to end by key, a screen of rows at a time', async () => {
  const page = await open(machine.browser, machine.url + linkTo(MILLION));
  await page.getByRole('tab', { name: 'Decisions' }).click();
  const grid = page.getByRole('grid');
  await grid.getByRole('row').nth(3).waitFor();
  const all = Number(await grid.getAttribute('aria-rowcount'));
  assert.ok(all > MANY_ROWS, `${all} rows`);
  assert.ok((await grid.getByRole('row').count()) < 100, 'only what is in sight is made');
  await grid.getByRole('row').nth(2).click();
  await page.keyboard.press('End');
  const last = grid.locator(`[role=row][aria-rowindex="${all}"]`);
  await last.waitFor();
  await page.keyboard.press('Home');
  await grid.locator('[role=row][aria-rowindex="2"]').waitFor();
  assertCalm(page);
  await page.context().close();
});

test('a decision of the log is told beside the picture, where it happened', async () => {
  const page = await open(machine.browser, machine.url);
  await page.getByRole('tab', { name: 'Decisions' }).click();
  const row = page.getByRole('grid').getByRole('row').nth(5);
  const time = (await row.getByRole('gridcell').first().innerText()).replace(/[^\d.]/g, '');
  await row.click();
  await page.waitForFunction((time) => document.querySelector('#playhead-time').value.startsWith(time), time);
  const selected = page.locator('[role=row][aria-selected=true]');
  const index = Number(await selected.getAttribute('aria-rowindex'));
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
  await page.locator(`[role=row][aria-selected=true][aria-rowindex="${index + 1}"]`).waitFor();
  assertCalm(page);
  await page.context().close();
});

test('a log of one task and one kind has only these', async () => {
  const page = await open(machine.browser, machine.url);
  await page.getByRole('tab', { name: 'Decisions' }).click();
  const grid = page.getByRole('grid');
  await grid.getByRole('row').nth(3).waitFor();
  const all = Number(await grid.getAttribute('aria-rowcount'));
  await page.getByRole('button', { name: 'block', exact: false }).first().click();
  await page.waitForFunction((all) => Number(document.querySelector('[role=grid]').getAttribute('aria-rowcount')) < all, all);
  const kinds = await grid.getByRole('row').locator('[role=gridcell]:nth-child(2)').allInnerTexts();
  assert.ok(kinds.length > 0 && kinds.every((kind) => kind.trim() === kinds[0].trim()), kinds.join());
  assertCalm(page);
  await page.context().close();
});
