/** Several CPUs on the page: lanes, groups that close, the chosen CPU, and a list of lanes longer than the picture. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { linkTo } from './fragments.mjs';
import { assertCalm, drawn, launch, open } from './harness.mjs';

let machine;
before(async () => (machine = await launch()));
after(() => machine.close());

/** Two hogs a CPU on every other one, and a task that is sent round. */
const scenario = (cpus, description) => ({
  schedlens: 1,
  name: `lanes-${cpus}`,
  title: `${cpus} CPUs`,
  duration_us: 40_000,
  machine: description,
  threads: [
    ...Array.from({ length: Math.min(cpus, 16) }, (_, i) => ({
      name: `hog${i}`,
      affinity: [(i * 2) % cpus],
      script: [['run', 0]],
    })),
    {
      name: 'guest',
      affinity: [1],
      script: [['run', 4_000], ['affinity', 'guest', [0]], ['run', 4_000], ['affinity', 'guest', [cpus - 1]], ['run', 0]],
    },
  ],
});

const FOUR = scenario(4, { sockets: 2, cores: 2 });
const MANY = scenario(64, { sockets: 2, llcs: 4, cores: 8 });

async function show(given, viewport) {
  return open(machine.browser, machine.url + linkTo(given), viewport ? { viewport } : {});
}

const cpuList = (page, side = 'A') => page.getByRole('listbox', { name: `CPUs of ${side}` });
const chosen = (page) => cpuList(page).getByRole('option', { selected: true }).getAttribute('aria-label');
const lanes = (page) => cpuList(page).getByRole('option').count();

/** A place beside the last lane, by the list that lies over all of them and ends with its bars. */
async function besideLast(page) {
  const box = await cpuList(page).boundingBox();
  return [box.x + box.width - 12, box.y + box.height - 3];
}

test('four CPUs have a lane each on both sides, also one that runs nothing', async () => {
  const page = await show(FOUR);
  for (const side of ['A', 'B']) assert.equal(await cpuList(page, side).getByRole('option').count(), 4);
  assertCalm(page);
  await page.context().close();
});

test('arrows choose a CPU, whose lines are shown then', async () => {
  const page = await show(FOUR);
  assert.equal(await chosen(page), 'CPU 0');
  await cpuList(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => document.querySelector('[role=option][aria-selected=true]')?.ariaLabel === 'CPU 1');
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => document.querySelector('[role=option][aria-selected=true]')?.ariaLabel === 'CPU 0');
  assertCalm(page);
  await page.context().close();
});

test('a click beside a lane chooses its CPU', async () => {
  const page = await show(FOUR);
  await page.mouse.click(...(await besideLast(page)));
  await page.waitForFunction(() => document.querySelector('[role=option][aria-selected=true]')?.ariaLabel === 'CPU 3');
  await page.context().close();
});

test('a group closes and opens by mouse and by keyboard', async () => {
  const page = await show(FOUR);
  const group = page.getByRole('button', { name: /^node 1 .*, A$/ });
  const box = await group.boundingBox();
  await page.mouse.click(box.x + 14, box.y + box.height / 2);
  await page.waitForFunction(() => document.querySelectorAll('[role=option]').length === 4);
  assert.equal(await group.getAttribute('aria-expanded'), 'false');
  await group.focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('[role=option]').length === 8);
  assertCalm(page);
  await page.context().close();
});

test('decisions narrow to a CPU and to what is between CPUs', async () => {
  const page = await show(FOUR);
  await page.getByRole('tab', { name: 'Decisions' }).click();
  await page.getByRole('combobox', { name: 'Task' }).selectOption('guest');
  await page.getByRole('button', { name: /^balance/ }).click();
  await page.getByText(/guest moves to CPU 0 from CPU 1/).first().waitFor();
  await page.getByRole('combobox', { name: 'CPU' }).selectOption('2');
  await page.getByText('Nothing was decided that these filters let through.').waitFor();
  await page.context().close();
});

test('each CPU has its numbers', async () => {
  const page = await show(FOUR);
  await page.getByRole('tab', { name: 'Metrics' }).click();
  const row = page.getByRole('table', { name: 'CPUs' }).getByRole('button', { name: 'CPU 2' });
  await row.click();
  await page.waitForFunction(() => document.querySelector('[role=option][aria-selected=true]')?.ariaLabel === 'CPU 2');
  await page.context().close();
});

test('of 64 CPUs on a phone some are in sight, and the wheel and keys bring the others', async () => {
  const page = await show(MANY, { width: 390, height: 844 });
  const bar = page.getByRole('scrollbar', { name: 'Lanes in sight' });
  await bar.focus();
  const first = async () => Number(await bar.getAttribute('aria-valuenow'));
  assert.equal(await first(), 0);
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelector('.lane-scroll').ariaValueNow === document.querySelector('.lane-scroll').ariaValueMax);
  const last = await first();
  const box = await cpuList(page).boundingBox();
  await page.mouse.move(box.x + 30, box.y + 20);
  await page.mouse.wheel(0, -32);
  await page.waitForFunction((last) => Number(document.querySelector('.lane-scroll').ariaValueNow) < last, last);
  assertCalm(page);
  await page.context().close();
});

test('64 CPUs are all in sight on a desk, and closed groups make room', async () => {
  const page = await show(MANY, { width: 1440, height: 1600 });
  assert.equal(await lanes(page), 64);
  const group = page.getByRole('button', { name: /^LLC 0 .*, A$/ });
  await group.focus();
  await page.keyboard.press('Space');
  await page.waitForFunction(() => document.querySelectorAll('[role=option]').length === 112);
  await drawn(page);
  assertCalm(page);
  await page.context().close();
});
