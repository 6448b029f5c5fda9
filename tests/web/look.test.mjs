/** How the built page looks and reads: pictures of it in `shots/` to be looked at, and axe-core's rules for everybody's access. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { assertCalm, launch, open, packages, SHOTS } from './harness.mjs';

const SIZES = [[1440, 900], [1280, 720], [390, 844]];
const THEMES = ['light', 'dark'];
const AXE = readFileSync(packages.resolve('axe-core/axe.min.js'), 'utf8');

/** The README's picture; rewritten only when asked to with UPDATE=1, so that a diff of it means something. */
const PICTURE = fileURLToPath(new URL('./page.png', import.meta.url));
const ON_README = '1440x900-light.png';

let machine;
before(async () => {
  mkdirSync(SHOTS, { recursive: true });
  machine = await launch();
});
after(() => machine.close());

for (const colorScheme of THEMES) {
  for (const [width, height] of SIZES) {
    test(`fits into ${width} × ${height} and can be used by everybody, ${colorScheme}`, async () => {
      const page = await open(machine.browser, machine.url, { viewport: { width, height }, colorScheme });
      await shoot(page, `${width}x${height}-${colorScheme}.png`);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(overflow, 0, 'nothing sticks out to the side');
      assert.deepEqual(await graveFindings(page), [], 'everybody can read and use it');
      assertCalm(page);
      await page.context().close();
    });
  }
}

test('the README has a picture of the page', () => {
  if (process.env.UPDATE === '1') copyFileSync(SHOTS + ON_README, PICTURE);
  assert.ok(statSync(PICTURE).size > 10_000);
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
  const canvas = await page.locator('canvas').first().screenshot();
  assert.ok(canvas.length > 5_000, `the figure of ${name} is drawn`);
}
