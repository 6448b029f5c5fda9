/** What can be taken out of the page as a file: the picture, the traces, the numbers. */
import { paint, type Surface } from '../canvas/replay';
import type { Context } from '../commands';
import { keep } from './disk';
import { openSides } from '../state/doc';
import { exportName } from './files';
import { titleOf } from './gallery';
import { viewOf } from '../state/session';
import { isDark, type State } from '../state/state';
import type { Query } from '../worker/client';
import type { Paper, View } from '../worker/protocol';

/** Colours of an exported picture; `page` is as the page has them now. */
export const PAPERS = ['page', 'light', 'dark', 'print'] as const;
export type PaperChoice = (typeof PAPERS)[number];

/** Makes files of what is shown. What the engine cannot make is said in the page's notices. */
export class Exporter {
  constructor(private readonly context: Pick<Context, 'store' | 'session'>) {}

  /** The whole figure at the page's size, as SVG, its text as text. */
  async svg(choice: PaperChoice): Promise<void> {
    const view = this.view(choice);
    const text = view && (await this.text({ type: 'svg', view }));
    if (text) keep(this.name(paperPart(choice), 'svg'), text, 'image/svg+xml');
  }

  /** The same as pixels, `ratio` of them for each pixel of the page. */
  async png(choice: PaperChoice, ratio: number): Promise<void> {
    const view = this.view(choice);
    if (!view) return;
    const frame = await this.context.session.query<'frame'>({ type: 'frame', view });
    if (frame?.type === 'refused') return this.refuse(frame.message);
    if (!frame) return;
    const canvas = document.createElement('canvas');
    paint(canvas as Surface, { ...frame, width: view.width, height: view.height }, ratio);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (blob) keep(this.name(paperPart(choice) + (ratio === 1 ? '' : ` ${ratio}x`), 'png'), blob);
    else this.refuse(`a picture of ${canvas.width} × ${canvas.height} pixels is more than this browser can make; use SVG`);
  }

  /** Every event of a side, a line each. */
  async trace(side: number): Promise<void> {
    const text = await this.text({ type: 'text', side, format: 'csv' });
    if (text) keep(this.name(`${'ab'.charAt(side)}-trace`, 'csv'), text, 'text/csv;charset=utf-8');
  }

  /** A side's numbers as `perf sched latency` lays them out. */
  async table(side: number): Promise<void> {
    const text = await this.text({ type: 'text', side, format: 'table' });
    if (text) keep(this.name(`${'ab'.charAt(side)}-latency`, 'txt'), text);
  }

  private get state(): State {
    return this.context.store.state;
  }

  /** `null` before there is a picture. */
  private view(choice: PaperChoice): View | null {
    const { size } = this.context.session;
    return size && { ...viewOf(this.state, size), theme: paperOf(choice, this.state) };
  }

  private async text(question: Query<'svg' | 'text'>): Promise<string | null> {
    const answer = await this.context.session.query<'svg' | 'text'>(question);
    if (answer?.type === 'refused') this.refuse(answer.message);
    return answer?.type === 'text' ? answer.text : null;
  }

  private name(part: string, extension: string): string {
    const { doc } = this.state;
    const sides = openSides(doc).map((side) => doc.sides[side]);
    return exportName(doc.scenario.name || titleOf(doc.scenario), sides, part, extension);
  }

  private refuse(message: string): void {
    this.context.store.dispatch({ type: 'problem', problem: { source: 'export', message } });
  }
}

/** Pictures of the same in several colours lie side by side in a folder. */
const paperPart = (choice: PaperChoice): string => (choice === 'page' ? '' : choice);

/** The colours that a choice means while the page is as it is. */
export function paperOf(choice: PaperChoice, state: State): Paper {
  if (choice !== 'page') return choice;
  return isDark(state) ? 'dark' : 'light';
}
