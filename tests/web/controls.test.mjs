/** Everything that can be set, by hand and by key: what is typed, dragged and switched is simulated, and what is wrong is not. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { becomes, changes, openTask } from './hands.mjs';
import { assertCalm, hashes, launch, open, packages } from './harness.mjs';

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

const tab = (name) => page.getByRole('tab', { name, exact: true }).click();
const field = (task, name) => page.locator(`[data-task="${task}"][data-field="${name}"]`);
const knob = (side, name) => page.locator(`[data-side="${side}"][data-knob="${name}"]`);
const alert = () => page.getByRole('alert').first().innerText();
const names = () => page.locator('.task [data-field="open"]').evaluateAll((rows) => rows.map((row) => row.dataset.task));

test('a number takes units as people write them, and refuses what is none without losing what was there', async () => {
  await tab('Scheduler');
  const slice = knob(1, 'base_slice_ns');
  await changes(page, () => slice.fill('0.7 ms'));
  const good = await hashes(page);
  await slice.fill('7 lightyears');
  assert.equal(await slice.getAttribute('aria-invalid'), 'true');
  assert.match(await page.locator('.wrong').innerText(), /such as 3ms or 700us/);
  assert.deepEqual(await hashes(page), good);
  await slice.press('Escape');
  assert.match(await slice.inputValue(), /^3\sms$/, 'what was there before the draft is back');
});

test('arrow keys step a number, Shift further', async () => {
  await openTask(page, 'sleeper');
  const nice = field('sleeper', 'nice');
  for (const [key, value] of [['ArrowUp', '1'], ['Shift+ArrowUp', '11'], ['ArrowDown', '10']]) {
    await nice.press(key);
    await becomes(page, () => nice.inputValue(), value);
  }
});

test('a label can be dragged', async () => {
  await openTask(page, 'sleeper');
  const row = page.locator('.quantity', { has: field('sleeper', 'nice') });
  const { x, y } = await row.locator('.scrubber').boundingBox();
  await changes(page, async () => {
    await page.mouse.move(x + 5, y + 8);
    await page.mouse.down();
    await page.mouse.move(x + 55, y + 8, { steps: 5 });
    await page.mouse.up();
  });
  await becomes(page, () => field('sleeper', 'nice').inputValue(), '5');
});

/** What the kernel refuses while the period stands at its default. */
const REFUSED = { 'fair_server_runtime_ns aria-valuemax': 'keep it within fair_server_period_ns' };

test('every number holds at both of its ends, or says what keeps it from that', async () => {
  await openTask(page, 'sleeper');
  for (const panel of ['Tasks', 'Scheduler']) {
    await tab(panel);
    for (const number of await page.locator(`#panel-${panel} [role=spinbutton]`).all()) {
      for (const end of ['aria-valuemin', 'aria-valuemax']) {
        const name = await number.getAttribute('aria-label');
        await number.fill(await number.getAttribute(end));
        await number.press('Enter');
        await page.waitForTimeout(30);
        const refusal = REFUSED[`${name.split(' ')[0]} ${end}`] ?? '';
        const said = await alert();
        assert.ok(refusal ? said.includes(refusal) : said === '', `${name} at its ${end}: ${said}`);
      }
    }
  }
});

test('a feature is switched, reset, and copied to the other side', async () => {
  await tab('Scheduler');
  const feature = page.locator('[data-side="1"][data-feature="RUN_TO_PARITY"]');
  await feature.uncheck();
  await page.getByRole('button', { name: 'Reset RUN_TO_PARITY of side B to its default' }).click();
  assert.ok(await feature.isChecked());
  const [, b] = await hashes(page);
  await page.getByRole('button', { name: 'Copy B to A' }).click();
  await page.waitForFunction((hash) => document.documentElement.dataset.hashA === hash, b);
});

test('settings are found by name, by meaning, and by where A and B differ', async () => {
  await tab('Scheduler');
  const shown = () => page.locator('#panel-Scheduler code').allInnerTexts();
  await page.getByRole('searchbox').fill('woken preferred');
  await becomes(page, shown, ['NEXT_BUDDY', 'NEXT_BUDDY']);
  await page.getByRole('searchbox').fill('');
  await page.getByLabel('Which settings to show').selectOption('differing');
  // The one that the two kernels have with different defaults.
  await becomes(page, shown, ['HRTICK_DL', 'HRTICK_DL']);
  await page.getByLabel('Which settings to show').selectOption('all');
  await knob(0, 'migration_cost_ns').fill('1ms');
  await page.locator('[data-side="0"][data-field="hz"]').selectOption('1000');
  await page.getByLabel('Which settings to show').selectOption('differing');
  await becomes(page, shown, ['migration_cost_ns', 'HRTICK_DL', 'migration_cost_ns', 'HRTICK_DL']);
  assert.equal(await page.locator('#panel-Scheduler [data-field="hz"]').count(), 2);
});

