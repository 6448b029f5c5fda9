/** Keeps the address of the page and what it shows the same. The only reader and writer of the fragment. */
import type { Playhead, Store } from '../state/store';
import { decode, encode, LINK_CHARS_MAX, LinkError } from './url';
import type { Linked } from '../state/doc';

/** Browsers refuse more than a few writes a second; a copied address should be the page all the same, also in playback. */
const WRITE_EVERY_MS = 400;

/** What the address holds: nothing, a page, or what is wrong with it. */
export function readAddress(): Linked | LinkError | null {
  const fragment = location.hash.slice(1);
  if (fragment === '') return null;
  try {
    return decode(fragment);
  } catch (error) {
    if (error instanceof LinkError) return error;
    throw error;
  }
}

/** Follows the page with the address; the history grows only when another page is opened. */
export class AddressWriter {
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The fragment that this page last wrote or read, to tell its own writing from a person's. */
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
    this.timer ??= setTimeout(() => this.write(), WRITE_EVERY_MS);
  }

  /** Another page comes: the one that is there stays in the history, for the browser's way back. */
  leave(): void {
    this.write();
    history.pushState(null, '', this.written);
  }

  /** Writes at once and gives the whole address. A page that no address can hold has one without a fragment. */
  write(): string {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { at_ns, rows } = this.playhead;
    const fragment = encode({ doc: this.store.state.doc, playhead_ns: at_ns, rows });
    this.written = `#${fragment.length > LINK_CHARS_MAX ? '' : fragment}`;
    history.replaceState(null, '', this.written);
    return location.href;
  }
}
