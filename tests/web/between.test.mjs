/** Why a task is where it is: the inspector lists what was looked at before a task was placed, and what settled it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { linkTo } from './fragments.mjs';
import { assertCalm, launch, open } from './harness.mjs';

let machine;
before(async () => (machine = await launch()));
after(() => machine.close());

const HOG = [['run', 0]];
const NAP = [['loop', 0], ['run', 300], ['sleep', 700], ['end']];

/** A hog on each of the first CPUs, and a task that may be on any. */
const scenario = (cpus, hogs) => ({
  schedlens: 1,
  name: `between-${cpus}`,
  title: 'Placed',
  duration_us: 10_000,
  machine: { cpus },
  threads: [
    ...Array.from({ length: hogs }, (_, cpu) => ({ name: `hog${cpu}`, affinity: [cpu], script: HOG })),
    { name: 'sleeper', script: NAP },
  ],
});

const list = (page, side) =>
  page.getByLabel(`Numbers of the decision on side ${side}`).getByRole('group', { name: 'What was looked at, in order' });
const rows = (page, side) => list(page, side).getByRole('listitem').allInnerTexts();

/** To the first decision, and on until one is about such a question. */
async function stepTo(page, question) {
  await page.keyboard.press('Home');
  for (let steps = 0; steps < 60; steps++) {
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(60);
    const asked = await page.locator('.tests .asked').allInnerTexts();
    if (asked.some((text) => question.test(text))) return;
  }
  assert.fail(`no decision asks ${question}`);
}

test('a wakeup lists its tests in order, with the one that decides', async () => {
  const page = await open(machine.browser, machine.url + linkTo(scenario(4, 2)));
  await stepTo(page, /^sleeper is woken by CPU \d$/);
  const side = (await list(page, 'A').count()) > 0 ? 'A' : 'B';
  const shown = await rows(page, side);
  assert.match(shown[0], /kept apart/);
  const settles = /CPU \d is idle\s*, which decides\s*nr_running = 0/;
  assert.ok(shown.some((row) => settles.test(row)), shown.join('\n'));
  assertCalm(page);
  await page.context().close();
});

/** Most balances by the clock find nobody to pull from: they are not in the log, and are listed by the inspector. */
test('every look of the chosen CPU can be listed, with what was looked at', async () => {
  const threads = ['a', 'b', 'c'].map((name) => ({ name, script: HOG }));
  const machine8 = { preset: 'hikey' };
  const page = await open(
    machine.browser,
    machine.url + linkTo({ schedlens: 1, name: 'looks', title: 'Looks', duration_us: 300_000, machine: machine8, threads }),
  );
  const looks = page.getByRole('group', { name: /^Looks of CPU 0 for tasks/ });
  await looks.locator('summary').first().click();
  await looks.getByRole('button', { name: 'List those in the window' }).click();
  const row = looks.locator('li details').filter({ has: page.locator('summary[title="Not in the log"]') }).first();
  await row.waitFor();
  assert.match(await row.locator('summary').innerText(), /domain \(CPUs .*\): CPU 0 looks for tasks and pulls none: /s);
  await row.locator('summary').click();
  assert.ok((await row.locator('.tests li').count()) > 0, 'what was looked at');
  assertCalm(page);
  await page.context().close();
});
