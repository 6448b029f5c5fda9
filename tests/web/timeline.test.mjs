/** The timeline under a hand: pointer, wheel, keys, the brush over the whole run, and what they say. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertCalm, drawn, launch, open } from './harness.mjs';

let machine;
before(async () => (machine = await launch()));
after(() => machine.close());

const MS = 1e6;

/** The window, in ms, as the edges of the brush tell it. */
const windowOf = (page) =>
  page.locator('.brush-edge').evaluateAll((edges) => edges.map((edge) => Number(edge.getAttribute('aria-valuenow')) / 1e6));

/** Waits until the window is another one; gives it. */
async function movedFrom(page, [from, to]) {
  await page.waitForFunction(([a, b]) => {
    const [x, y] = [...document.querySelectorAll('.brush-edge')].map((edge) => Number(edge.getAttribute('aria-valuenow')));
    return x !== a || y !== b;
  }, [from * MS, to * MS]);
  return windowOf(page);
}

const clock = async (page) => parseFloat(await page.locator('#playhead-time').inputValue());
const length = ([from, to]) => to - from;

/** A place in the plot, given as shares of the figure. */
async function placeIn(page, x, y) {
  const box = await page.locator('.figure').boundingBox();
  return [box.x + box.width * x, box.y + box.height * y];
}

/** Opens the page, does something to it, and wants no complaints. */
const scene = (name, does) =>
  test(name, async () => {
    const page = await open(machine.browser, machine.url);
    await does(page);
    assertCalm(page);
    await page.context().close();
  });

scene('a drag moves the window with the hand', async (page) => {
  const start = await windowOf(page);
  const [x, y] = await placeIn(page, 0.5, 0.3);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 120, y, { steps: 6 });
  await page.mouse.up();
  const moved = await movedFrom(page, start);
  assert.ok(moved[0] > start[0] && Math.abs(length(moved) - length(start)) < 0.001);
});

scene('the wheel zooms about the pointer: the instant under it stays there', async (page) => {
  const start = await windowOf(page);
  await page.mouse.move(...(await placeIn(page, 0.4, 0.3)));
  const flag = page.locator('.crosshair span');
  const before = parseFloat(await flag.innerText());
  await page.mouse.wheel(0, -240);
  const zoomed = await movedFrom(page, start);
  assert.ok(length(zoomed) < length(start));
  assert.ok(Math.abs(parseFloat(await flag.innerText()) - before) < length(zoomed) / 500);
});

scene('W and S zoom about the pointer too', async (page) => {
  const start = await windowOf(page);
  await page.mouse.move(...(await placeIn(page, 0.7, 0.3)));
  const flag = page.locator('.crosshair span');
  const before = parseFloat(await flag.innerText());
  await page.keyboard.press('w');
  const zoomed = await movedFrom(page, start);
  assert.ok(length(zoomed) < length(start));
  assert.ok(Math.abs(parseFloat(await flag.innerText()) - before) < length(zoomed) / 500);
});

scene('keys zoom, move, show the whole run, and then what is selected', async (page) => {
  const start = await windowOf(page);
  await page.keyboard.press('w');
  const near = await movedFrom(page, start);
  assert.ok(length(near) < length(start));
  await page.keyboard.press('d');
  const right = await movedFrom(page, near);
  assert.ok(right[0] > near[0]);
  await page.keyboard.press('f');
  const whole = await movedFrom(page, right);
  assert.equal(whole[0], 0);
  await page.keyboard.press('.');
  await page.locator('.selected').waitFor();
  await page.keyboard.press('f');
  assert.ok(length(await movedFrom(page, whole)) < length(whole));
});

scene('intervals of the selected task follow each other, and Escape selects nothing', async (page) => {
  await page.keyboard.press('.');
  const outline = page.locator('.selected');
  await outline.waitFor();
  const before = await clock(page);
  await page.keyboard.press('.');
  await page.waitForFunction((t) => parseFloat(document.querySelector('#playhead-time').value) !== t, before);
  assert.ok((await clock(page)) > before);
  await page.keyboard.press('Escape');
  await outline.waitFor({ state: 'hidden' });
});

scene('ticks are stepped to', async (page) => {
  await page.keyboard.press('t');
  await page.waitForFunction(() => document.querySelector('#playhead-time').value.startsWith('44.000'));
  await page.keyboard.press('Shift+T');
  await page.waitForFunction(() => document.querySelector('#playhead-time').value.startsWith('40.000'));
});

scene('the clock takes a time, and says when it is none', async (page) => {
  const field = page.locator('#playhead-time');
  await field.fill('12.5ms');
  await field.press('Enter');
  assert.equal(await clock(page), 12.5);
  await field.fill('soon');
  await field.press('Enter');
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  await field.press('Escape');
  assert.equal(await clock(page), 12.5);
});

scene('a drag along the time axis scrubs, and the numbers at the playhead follow', async (page) => {
  const figure = await page.locator('.figure').boundingBox();
  const flag = await page.locator('.playhead span').boundingBox();
  const y = flag.y + flag.height / 2;
  await page.mouse.move(figure.x + figure.width * 0.4, y);
  await page.mouse.down();
  await page.mouse.move(figure.x + figure.width * 0.6, y, { steps: 5 });
  const there = await clock(page);
  assert.ok(there > 45 && there < 60);
  await page.locator('.reading-number').first().waitFor();
  await page.mouse.up();
  assert.match(await page.locator('.playhead').getAttribute('aria-valuetext'), /A: .* runs/);
});

