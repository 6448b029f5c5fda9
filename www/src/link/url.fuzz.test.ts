/** Links from strangers: whatever the fragment, there is a page or a reason, never another error. */
import { expect, test } from 'vitest';
import { deflate } from './bytes';
import { GALLERY } from '../files/gallery';
import { fromFile } from '../files/saved';
import { packPage } from './packdoc';
import { endNs, initial } from '../state/state';
import { chance, pick, spoilt } from '../testing/junk';
import { decode, encode, LinkError, sealed } from './url';

const ROUNDS = 300;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_%é#=';

function check(fragment: string): 'opens' | 'refused' {
  try {
    const linked = decode(fragment);
    expect(endNs(initial(linked.doc, false))).toBeTypeOf('number');
    expect(decode(encode(linked))).toEqual(linked);
    return 'opens';
  } catch (error) {
    expect(error, `fragment ${fragment}`).toBeInstanceOf(LinkError);
    return 'refused';
  }
}

const links = () => GALLERY.map((scenario) => encode(fromFile(scenario, 'dark')));

test('any text', () => {
  for (let seed = 0; seed < ROUNDS; seed++) {
    const below = chance(seed);
    const text = Array.from({ length: below(80) }, () => pick([...ALPHABET], below)).join('');
    expect(check(text)).toBe('refused');
  }
});

test('a link with some characters changed, lost or doubled', () => {
  const good = links();
  for (let seed = 0; seed < ROUNDS; seed++) {
    const below = chance(seed);
    const link = pick(good, below);
    const at = below(link.length);
    check(
      link.slice(0, at) + pick(['', pick([...ALPHABET], below), link.slice(at, at + 5)], below) + link.slice(at + below(3)),
    );
  }
});

test('a well-made link with junk in it', () => {
  const outcomes = new Set<string>();
  for (let seed = 0; seed < ROUNDS; seed++) {
    const below = chance(seed);
    const content = packPage(fromFile(pick(GALLERY, below), 'dark'));
    const text = JSON.stringify(spoilt(content, below));
    outcomes.add(check(pick([`1${deflate(text, '')}`, `2${sealed(text)}`], below)));
  }
  expect([...outcomes].sort()).toEqual(['opens', 'refused']);
});
