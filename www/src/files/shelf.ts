/** Where the bytes of recordings are: beside the page or inside of it, and files that a person has dropped on it. */

import type { Addresses } from './recorded';

/** Is told which part of a file has come, from 0 to 1. */
export type Told = (done: number) => void;

/** The path of a recording below its folder, as the project writes it; a link may hold any text. */
const PATH = /^(?:[\w+-][\w.+-]*\/)+[\w+-][\w.+-]*\.jsonl\.gz$/;

/** Recordings by name. */
export class Shelves {
  private readonly own = new Map<string, Uint8Array>();

  /** `folder`: where all recordings lie, as an address that ends with a slash; `null` where only those with addresses are. */
  constructor(
    private readonly addresses: Addresses,
    private readonly folder: string | null,
  ) {}

  /** Keeps a file for as long as the page is open, and gives the name to get it by: another file may have had the same. */
  put(file: string, bytes: Uint8Array): string {
    let name = file;
    for (let n = 2; this.own.has(name); n++) name = `${file} (${n})`;
    this.own.set(name, bytes);
    return name;
  }

  /** Whether it is worth asking for; a file of the folder may still be missing. */
  has(name: string): boolean {
    return this.own.has(name) || this.addressOf(name) !== null;
  }

  /** Throws an error for a name that only another machine knows, and for a file that cannot be fetched. */
  readonly get = async (name: string, told: Told = () => undefined): Promise<Uint8Array> => {
    const own = this.own.get(name);
    if (own) return own;
    const address = this.addressOf(name);
    if (address === null) throw new Error(this.strange(name));
    const answer = await fetch(address).catch(() => null);
    if (answer?.status === 404) throw new Error(this.strange(name));
    if (!answer?.ok) throw new Error(`the recording "${name}" could not be fetched; reload the page, or try again when you are online`);
    return bytesOf(answer, told);
  };

  private addressOf(name: string): string | null {
    if (Object.hasOwn(this.addresses, name)) return this.addresses[name]!;
    if (this.folder === null || !PATH.test(name)) return null;
    return this.folder + name.split('/').map(encodeURIComponent).join('/');
  }

  private strange(name: string): string {
    const where = this.folder === null && PATH.test(name) ? 'is not inside of this single file' : 'does not come with this page';
    return `the recording "${name}" ${where}; drop its file here to see it${where.startsWith('is') ? '' : ' again'}`;
  }
}

/** What has come so far is told where the server says how much there will be; it may be packed on the way, and so be more. */
async function bytesOf(answer: Response, told: Told): Promise<Uint8Array> {
  const length = Number(answer.headers.get('content-length'));
  const reader = length > 0 ? answer.body?.getReader() : undefined;
  if (!reader) return new Uint8Array(await answer.arrayBuffer());
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    size += part.value.length;
    told(Math.min(size / length, 1));
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
