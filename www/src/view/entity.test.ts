import { expect, test } from 'vitest';
import { DEFAULT_SIDES, plainDoc } from '../state/doc';
import { initial } from '../state/state';
import { Store } from '../state/store';
import { actOfClick, entityHandlers, type EntityAct } from './entity';

const thread = (name: string) => ({ name, script: [] });
const SCENARIO = { duration_us: 1_000, threads: ['hog', 'editor', 'batch'].map(thread) };

function named(name: string) {
  const store = new Store(initial(plainDoc(SCENARIO, DEFAULT_SIDES, 'light'), false));
  const hand = entityHandlers(() => store.state, store.dispatch, name);
  const click = (detail = 1, shiftKey = false): void => hand.onClick({ detail, shiftKey });
  const press = (key: string, ctrlKey = false): void => {
    hand.onKeyDown({ key, ctrlKey, preventDefault: () => undefined } as KeyboardEvent);
  };
  return { doc: () => store.state.doc, click, press, hand };
}

test.each<[number, boolean, EntityAct | null]>([
  [0, false, 'highlight'],
  [1, false, 'highlight'],
  [2, false, 'isolate'],
  [3, false, null],
  [1, true, 'hide'],
])('click %d, Shift %s: %s', (detail, shiftKey, act) => expect(actOfClick({ detail, shiftKey })).toBe(act));

test('a click highlights, another one later takes it back', () => {
  const { doc, click } = named('editor');
  click();
  expect(doc().highlight).toBe('editor');
  click();
  expect(doc().highlight).toBe('');
});

test('a double click isolates and highlights nothing; another one shows all again', () => {
  const { doc, click } = named('editor');
  const doubleClick = (): void => [1, 2].forEach((detail) => click(detail));
  doubleClick();
  expect(doc()).toMatchObject({ hidden: ['hog', 'batch'], highlight: '' });
  doubleClick();
  expect(doc()).toMatchObject({ hidden: [], highlight: '' });
});

test('Shift hides and shows', () => {
  const { doc, click } = named('hog');
  click(1, true);
  expect(doc().hidden).toEqual(['hog']);
  click(1, true);
  expect(doc().hidden).toEqual([]);
});

test('the same by keys, but not those that the browser wants', () => {
  const { doc, press } = named('hog');
  press('h');
  expect(doc().hidden).toEqual(['hog']);
  press('h', true);
  expect(doc().hidden).toEqual(['hog']);
  press('i');
  expect(doc().hidden).toEqual(['editor', 'batch']);
});
