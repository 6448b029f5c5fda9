/** What a person does with whole pages: opens one, saves it, shares it. */
import type { Context } from '../commands';
import { askForFile, keep } from './disk';
import type { Linked } from '../state/doc';
import { checkSize, FileError, fileText, kindOf, readFile, slug } from './files';
import { proseOf, titleOf } from './gallery';
import type { AddressWriter } from '../link/link';
import { firstLook, otherThan } from './recorded';
import { fromFile } from './saved';
import type { Shelves, Told } from './shelf';
import { isDark } from '../state/state';
import { SHARED_CHARS_MAX } from '../link/url';
import type { Preset, Recorded, Side } from '../worker/protocol';

/** What came of sharing: the link is in the clipboard, or only in the address bar, or too long to be sent around. */
export type Shared = { readonly how: 'copied' | 'shown' | 'long'; readonly chars: number };

/** A page that was open earlier in this visit. */
export interface Earlier {
  readonly title: string;
  readonly linked: Linked;
}

const EARLIER_MAX = 6;
const ACCEPTED = '.json,.jsonl,.gz,application/json,application/gzip';
/** A scenario is tried before the page is given up for it; so small that nothing is drawn. */
const TRIAL = { width: 16, height: 16 } as const;

/** Opens, saves and shares; errors go to the page's notices, and leave what is open as it is. */
export class Desk {
  private before: readonly Earlier[] = [];

  constructor(
    private readonly context: Pick<Context, 'store' | 'playhead' | 'session'>,
    private readonly address: Pick<AddressWriter, 'write' | 'leave'>,
    private readonly shelves: Pick<Shelves, 'get' | 'has' | 'put'>,
  ) {}

  /** What was open before in this visit, the last first. */
  get earlier(): readonly Earlier[] {
    return this.before;
  }

  /** The page as it is. */
  get linked(): Linked {
    const { store, playhead } = this.context;
    return { doc: store.state.doc, playhead_ns: playhead.at_ns, rows: playhead.rows };
  }

  /** Opens another page; the one before can be had again, also by the browser's way back. */
  readonly open = (linked: Linked): void => {
    this.address.leave();
    this.show(linked);
    this.address.write();
  };

  /** The same for a page whose address the browser has already. */
  readonly show = ({ doc, playhead_ns, rows }: Linked): void => {
    const leaving = { title: titleOf(this.linked.doc.scenario), linked: this.linked };
    const others = this.before.filter(({ title }) => title !== leaving.title && title !== titleOf(doc.scenario));
    this.before = [leaving, ...others].slice(0, EARLIER_MAX);
    this.context.store.dispatch({ type: 'load', doc });
    this.context.playhead.stand(playhead_ns, rows);
  };

  /** Asks for a file and opens it. */
  readonly askForFile = (): void => askForFile(ACCEPTED, (file) => void this.openFile(file));

  /** A scenario or a recording; says what is wrong with it otherwise. */
  async openFile(file: File): Promise<void> {
    try {
      checkSize(file.name, file.size);
      if (kindOf(file.name) === 'recording') await this.openDropped(file);
      else await this.openTried(file.name, readFile(file.name, await file.text(), this.linked.doc.theme));
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      this.refuse(error.message);
    }
  }

  private async openDropped(file: File): Promise<void> {
    await this.openRecording(this.shelves.put(file.name, new Uint8Array(await file.arrayBuffer())));
  }

  /**
   * A recording as the third row, below the kernel that it was made on as B, simulated with that kernel's costs, so that model
   * and reality are side by side; A is a kernel of the other policy: what it would have done.
   */
  async openRecording(name: string): Promise<void> {
    try {
      await this.bringRecording(name);
    } catch (error) {
      this.refuse(error instanceof Error ? error.message : String(error));
    }
  }

  /** The same for who says himself what is wrong: throws an error where nothing could be opened. */
  async bringRecording(name: string, told?: Told): Promise<void> {
    const bytes = await this.shelves.get(name, told);
    const answer = await this.context.session.query({ type: 'recording', bytes });
    if (answer?.type === 'refused') throw new FileError(`${name}: ${answer.message}`);
    if (answer?.type === 'recorded' && answer.recorded) this.openBeside(answer.recorded, name);
  }

  /** Whether a recording can be brought: it is in the page, beside it, or was dropped. */
  readonly hasRecording = (name: string): boolean => this.shelves.has(name);

  /** What was recorded, simulated only, as if the recording had been taken away. */
  readonly openWorkload = (workload: Pick<Recorded, 'scenario' | 'side'>): void => this.openBeside(workload, null);

  private openBeside({ scenario, side }: Pick<Recorded, 'scenario' | 'side'>, recording: string | null): void {
    const view = firstLook(scenario.duration_us);
    const { doc, playhead_ns } = fromFile({ ...scenario, ...proseOf('', recording), b: side, view }, this.linked.doc.theme);
    const b = doc.sides[1];
    this.open({ doc: { ...doc, sides: [otherThan(b, this.familyOf(b)), b], recording }, playhead_ns });
  }

  /** Of a kernel that the page has not been told of yet: the newer one. */
  private familyOf({ kernel }: Side): Preset['family'] {
    const presets = Object.values(this.context.store.state.answers.presets).flat();
    return presets.find(({ name }) => name === kernel)?.family ?? 'EEVDF';
  }

  /** Only what the engine takes is opened: a refused file must not cost the page that is there. */
  private async openTried(name: string, linked: Linked): Promise<void> {
    const { scenario, sides } = linked.doc;
    const theme = isDark(this.context.store.state) ? 'dark' : 'light';
    const answer = await this.context.session.query({ type: 'thumbnail', scenario, sides, ...TRIAL, theme });
    if (answer?.type === 'refused') throw new FileError(`${name}: ${answer.message}`);
    this.open(linked);
  }

  private refuse(message: string): void {
    this.context.store.dispatch({ type: 'problem', problem: { source: 'file', message } });
  }

  /** The page as a file. */
  readonly save = (): void => {
    const { scenario } = this.linked.doc;
    keep(`${slug(scenario.name || titleOf(scenario))}.json`, fileText(this.linked), 'application/json');
  };

  /** Copies the link of the page. Some browsers keep the clipboard to themselves; then the address bar has it. */
  readonly share = async (): Promise<Shared> => {
    const link = this.address.write();
    const chars = link.length;
    try {
      await navigator.clipboard.writeText(link);
      return { how: chars > SHARED_CHARS_MAX ? 'long' : 'copied', chars };
    } catch {
      return { how: 'shown', chars };
    }
  };
}
