/** Groups, quotas, other classes and timed changes, made by hand: what is set is simulated, undone, linked, and there for everybody. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { becomes, changes, openTask } from './hands.mjs';
import { assertCalm, hashes, launch, open, packages, visit } from './harness.mjs';

const AXE = readFileSync(packages.resolve('axe-core/axe.min.js'), 'utf8');

let machine;
let page;
before(async () => (machine = await launch()));
after(() => machine.close());
beforeEach(async () => (page = await open(machine.browser, machine.url)));
afterEach(async () => {
  assertCalm(page);
  await page.context().close();
});

const task = (name, field) => page.locator(`[data-task="${name}"][data-field="${field}"]`);
const group = (name, field) => page.locator(`[data-group="${name}"][data-field="${field}"]`);
const change = (index, field) => page.locator(`[data-change="${index}"][data-field="${field}"]`);
const groups = () => page.locator('.group-row').evaluateAll((rows) => rows.map((row) => row.dataset.group));
const heads = () => page.locator('.numbers thead tr').last().locator('th').allInnerTexts();

async function addGroup(name) {
  await page.locator('[data-add-group]').click();
  await group('group', 'name').fill(name);
  await group('group', 'name').press('Enter');
  await group(name, 'name').waitFor();
}

/** The sleeper runs for 20 ms from 42 ms on: in a group with 5 ms of each 50 ms it is throttled. */
async function throttleSleeper() {
  await addGroup('web');
  await changes(page, () => group('web', 'move-in').selectOption('sleeper'));
  await group('web', 'quota-set').click();
  await changes(page, () => group('web', 'quota_us').fill('5 ms'));
  await changes(page, () => group('web', 'period_us').fill('50 ms'));
}

test('a group is made, a task moved in, and a quota throttles it; undo goes back step by step', async () => {
  const first = await hashes(page);
  await throttleSleeper();
  await becomes(page, async () => (await heads()).includes('throttled'), true);
  assert.match(await group('web', 'open').innerText(), /5\sms \/ 50\sms · sleeper/);
  const throttled = await hashes(page);
  await page.locator('h1').click();
  for (let tries = 0; tries < 12 && (await hashes(page))[0] !== first[0]; tries++) {
    await page.keyboard.press('Control+z');
    await page.waitForTimeout(150);
  }
  assert.deepEqual(await hashes(page), first);
  for (let tries = 0; tries < 12 && (await hashes(page))[0] !== throttled[0]; tries++) {
    await page.keyboard.press('Control+Shift+z');
    await page.waitForTimeout(150);
  }
  assert.deepEqual(await hashes(page), throttled);
});

test('the keys step through throttled time, and its sentence says why', async () => {
  await throttleSleeper();
  await page.locator('#playhead-time').fill('0.2 ms');
  await page.locator('#playhead-time').press('Enter');
  await page.locator('h1').click();
  const kind = page.locator('.selected-place');
  for (let tries = 0; tries < 12 && !/throttled/.test(await kind.innerText().catch(() => '')); tries++) {
    await page.keyboard.press('.');
    await page.waitForTimeout(150);
  }
  assert.match(await kind.innerText(), /throttled/);
});

test('groups are nested by key and by list, renamed, and leave their tasks to their parent', async () => {
  await addGroup('apps');
  await addGroup('web');
  await group('web', 'open').press('Alt+ArrowRight');
  await becomes(page, () => group('web', 'parent').inputValue(), 'apps');
  await group('web', 'move-in').selectOption('hog');
  await group('web', 'name').fill('www');
  await group('web', 'name').press('Enter');
  await becomes(page, groups, ['apps', 'www']);
  await page.getByRole('button', { name: 'Remove group www' }).click();
  await becomes(page, groups, ['apps']);
  await openTask(page, 'hog');
  await becomes(page, () => task('hog', 'cgroup').inputValue(), 'apps');
});

