/**
 * How the built page looks and reads: pictures of the first view and of what people do most, at every size, light and dark, in
 * `shots/` to be looked at; and axe-core's rules for everybody's access.
 */
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { linkTo } from './fragments.mjs';
import { assertCalm, launch, newHashes, hashes, open, packages, SHOTS } from './harness.mjs';
import { idle, probe } from './probe.mjs';

/** The last one is a page of 1440 × 900 at a zoom of 200 %. */
const SIZES = [[1440, 900], [1920, 1080], [1280, 720], [390, 844], [720, 450]];
/** On a desk, in a hand, and zoomed in; the other sizes have the same elements, and log and list look the same there. */
const AUDITED_PX = new Set([1440, 390, 720]);
const ONLY_AUDITED = new Set(['log', 'picker', 'proof', 'recordings', 'versions']);
const THEMES = ['light', 'dark'];
/** From this width on panels stand beside the picture; below they are sheets over it. */
const ROOMY_PX = 1001;
const AXE = readFileSync(packages.resolve('axe-core/axe.min.js'), 'utf8');

/** The README's pictures; rewritten only when asked to with UPDATE=1, so that a diff of them means something. */
const ON_README = { 'page.png': '1440x900-light-first.png', 'editor.png': '1440x900-light-editor.png', 'million.png': '1440x900-dark-million.png' };
const path = (name) => fileURLToPath(new URL(name, import.meta.url));

/** About a million events on each side. */
const BUSY = JSON.parse(readFileSync(new URL('../bench/hog-20-sleepers.json', import.meta.url), 'utf8'));
const MILLION = { ...BUSY, duration_us: 90_000_000, a: { kernel: '6.5', hz: 1000 }, b: { kernel: '7.2', hz: 1000 } };

/** How to come to each state from the first view; what was open before is put away first. */
const STATES = {
  async first() {},
  async selection(page) {
    await page.keyboard.press('.');
    await page.locator('.selected').waitFor();
  },
  async editor(page) {
    await panel(page, 'Set');
    await page.getByRole('tab', { name: 'Tasks', exact: true }).click();
    const row = page.locator('[data-task="sleeper"][data-field="open"]');
    if ((await row.getAttribute('aria-expanded')) === 'false') await row.click();
    await page.locator('[data-task="sleeper"][data-field="way"]').getByRole('radio', { name: 'Steps' }).check();
    await page.locator('[data-task="sleeper"][data-field="program"]').click();
  },
  async metrics(page) {
    await panel(page, 'Numbers');
    await page.getByRole('tab', { name: 'Metrics' }).click();
    await page.locator('.dock tbody td').first().waitFor();
  },
  async log(page) {
    await panel(page, 'Numbers');
    await page.getByRole('tab', { name: 'Decisions' }).click();
    await page.locator('.dock').getByRole('row').nth(3).waitFor();
  },
  async picker(page) {
    await page.locator('header button').first().click();
    await page.locator('dialog[open] canvas').first().waitFor();
  },
  async proof(page) {
    await page.getByRole('button', { name: 'How do we know?' }).first().click();
    await page.locator('.agreement').first().waitFor();
  },
  async recordings(page) {
    await page.getByRole('button', { name: 'How do we know?' }).first().click();
    await page.locator('[data-cell="7.2 c"]').click();
    await page.locator('.entries').waitFor();
  },
  async versions(page) {
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.locator('.versions').waitFor({ state: 'attached' });
  },
  async million(page) {
    const before = await hashes(page);
    await page.evaluate((fragment) => void (location.hash = fragment), linkTo(MILLION));
    await newHashes(page, before);
    await page.locator('progress').waitFor({ state: 'detached' });
  },
  async error(page) {
    await page.evaluate(() => void (location.hash = '#1not-a-scenario'));
    await page.getByRole('alert').getByText('link').first().waitFor();
  },
};

/** In a narrow window a panel is a sheet that a button lays over the picture. */
async function panel(page, name) {
  if (page.viewportSize().width < ROOMY_PX) await page.locator('.sheet-bar').getByRole('button', { name, exact: true }).click();
}

let machine;
before(async () => {
  mkdirSync(SHOTS, { recursive: true });
  machine = await launch();
});
after(() => machine.close());

for (const colorScheme of THEMES) {
  for (const [width, height] of SIZES) {
    test(`fits into ${width} × ${height} and can be used by everybody, ${colorScheme}`, async () => {
      const page = await open(machine.browser, machine.url, { viewport: { width, height }, colorScheme, before: probe });
      for (const [state, come] of Object.entries(STATES)) {
        if (!AUDITED_PX.has(width) && ONLY_AUDITED.has(state)) continue;
        await come(page);
        await idle(page);
        await shoot(page, `${width}x${height}-${colorScheme}-${state}.png`);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.equal(overflow, 0, `${state}: nothing sticks out to the side`);
        if (AUDITED_PX.has(width)) assert.deepEqual(await graveFindings(page), [], `${state}: everybody can read and use it`);
        await putAway(page);
      }
      assertCalm(page);
      await page.context().close();
    });
  }
}

/** Dialogs and sheets. */
async function putAway(page) {
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('.place[data-sheet=true], dialog[open]'));
}

test('the README has pictures of the page', () => {
  for (const [name, shot] of Object.entries(ON_README)) {
    if (process.env.UPDATE === '1') copyFileSync(SHOTS + shot, path(name));
    assert.ok(statSync(path(name)).size > 10_000);
  }
});

/** What axe-core finds to be serious or critical: rule and element of each. */
async function graveFindings(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return grave.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Saves a picture and fails if there is nothing on the canvas: one colour compresses to almost no bytes. */
async function shoot(page, name) {
  await page.screenshot({ path: SHOTS + name });
  const drawing_chars = await page.evaluate(() => document.querySelector('.figure canvas').toDataURL().length);
  assert.ok(drawing_chars > 5_000, `the figure of ${name} is drawn`);
}
