import { expect, test } from 'vitest';
import { wanted } from './keys';

/** An element that is, or is inside, what one of these selectors names. */
const inside = (...selectors: string[]) => ({
  closest: (list: string) => (list.split(', ').some((selector) => selectors.includes(selector)) ? ({} as Element) : null),
});

test.each<[string, string[], boolean]>([
  ['z', ['textarea'], true],
  [' ', ['button'], true],
  ['enter', ['button'], true],
  ['w', ['button'], false],
  ['arrowleft', ['[type=range]'], true],
  ['w', ['[type=range]'], false],
  ['shift+arrowleft', ['[role=tab]', 'button'], true],
  ['enter', ['[role=tab]', 'button'], true],
  ['escape', ['dialog[open]'], true],
  ['w', ['select'], true],
  ['mod+z', ['select'], false],
  ['mod+z', ['textarea'], true],
  ['mod+z', ['[type=range]'], false],
  ['arrowleft', ['button'], false],
  [' ', [], false],
])('%s in %j', (key, selectors, expected) => expect(wanted(inside(...selectors), key)).toBe(expected));

test('a key without a target is the page’s', () => expect(wanted(null, ' ')).toBe(false));