test('tasks are added, cloned, moved by key and by hand, renamed and removed; undo takes all of it back', async () => {
  const first = await hashes(page);
  await page.locator('[data-add="editor"]').click();
  await page.getByRole('button', { name: 'Clone editor' }).click();
  await becomes(page, names, ['sleeper', 'hog', 'editor', 'editor 2']);
  await field('sleeper', 'open').press('Alt+ArrowDown');
  await becomes(page, names, ['hog', 'sleeper', 'editor', 'editor 2']);
  await becomes(page, () => page.evaluate(() => document.activeElement.dataset.task), 'sleeper');
  await openTask(page, 'hog');
  const name = field('hog', 'name');
  await name.fill('sleeper');
  assert.match(await page.locator('.wrong').innerText(), /Another task has this name/);
  await name.fill('pig <b>');
  await name.press('Enter');
  await becomes(page, names, ['pig <b>', 'sleeper', 'editor', 'editor 2']);
  await page.getByRole('button', { name: 'Remove task pig <b>' }).click();
  await becomes(page, names, ['sleeper', 'editor', 'editor 2']);
  await page.locator('h1').click();
  for (let i = 0; i < 5; i++) await page.keyboard.press('Control+z');
  await page.waitForFunction((hash) => document.documentElement.dataset.hashA === hash, first[0]);
  await becomes(page, names, ['sleeper', 'hog']);
});

test('a task is dragged by its handle to another place', async () => {
  await field('sleeper', 'open').click();
  const handle = await page.locator('.handle').first().boundingBox();
  const last = await page.locator('.task').last().boundingBox();
  await page.mouse.move(handle.x + 5, handle.y + 5);
  await page.mouse.down();
  await page.mouse.move(handle.x + 5, last.y + last.height - 2, { steps: 4 });
  await page.mouse.up();
  await becomes(page, names, ['hog', 'sleeper']);
});

test('a task is muted and heard alone', async () => {
  const first = await hashes(page);
  await changes(page, () => page.getByRole('button', { name: 'Mute hog' }).click());
  const muted = await hashes(page);
  await changes(page, () => page.getByRole('button', { name: 'Mute hog' }).click());
  assert.deepEqual(await hashes(page), first);
  await changes(page, () => page.getByRole('button', { name: 'Solo sleeper' }).click());
  assert.deepEqual(await hashes(page), muted);
});

test('a program is written step by step; errors stand at their line and change nothing', async () => {
  await openTask(page, 'hog');
  const way = field('hog', 'way').getByRole('radio', { name: 'Steps' });
  await way.check();
  const program = field('hog', 'program');
  const first = await hashes(page);
  await program.fill('run 5ms\nslep 1ms');
  assert.match(await page.locator('.errors').innerText(), /^2\s.*Did you mean sleep\?/);
  assert.equal(await page.locator('.paper-numbers .bad').innerText(), '2');
  assert.deepEqual(await hashes(page), first);
  await changes(page, () => program.fill('loop\nrun 5ms\nsleep 1ms\nend'));
  await program.press('Control+Enter');
  assert.equal(await program.inputValue(), 'loop\n  run 5ms\n  sleep 1ms\nend');
});

test('what the engine refuses in a program stands at its line, and what ran before goes on', async () => {
  await openTask(page, 'hog');
  await field('hog', 'way').getByRole('radio', { name: 'Steps' }).check();
  const first = await hashes(page);
  await field('hog', 'program').fill('run 5ms\nnice nobody 3');
  await page.locator('.paper-numbers .bad').waitFor();
  assert.match(await page.locator('.errors').innerText(), /^2\s.*nobody/);
  assert.deepEqual(await hashes(page), first);
  await field('hog', 'program').press('Escape');
  assert.equal(await field('hog', 'program').inputValue(), 'run forever');
});

test('a pipe that is written to is there', async () => {
  await openTask(page, 'hog');
  await field('hog', 'way').getByRole('radio', { name: 'Steps' }).check();
  await changes(page, () => field('hog', 'program').fill('run 5ms\nwrite 3\nsleep 9ms\nread 3'));
  assert.equal(await alert(), '');
});

test('kernel paths cost what is asked for, on both sides or apart', async () => {
  await tab('Machine');
  await changes(page, () => page.getByRole('radio', { name: 'as recorded' }).check());
  const [, b] = await hashes(page);
  await page.getByRole('button', { name: /A, B apart.*Costs/ }).click();
  await changes(page, () => page.locator('[data-side="0"][data-cost="context_switch_ns"]').fill('50us'));
  assert.equal((await hashes(page))[1], b, 'side B was not touched');
});

test('everybody can use every panel', async () => {
  await openTask(page, 'hog');
  await page.evaluate(AXE);
  for (const panel of ['Tasks', 'Scheduler', 'Machine']) {
    await tab(panel);
    const { violations } = await page.evaluate(() => globalThis.axe.run('.controls'));
    assert.deepEqual(violations.map(({ id, nodes }) => `${panel}: ${id}: ${nodes[0].html}`), []);
  }
});
