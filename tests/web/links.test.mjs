/** Links that were given out open to the same traces for ever. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from './harness.mjs';
import { links, traceOf } from './links.mjs';

let machine;
before(async () => (machine = await launch()));
after(() => machine.close());

for (const { what, link, a, b } of links()) {
  test(`${what} opens to the same traces`, async () => {
    assert.deepEqual(await traceOf(machine.browser, link), { a, b, problem: '' });
  });
}
