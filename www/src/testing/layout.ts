/** A small figure for tests: A above B, a lane and two panels of lines each, two tasks. */
import type { Layout } from '../worker/protocol';

const side = (side: number, top: number): Layout['panels'] => [
  { side, kind: 'lane', cpu: 0, top: top + 24, bottom: top + 84, label: 'CPU 0' },
  { side, kind: 'lag', cpu: 0, top: top + 110, bottom: top + 160, label: 'lag' },
  { side, kind: 'vruntime', cpu: 0, top: top + 190, bottom: top + 270, label: 'vruntime' },
];
const lane = (side: number, top: number): Layout['lanes'][number] => ({
  side,
  cpu: 0,
  bars: { top: top + 36, bottom: top + 60 },
  rows: [
    { task: 0, top: top + 63, bottom: top + 73 },
    { task: 1, top: top + 74, bottom: top + 84 },
  ],
  queue: null,
});

export const LAYOUT: Layout = {
  plot_left: 100,
  plot_right: 900,
  panels: [...side(0, 0), ...side(1, 320)],
  lanes: [lane(0, 0), lane(1, 320)],
  groups: [],
  sight: null,
  axis: { top: 280, bottom: 314 },
  thinned: false,
  colors: ['#0072b2', '#c98000'],
};
