/** Keeps the address of the page and what it shows the same. The only reader and writer of the fragment. */
import type { Playhead, Store } from './store';
import { decode, encode, LinkError } from './url';
import type { Linked } from './doc';

/** Browsers refuse more than a few writes a second; a copied address should be the page all the same, also in playback. */
const WRITE_EVERY_MS = 400;

/** What the address holds: nothing, a page, or what is wrong with it. */
export async function readAddress(): Promise<Linked | LinkError | null> {
  const fragment = location.hash.slice(1);
  if (fragment === '') return null;
  try {
    return await decode(fragment);
  } catch (error) {
    if (error instanceof LinkError) return error;
    throw error;
  }
}

/** Follows the page with the address, without adding to the history. */
export class AddressWriter {
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The fragment as this page last wrote it, to tell its own writing from a person's. */
  written = '';

  constructor(
    private readonly store: Store,
    private readonly playhead: Playhead,
  ) {
    let doc = store.state.doc;
    store.subscribe(() => {
      if (store.state.doc !== doc) this.soon();
      doc = store.state.doc;
    });
    playhead.subscribe(() => this.soon());
  }

  private soon(): void {
    this.timer ??= setTimeout(() => void this.write(), WRITE_EVERY_MS);
  }

  /** Writes at once; resolves to the whole address. */
  async write(): Promise<string> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const fragment = await encode({ doc: this.store.state.doc, playhead_ns: this.playhead.at_ns });
    this.written = `#${fragment}`;
    history.replaceState(null, '', this.written);
    return location.href;
  }
}
