/** "How do we know?" and the table of versions: what they show is what was measured, and each recording opens. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { assertAlone, assertCalm, hashes, launch, newHashes, ONE_FILE, open } from './harness.mjs';

let machine;
before(async () => (machine = await launch()));
after(() => machine.close());

const PROOF = JSON.parse(readFileSync(new URL('../../www/src/proof/conformance.json', import.meta.url), 'utf8'));
/** One that is not inside of the single file. */
const FAR = '5.10/a2-hogs.jsonl.gz';
/** One that is. */
const NEAR = '7.2/c-hog-longsleeper.jsonl.gz';

const help = (page) => page.getByRole('dialog', { name: 'Help' });
/** Opens the view from the choice of kernels. */
async function proof(page) {
  await page.locator('header').getByRole('button', { name: 'How do we know?' }).click();
  await page.locator('.agreement').first().waitFor();
}
async function cell(page, at) {
  await proof(page);
  await page.locator(`[data-cell="${at}"]`).click();
  await page.locator('.entries').waitFor();
}
const opener = (page, file) => page.locator(`[data-recording="${file}"] button`);

test('every cell says how many decisions were compared and how many are wrong, and how much is unclear', async () => {
  const page = await open(machine.browser, machine.url);
  await proof(page);
  const shown = await page.locator('[data-cell]').evaluateAll((cells) => cells.map((one) => [one.dataset.cell, one.textContent, one.title]));
  const cells = [...PROOF.cells, ...PROOF.several_cells];
  assert.equal(shown.length, cells.length);
  const plain = (text) => text.replace(/[\u00a0\u202f]/g, ' ');
  const grouped = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ' ');
  for (const { kernel, family, wrong, decisions, unclear } of cells) {
    const [text, more] = shown.find(([key]) => key === `${kernel} ${family}`).slice(1).map(plain);
    const said = `${wrong} wrong of ${grouped(decisions)}`;
    assert.ok(text.startsWith(`${kernel}, `) && text.includes(said), text);
    assert.ok(more.startsWith(`${said} decisions, ${grouped(unclear)} unclear`), more);
  }
  const total = plain(await page.locator('#agreement-title').innerText());
  assert.match(total, /^0 of [\d ]+ decisions of real kernels are wrong, 0 of [\d ]+ numbers are off\.$/);
  assertAlone(page, machine.url);
  assertCalm(page);
  await page.context().close();
});

test('by keyboard alone into a cell and back, and out', async () => {
  const page = await open(machine.browser, machine.url);
  await page.locator('.dock').getByRole('button', { name: 'How do we know?' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-cell="6.1 b"]').focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.textContent.startsWith('6.1 · b'));
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.dataset.cell === '6.1 b');
  await page.keyboard.press('Escape');
  await help(page).waitFor({ state: 'detached' });
  assertCalm(page);
  await page.context().close();
});

test('from a folder, every recording opens on its kernel and another, with what was recorded below; a link of it too', async () => {
  const page = await open(machine.browser, machine.url);
  const opening = await hashes(page);
  await cell(page, '5.10 a');
  await opener(page, FAR).click();
  await help(page).waitFor({ state: 'detached' });
  await newHashes(page, opening);
  await page.locator('.recorded-kernel', { hasText: '5.10' }).waitFor();
  assert.equal(await page.locator('select[data-side="1"][data-field="kernel"]').first().inputValue(), '5.10');
  await page.waitForFunction(() => location.hash.length > 1);
  const other = await open(machine.browser, page.url());
  await other.locator('.recorded-kernel', { hasText: '5.10' }).waitFor();
  assertAlone(page, machine.url);
  for (const one of [page, other]) {
    assertCalm(one);
    await one.context().close();
  }
});

test('a recording that cannot be fetched is said where it was asked for, and nothing else changes', async () => {
  const page = await open(machine.browser, machine.url);
  const opening = await hashes(page);
  await page.route('**/recordings/**', (route) => route.abort());
  await cell(page, '5.10 a');
  await opener(page, FAR).click();
  await page.getByRole('status').getByText('could not be fetched').waitFor();
  assert.deepEqual(await hashes(page), opening);
  await page.unroute('**/recordings/**');
  await opener(page, FAR).click();
  await page.locator('.recorded-kernel', { hasText: '5.10' }).waitFor();
  await page.context().close();
});

test('in the single file ten recordings open as they are, the others without their third row, and say where it is', async () => {
  const page = await open(machine.browser, ONE_FILE);
  const opening = await hashes(page);
  await cell(page, '5.10 a');
  await page.getByText('This single file holds 10 of the recordings.').waitFor();
  await opener(page, FAR).click();
  await help(page).waitFor({ state: 'detached' });
  const alone = await newHashes(page, opening);
  assert.equal(await page.locator('.recorded-kernel').count(), 0);
  await cell(page, '7.2 c');
  await opener(page, NEAR).click();
  await page.locator('.recorded-kernel', { hasText: '7.2' }).waitFor();
  assert.notDeepEqual(await hashes(page), alone);
  assertCalm(page);
  await page.context().close();
});

test('the workload of a recording is the same with and without its third row', async () => {
  const near = await open(machine.browser, ONE_FILE);
  const far = await open(machine.browser, machine.url);
  const traces = [];
  for (const page of [near, far]) {
    const opening = await hashes(page);
    await cell(page, '5.10 a');
    await opener(page, FAR).click();
    traces.push(await newHashes(page, opening));
    assertCalm(page);
    await page.context().close();
  }
  assert.deepEqual(traces[0], traces[1]);
});

test('the table of versions is that of the native command', async () => {
  const text = execFileSync(process.env.SCHEDLENS, ['presets', '--table'], { encoding: 'utf8' });
  const page = await open(machine.browser, machine.url);
  await page.keyboard.press('?');
  await help(page).getByRole('tab', { name: 'Versions' }).click();
  await page.locator('.versions').waitFor();
  const rows = await page.locator('.versions tbody tr:not(.topic)').evaluateAll((lines) =>
    lines.map((line) => [line.querySelector('code').textContent, [...line.cells].slice(1).map((one) => one.colSpan).reduce((a, b) => a + b)]),
  );
  const kernels = await page.locator('.versions thead tr').last().locator('th').count();
  for (const [name, span] of rows) {
    assert.ok(text.includes(`\n${name}`), name);
    assert.equal(span, kernels - 1, `${name} has a cell for each kernel`);
  }
  const names = [...text.matchAll(/^(\w+)(?::| {2,})/gm)].map(([, name]) => name);
  assert.deepEqual(rows.map(([name]) => name), names);
  assertCalm(page);
  await page.context().close();
});

test('on paper stands what is open, and not the page behind', async () => {
  const page = await open(machine.browser, machine.url, { colorScheme: 'dark' });
  await proof(page);
  await page.emulateMedia({ media: 'print' });
  assert.ok(await page.locator('.agreement tfoot').first().isVisible());
  assert.ok(await page.locator('#holds-title').isVisible());
  assert.ok(!(await page.locator('.stage').isVisible()));
  const [high, shown] = await help(page).evaluate((dialog) => [dialog.scrollHeight, dialog.clientHeight]);
  assert.equal(high, shown, 'nothing is cut off');
  await page.context().close();
});
