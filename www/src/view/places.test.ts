import { expect, test } from 'vitest';
import { LAYOUT } from '../testing/layout';
import { FigurePlaces } from './places';

test('tells of the first layout and of moved things, not of every frame', () => {
  const places = new FigurePlaces();
  let told = 0;
  places.subscribe(() => told++);
  places.set(LAYOUT);
  places.set({ ...LAYOUT, colors: ['#ffffff'] });
  expect(told).toBe(1);
  places.set({ ...LAYOUT, plot_right: 800 });
  places.set({ ...LAYOUT, plot_right: 800, axis: { top: 290, bottom: 314 } });
  expect(told).toBe(3);
  expect(places.layout?.axis.top).toBe(290);
});
