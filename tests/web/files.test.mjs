/** Files in and out of the built page: saved and opened again, dropped, refused, exported; and what strangers write into them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { assertCalm, hashes, launch, newHashes, ONE_FILE, open } from './harness.mjs';

let machine;
before(async () => (machine = await launch()));
after(() => machine.close());

const RECORDING = '7.2/c-hog-longsleeper.jsonl.gz';
const MARKUP = '<img src=x onerror=globalThis.ran=1>';

/** What the page gives to keep when something is done: its name and its bytes. */
async function kept(page, act) {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** Lets a file go over the page, as a hand does. */
const drop = (page, name, content) =>
  page.evaluate(
    ([name, bytes]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.from(bytes)], name));
      for (const type of ['dragenter', 'dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, [...Buffer.from(content)]],
  );

const title = (page) => page.locator('[data-field="scenario"]').innerText();
const refusal = async (page) => {
  await page.locator('#error strong').waitFor();
  const text = await page.locator('#error').innerText();
  await page.locator('#error button').click();
  return text;
};

async function exported(page, item) {
  await page.locator('.export').click();
  return kept(page, () => page.locator('.export-item', { hasText: item }).first().click());
}

test('a saved page opens just as it was', async () => {
  const page = await open(machine.browser, ONE_FILE);
  const opening = await hashes(page);
  await page.locator('select[data-side="1"][data-field="kernel"]').first().selectOption('6.1');
  const first = await newHashes(page, opening);
  await page.waitForFunction(() => location.hash.length > 1);
  const { name, bytes } = await kept(page, () => page.keyboard.press('Control+s'));
  assert.equal(name, 'long-sleeper.json');
  const link = await page.evaluate(() => location.hash);
  const other = await open(machine.browser, ONE_FILE);
  await drop(other, name, bytes.toString());
  assert.deepEqual(await newHashes(other, opening), first);
  await other.waitForFunction((same) => location.hash === same, link);
  for (const one of [page, other]) {
    assertCalm(one);
    await one.context().close();
  }
});

test('the browser goes back to the scenario before, as it was left, and forward again', async () => {
  const page = await open(machine.browser, ONE_FILE);
  const shows = (name) => page.waitForFunction((name) => document.querySelector('[data-field="scenario"]').innerText.trim() === name, name);
  const opening = await title(page);
  await page.locator('[data-field="scenario"]').click();
  await page.locator('[data-entry="example yield"]').click();
  await shows('Yielding in a loop');
  await page.keyboard.press('ArrowRight');
  await page.goBack();
  await shows(opening);
  await page.goForward();
  await shows('Yielding in a loop');
  assert.match(await page.title(), /^Yielding in a loop/);
  assertCalm(page);
  await page.context().close();
});

test('a recording from the list or a file stands below the sides, until it is taken away', async () => {
  for (const address of [machine.url, ONE_FILE]) {
    const page = await open(machine.browser, address);
    await page.locator('[data-field="scenario"]').click();
    await page.locator(`[data-entry="recording ${RECORDING}"]`).click();
    await page.locator('.recorded-kernel', { hasText: '7.2' }).waitFor();
    assert.match(await title(page), /Linux 7\.2/);
    const other = await open(machine.browser, page.url());
    await other.locator('.recorded-kernel', { hasText: '7.2' }).waitFor();
    await other.getByRole('button', { name: 'Take the recording away' }).click();
    await other.locator('.recorded-kernel').waitFor({ state: 'detached' });
    await drop(other, 'mine.jsonl.gz', readFileSync(new URL(`../recordings/${RECORDING}`, import.meta.url)));
    await other.locator('.recorded-kernel', { hasText: '7.2' }).waitFor();
    for (const one of [page, other]) {
      assertCalm(one);
      await one.context().close();
    }
  }
});

test('a file that does not open says why, by name and place, and leaves the page as it was', async () => {
  const page = await open(machine.browser, ONE_FILE);
  const first = [await hashes(page), await title(page)];
  const thread = (more) => JSON.stringify({ duration_us: 9, threads: [{ name: 'x', script: [['run', 0]], ...more }] });
  for (const [name, text, reason] of [
    ['a.json', '{"x": 1,}', /a\.json: line 1: this is no JSON/],
    ['b.json', '{"duration_us": 9}', /b\.json: threads: expected a list/],
    ['c.json', thread({ nice: 77 }), /c\.json: threads\[0\]\.nice.*77/],
    ['d.jsonl', 'hello', /d\.jsonl: /],
    ['e.json', '', /e\.json: the file is empty/],
  ]) {
    await drop(page, name, text);
    assert.match(await refusal(page), reason);
    assert.deepEqual([await hashes(page), await title(page)], first, name);
  }
  assertCalm(page);
  await page.context().close();
});

test('what is written into a file is text, not markup', async () => {
  const page = await open(machine.browser, ONE_FILE);
  const first = await hashes(page);
  const threads = [MARKUP.slice(0, 36), '<script>globalThis.ran=1</script>'].map((name) => ({ name, script: [['run', 0]] }));
  await drop(page, `${MARKUP}.json`, JSON.stringify({ duration_us: 50_000, name: MARKUP, title: MARKUP, lesson: MARKUP, threads }));
  await newHashes(page, first);
  assert.equal(await title(page), MARKUP);
  await page.keyboard.press('ArrowRight');
  const { name } = await exported(page, 'SVG');
  assert.match(name, /^schedlens-img-src-x-onerror-globalthis\.ran-1-a-.*\.svg$/);
  assert.equal(await page.evaluate(() => globalThis.ran ?? 'nothing ran'), 'nothing ran');
  assert.equal(await page.locator('img').count(), 0);
  assertCalm(page);
  await page.context().close();
});

test('pictures, traces and tables can be taken out, under names that say what they are', async () => {
  const page = await open(machine.browser, ONE_FILE);
  const svg = await exported(page, 'SVG');
  assert.equal(svg.name, 'schedlens-long-sleeper-a-6.5-b-7.2.svg');
  assert.match(svg.bytes.toString(), /<text[^>]*>\s*sleeper/);
  const [png, large] = [await exported(page, 'PNG'), await exported(page, 'PNG 2×')];
  const width = ({ bytes }) => bytes.readUInt32BE(16);
  assert.equal(width(large), 2 * width(png));
  assert.equal(large.name, 'schedlens-long-sleeper-a-6.5-b-7.2-2x.png');
  const trace = await exported(page, 'Trace of B');
  assert.equal(trace.name, 'schedlens-long-sleeper-a-6.5-b-7.2-b-trace.csv');
  assert.ok(trace.bytes.toString().split('\n').length > 20);
  assert.match((await exported(page, 'Table of A')).bytes.toString(), /sleeper.*\|\s+20\.500 ms/);
  assertCalm(page);
  await page.context().close();
});

test('a script, a style or an image that gets in does nothing', async () => {
  for (const address of [machine.url, ONE_FILE]) {
    const page = await open(machine.browser, address);
    assertCalm(page);
    const ran = await page.evaluate(async (markup) => {
      const intruder = document.createElement('div');
      intruder.innerHTML = markup;
      const script = document.createElement('script');
      script.textContent = 'globalThis.ran = 2';
      document.body.append(intruder, script);
      await new Promise((done) => setTimeout(done, 100));
      return globalThis.ran ?? 'nothing ran';
    }, MARKUP);
    assert.equal(ran, 'nothing ran');
    assert.ok(page.complaints.some((complaint) => complaint.includes('Content Security Policy')));
    await page.context().close();
  }
});
