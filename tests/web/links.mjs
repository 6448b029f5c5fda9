/**
 * Links that were given out and must open to the same traces for ever: `links.json`, each with what it is and the trace hashes of
 * its sides. Checked by `links.test.mjs`. To add one, with the page built:
 *
 *     node tests/web/links.mjs "what it is" 2…
 *
 * Nothing that is in the file is ever changed: a link that opens to something else is a bug of the page.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hashes, launch, ONE_FILE, open } from './harness.mjs';

const FILE = new URL('./links.json', import.meta.url);

/** All of them: `what`, `link`, and the hashes `a` and `b`; `b` is null where B is closed. */
export const links = () => JSON.parse(readFileSync(FILE, 'utf8'));

/** What a link opens to: the hashes of its sides, or what the page says is wrong with it. */
export async function traceOf(browser, link) {
  const page = await open(browser, `${ONE_FILE}#${link}`);
  const problem = await page.locator('#error').innerText();
  const [a, b = null] = await hashes(page);
  await page.context().close();
  return { a, b, problem };
}

async function add(what, link) {
  const machine = await launch();
  const { a, b, problem } = await traceOf(machine.browser, link);
  await machine.close();
  if (problem) throw new Error(problem);
  const all = links();
  if (all.some((old) => old.link === link)) throw new Error(`this link is there already: ${link}`);
  const lines = [...all, { what, link, a, b }].map((one) => `  ${JSON.stringify(one)}`);
  writeFileSync(FILE, `[\n${lines.join(',\n')}\n]\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [what, link] = process.argv.slice(2);
  if (!what || !link) throw new Error('usage: node links.mjs "what it is" <fragment without #>');
  await add(what, link);
}
