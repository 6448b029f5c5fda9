/** Files from strangers: whatever is in them, there is a page that can be saved again, or a reason; never another error. */
import { expect, test } from 'vitest';
import { FileError, fileText, readFile } from './files';
import { GALLERY } from './gallery';
import { fromFile, toFile } from './saved';
import { endNs, initial } from '../state/state';
import { chance, pick, spoilt } from '../testing/junk';
import { encode } from '../link/url';

const ROUNDS = 500;

function check(seed: number, text: string): 'opens' | 'refused' {
  try {
    const linked = readFile('x.json', text, 'dark');
    expect(endNs(initial(linked.doc, false))).toBeTypeOf('number');
    expect(readFile('x.json', fileText(linked), 'dark').doc.sides).toEqual(linked.doc.sides);
    expect(encode(linked)).toBeTypeOf('string');
    return 'opens';
  } catch (error) {
    expect(error, `seed ${seed}: ${text}`).toBeInstanceOf(FileError);
    return 'refused';
  }
}

test('a well-made file with junk in it', () => {
  const outcomes = new Set<string>();
  for (let seed = 0; seed < ROUNDS; seed++) {
    const below = chance(seed);
    const file = toFile(fromFile(pick(GALLERY, below), 'dark'));
    outcomes.add(check(seed, JSON.stringify(spoilt(file, below))));
  }
  expect([...outcomes].sort()).toEqual(['opens', 'refused']);
});

test('a file cut off anywhere is refused', () => {
  const text = fileText(fromFile(GALLERY[0], 'dark'));
  for (let length = 0; length < text.trimEnd().length; length++) expect(check(length, text.slice(0, length))).toBe('refused');
});