test('groups are put into another order by key, and into one another by hand', async () => {
  await addGroup('apps');
  await addGroup('web');
  await group('web', 'open').press('Alt+ArrowUp');
  await becomes(page, groups, ['web', 'apps']);
  await page.keyboard.press('Alt+ArrowDown');
  await becomes(page, groups, ['apps', 'web']);
  const [handle, over] = await Promise.all([
    page.locator('.group-row[data-group="web"] .handle').boundingBox(),
    page.locator('.group-row[data-group="apps"]').boundingBox(),
  ]);
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(over.x + over.width / 2, over.y + over.height / 2, { steps: 3 });
  await page.mouse.up();
  await becomes(page, () => group('web', 'parent').inputValue(), 'apps');
});

test('what the kernel would refuse is said at the group, and what was there before stays', async () => {
  await throttleSleeper();
  const good = await hashes(page);
  await group('web', 'quota_us').fill('500 us');
  await page.locator('.group-row .refused').waitFor();
  assert.match(await page.locator('.group-row .refused').innerText(), /500 µs is below the least quota, 1 ms/);
  assert.deepEqual(await hashes(page), good);
});

test('a change at a given time is made, pressed on the axis, dragged along it, and taken away', async () => {
  await changes(page, () => page.locator('[data-add-change]').click());
  await changes(page, () => change(0, 'value').fill('10'));
  const mark = page.locator('[data-change-mark="0"]');
  assert.match(await mark.getAttribute('aria-label'), /nice sleeper 10/);
  await mark.click();
  await becomes(page, () => page.evaluate(() => document.activeElement?.dataset.field), 'value');
  const before = await change(0, 'at_us').inputValue();
  const { x, y, width, height } = await mark.boundingBox();
  await changes(page, async () => {
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x - 60, y + height / 2, { steps: 5 });
    await page.mouse.up();
  });
  assert.notEqual(await change(0, 'at_us').inputValue(), before);
  await change(0, 'value').fill('nonsense');
  assert.equal(await change(0, 'value').getAttribute('aria-invalid'), 'true');
  await change(0, 'value').press('Escape');
  await changes(page, () => page.getByRole('button', { name: 'Remove change 1' }).click());
  assert.equal(await mark.count(), 0);
});

test('a task becomes a DEADLINE one with what that asks for, and what does not fit is refused in place', async () => {
  await openTask(page, 'sleeper');
  await changes(page, () => task('sleeper', 'policy').selectOption('DEADLINE'));
  await becomes(page, () => task('sleeper', 'dl_period_ns').inputValue(), '20\u202fms');
  assert.equal(await task('sleeper', 'nice').count(), 0, 'it has no nice value');
  await becomes(page, async () => (await heads()).includes('throttled'), true);
  const good = await hashes(page);
  await task('sleeper', 'dl_deadline_ns').fill('1 ms');
  await page.locator('.task .refused').waitFor();
  assert.match(await page.locator('.task .refused').innerText(), /runtime/);
  assert.deepEqual(await hashes(page), good);
  await changes(page, () => task('sleeper', 'policy').selectOption('FIFO'));
  assert.equal(await task('sleeper', 'rtprio').inputValue(), '10');
  assert.match(await page.locator('.legend-chip[data-task="sleeper"]').innerText(), /FIFO/);
});

test('a link holds groups, quotas and changes', async () => {
  await throttleSleeper();
  await changes(page, () => page.locator('[data-add-change]').click());
  await page.waitForTimeout(600);
  const [known, address] = [await hashes(page), page.url()];
  const other = await visit(page.context(), address);
  assert.deepEqual(await hashes(other), known);
  assert.equal(await other.locator('.group-row').count(), 1);
  assertCalm(other);
});

test('everybody can use groups and changes', async () => {
  await throttleSleeper();
  await changes(page, () => page.locator('[data-add-change]').click());
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run('.controls'));
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
});