scene('the brush over the whole run is the window', async (page) => {
  const start = await windowOf(page);
  const edge = await page.getByRole('slider', { name: 'Window ends' }).boundingBox();
  const y = edge.y + edge.height / 2;
  await page.mouse.move(edge.x + edge.width / 2, y);
  await page.mouse.down();
  await page.mouse.move(edge.x + 80, y, { steps: 4 });
  await page.mouse.up();
  const wider = await movedFrom(page, start);
  assert.ok(Math.abs(wider[0] - start[0]) < 0.001 && wider[1] > start[1]);
  await page.getByRole('slider', { name: 'Window begins' }).press('Home');
  assert.equal((await movedFrom(page, wider))[0], 0);
  await page.mouse.dblclick(edge.x, y);
  await page.waitForFunction(() => document.querySelector('.brush-to').getAttribute('aria-valuenow') === '100000000');
});

scene('a name in the legend highlights, isolates and hides', async (page) => {
  const chip = page.locator('.legend-chip').first();
  await chip.click();
  assert.equal(await chip.getAttribute('aria-pressed'), 'true');
  await chip.click();
  assert.equal(await chip.getAttribute('aria-pressed'), 'false');
  await chip.press('h');
  assert.equal(await chip.getAttribute('data-hidden'), 'true');
  await page.keyboard.press('Control+z');
  assert.equal(await chip.getAttribute('data-hidden'), 'false');
  await chip.dblclick();
  const hidden = page.locator('.legend-chip[data-hidden="true"]');
  assert.equal(await hidden.count(), (await page.locator('.legend-chip[data-task]').count()) - 1);
  await page.getByRole('button', { name: 'Show all' }).click();
  assert.equal(await hidden.count(), 0);
});

/** Rows of the picture: a side's title, then its marks, then its bars. */
const MARKS_Y = 30;
const BARS_Y = 48;

/** Where an instant is in a row of side A. */
async function pixelOf(page, t_ms, y) {
  const [from, to] = await windowOf(page);
  const figure = await page.locator('.figure').boundingBox();
  const [left, width] = await page.locator('.strip').evaluate((strip) =>
    ['--plot-left', '--plot-width'].map((name) => parseFloat(strip.style.getPropertyValue(name))));
  return [figure.x + left + ((t_ms - from) / (to - from)) * width, figure.y + y];
}

scene('what is under the pointer is told, a click selects it, and one beside it selects nothing', async (page) => {
  const [outline, label] = [page.locator('.selected'), page.locator('.hover-label')];
  await page.mouse.move(...(await pixelOf(page, 46, BARS_Y)));
  await label.filter({ hasText: 'sleeper runs 6 ms' }).waitFor();
  await page.mouse.click(...(await pixelOf(page, 46, BARS_Y)));
  await outline.waitFor();
  const box = await outline.boundingBox();
  const [from] = await pixelOf(page, 42, BARS_Y);
  const [to] = await pixelOf(page, 48, BARS_Y);
  assert.ok(Math.abs(box.x - from) < 2 && Math.abs(box.x + box.width - to) < 2, 'the run is outlined');
  await page.mouse.click(...(await placeIn(page, 0.5, 0.02)));
  await outline.waitFor({ state: 'hidden' });
});

scene('a click on a mark puts the playhead exactly there', async (page) => {
  await page.mouse.click(...(await pixelOf(page, 42.1, MARKS_Y)));
  await page.locator('.selected').waitFor();
  assert.equal(await clock(page), 42);
});

scene('two clicks on a run show all of it', async (page) => {
  const start = await windowOf(page);
  await page.mouse.dblclick(...(await pixelOf(page, 46, BARS_Y)));
  assert.deepEqual(await movedFrom(page, start), [40.5, 49.5]);
});

scene('a name in the picture acts as in the legend', async (page) => {
  const figure = await page.locator('.figure').boundingBox();
  await page.mouse.click(figure.x + 30, figure.y + BARS_Y + 20);
  await page.locator('.legend-chip[aria-pressed="true"]').filter({ hasText: 'sleeper' }).waitFor();
});

scene('numbers under the crosshair are those of the entities there', async (page) => {
  await page.mouse.move(...(await placeIn(page, 0.5, 0.3)));
  await page.locator('.reading-number').first().waitFor();
  const names = await page.locator('.board .reading').first().locator('.reading-name').allInnerTexts();
  assert.deepEqual(names, ['sleeper', 'hog']);
  for (const number of await page.locator('.reading-number').allInnerTexts()) assert.match(number, /^−?\d+\.\d{3}$/);
});

test('a finger moves the window, two zoom', async () => {
  const page = await open(machine.browser, machine.url, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const session = await page.context().newCDPSession(page);
  const touch = (type, ...points) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const start = await windowOf(page);
  const [x, y] = await placeIn(page, 0.6, 0.4);
  await touch('touchStart', [x, y]);
  for (const by of [10, 30, 60]) await touch('touchMove', [x - by, y]);
  await touch('touchEnd');
  const moved = await movedFrom(page, start);
  assert.ok(moved[0] > start[0] && Math.abs(length(moved) - length(start)) < 0.001);
  await touch('touchStart', [x - 40, y], [x + 40, y]);
  for (const by of [10, 20, 40]) await touch('touchMove', [x - 40 - by, y], [x + 40 + by, y]);
  await touch('touchEnd');
  assert.ok(length(await movedFrom(page, moved)) < length(moved));
  assertCalm(page);
  await page.context().close();
});

test('three hints on the first visit, and none on the second', async () => {
  const page = await (await machine.browser.newContext()).newPage();
  await page.goto(machine.url);
  const hints = page.locator('.hint');
  await hints.first().waitFor();
  assert.equal(await hints.count(), 3);
  await hints.first().click();
  await page.reload();
  await drawn(page);
  assert.equal(await hints.count(), 0);
  await page.context().close();
});
