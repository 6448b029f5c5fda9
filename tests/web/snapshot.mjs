/** Everything that a link has to re-create, as it can be seen in the page. */
import { idle } from './probe.mjs';

/** What the page shows once it has come to rest: engine's hashes, picture, playhead, sentences, selection, kernels, theme. */
export async function snapshot(page) {
  await idle(page);
  return page.evaluate(read);
}

/** The address of what is shown now, as *Share* gives it. */
export async function share(page) {
  const before = await page.evaluate(() => globalThis.probe.addressed);
  await page.locator('button.share').click();
  await page.waitForFunction((before) => globalThis.probe.addressed > before, before);
  return page.url();
}

/** In the page. */
function read() {
  const root = document.documentElement.dataset;
  /** Without what comes and goes, such as that something was copied. */
  const words = (selector) => {
    const copy = document.querySelector(selector).cloneNode(true);
    for (const passing of copy.querySelectorAll('output, [role=status]')) passing.remove();
    return copy.textContent;
  };
  const canvas = document.querySelector('.figure canvas');
  const playhead = document.querySelector('.figure [role=slider]');
  return {
    hashes: [root.hashA, root.hashB],
    theme: root.theme,
    kernels: [...document.querySelectorAll('[data-field=kernel]')].map(({ value }) => value),
    playhead_ns: playhead.getAttribute('aria-valuenow'),
    inspector: words('.inspector'),
    picture: [canvas.width, canvas.height, canvas.toDataURL()],
  };
}
