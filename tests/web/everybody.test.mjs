/** The page for everybody: by keyboard alone, by fingers, on paper, in playback, and beside what a real kernel did. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertCalm, hashes, launch, newHashes, open } from './harness.mjs';
import { idle, probe } from './probe.mjs';

let machine;
before(async () => (machine = await launch()));
after(() => machine.close());

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Opens the page, does something to it, and wants no complaints. */
const scene = (name, does, options = {}) =>
  test(name, async () => {
    const page = await open(machine.browser, machine.url, { before: probe, ...options });
    await does(page);
    assertCalm(page);
    await page.context().close();
  });

/** The edges of the brush, in ns. */
const windowOf = (page) =>
  page.locator('.brush-edge').evaluateAll((edges) => edges.map((edge) => Number(edge.getAttribute('aria-valuenow'))));
const clockOf = async (page) => parseFloat(await page.locator('#playhead-time').inputValue());

/** More stops than the page has. */
const STOPS_MAX = 200;

scene('Tab comes to everything, shows where it is, and comes round', async (page) => {
  const stops = [];
  for (let i = 0; i < STOPS_MAX; i++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(focused);
    if (stop === null || stop.again) break;
    stops.push(stop);
  }
  assert.ok(stops.length > 40 && stops.length < STOPS_MAX, `${stops.length} stops`);
  assert.deepEqual(stops.filter(({ name }) => name === ''), [], 'each has a name');
  assert.deepEqual(stops.filter(({ seen }) => !seen), [], 'each is seen to have the focus');
});

/** In the page: what has the focus, in words; `null` if nothing has. */
function focused() {
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  const around = element.closest('label, .segments, .paper, .field-box, .quantity') ?? element;
  const ring = getComputedStyle(around);
  const again = element.hasAttribute('data-stopped');
  element.setAttribute('data-stopped', '');
  const words = [element.getAttribute('aria-label'), element.labels?.[0]?.textContent, element.textContent, element.title, element.placeholder];
  const outlined = (outlineStyle !== 'none' && outlineWidth !== '0px') || (ring.outlineStyle !== 'none' && ring.outlineWidth !== '0px');
  return {
    what: element.outerHTML.slice(0, 120),
    name: words.find((text) => text?.trim())?.trim() ?? (element.getAttribute('aria-labelledby') ? 'labelled' : ''),
    seen: outlined || boxShadow !== 'none' || ring.boxShadow !== 'none',
    again,
  };
}

scene('another scenario is found and opened by keyboard alone', async (page) => {
  const before = await hashes(page);
  await page.locator('header button').first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('searchbox').waitFor();
  await page.keyboard.type('three equal');
  await page.keyboard.press('Enter');
  await newHashes(page, before);
  assert.match(await page.locator('header button').first().innerText(), /Three equal hogs/);
});

scene('Space plays and pauses; the sentence follows', async (page) => {
  const [start, said] = [await clockOf(page), await page.locator('#decision').innerText()];
  await page.keyboard.press(' ');
  await page.getByRole('button', { name: /^Pause/ }).waitFor();
  await page.waitForFunction((said) => document.querySelector('#decision').innerText !== said, said);
  await page.keyboard.press(' ');
  await page.getByRole('button', { name: /^Play/ }).waitFor();
  await idle(page);
  assert.ok((await clockOf(page)) > start);
});

scene('a recording of a real kernel is shown as a third row, and taken away', async (page) => {
  const before = await hashes(page);
  await page.locator('header button').first().click();
  const list = page.getByRole('dialog', { name: 'Scenarios' });
  await list.getByRole('button', { name: /Linux 7\.2/ }).first().click();
  await newHashes(page, before);
  const away = page.getByRole('button', { name: 'Take the recording away' });
  await away.waitFor();
  await page.locator('.dock tbody').getByText('rec', { exact: true }).first().waitFor();
  await idle(page);
  await away.click();
  await away.waitFor({ state: 'detached' });
  await page.waitForFunction(() => ![...document.querySelectorAll('.dock tbody th')].some((cell) => cell.textContent.trim() === 'rec'));
});

scene('on paper stand picture, sentences and numbers, on white, without what only a hand can use', async (page) => {
  await page.emulateMedia({ media: 'print' });
  const shown = (selector) => page.locator(selector).first().isVisible();
  for (const selector of ['.figure canvas', '#decision', '.dock table']) assert.ok(await shown(selector), selector);
  for (const selector of ['.controls', '.transport', '.tab-row']) assert.ok(!(await shown(selector)), selector);
  const ground = await page.evaluate(() => getComputedStyle(document.querySelector('.stage')).backgroundColor);
  assert.equal(ground, 'rgb(255, 255, 255)');
}, { colorScheme: 'dark' });

for (const name of ['Set', 'Why', 'Numbers']) {
  scene(`in a hand, ${name} is a sheet that comes and goes`, async (page) => {
    const button = page.locator('.sheet-bar').getByRole('button', { name, exact: true });
    const sheet = page.locator('.place[data-sheet=true]');
    await button.tap();
    await sheet.waitFor();
    await button.tap();
    await sheet.waitFor({ state: 'detached' });
    await button.tap();
    await sheet.waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  }, PHONE);
}

scene('one finger moves the window, two zoom', async (page) => {
  const start = await windowOf(page);
  const { x, y, width } = await page.locator('.figure').boundingBox();
  const at = (share) => ({ x: x + width * share, y: y + 60 });
  const session = await page.context().newCDPSession(page);
  const touch = (type, ...touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints.map((point, id) => ({ ...point, id })) });
  await touch('touchStart', at(0.7));
  for (const share of [0.65, 0.6, 0.5, 0.4]) await touch('touchMove', at(share));
  await touch('touchEnd');
  await page.waitForFunction((from) => Number(document.querySelector('.brush-edge').getAttribute('aria-valuenow')) > from, start[0]);
  const moved = await windowOf(page);
  await touch('touchStart', at(0.45), at(0.55));
  for (const part of [0.1, 0.15, 0.2]) await touch('touchMove', at(0.5 - part), at(0.5 + part));
  await touch('touchEnd');
  await page.waitForFunction((length) => {
    const [from, to] = [...document.querySelectorAll('.brush-edge')].map((edge) => Number(edge.getAttribute('aria-valuenow')));
    return to - from < length * 0.9;
  }, moved[1] - moved[0]);
}, PHONE);
