import { expect, test } from 'vitest';
import { LAYOUT } from '../testing/layout';
import { hintPlaces } from './hints';

test('each stands beside what it speaks of, and apart from the others', () => {
  const [select, move, step] = hintPlaces(LAYOUT, 600);
  expect(select).toMatchObject({ hint: 'select', points: 'up' });
  expect(select!.top).toBeGreaterThan(LAYOUT.lanes[0]!.bars.bottom);
  expect(move!.top > 190 && move!.top < 270).toBe(true);
  expect(step).toMatchObject({ hint: 'step', points: 'down', top: 566 });
});

test('without lines the window’s hint is below the axis', () => {
  const panels = LAYOUT.panels.filter(({ kind }) => kind === 'lane');
  expect(hintPlaces({ ...LAYOUT, panels }, 600)[1]).toMatchObject({ hint: 'move', top: LAYOUT.axis.bottom });
});

test('where there is no room for three there are fewer', () => {
  expect(hintPlaces(LAYOUT, 220).map(({ hint }) => hint)).toEqual(['select', 'move']);
});
