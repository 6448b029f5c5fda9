/** Bytes to a text that fits in an address, and back: deflate, then base64url. */

/** The unpacked content is larger than the caller accepts. */
export class TooLarge extends Error {}

/** Deflated, in characters that need no escaping in an address. */
export async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toBase64url(await through(new CompressionStream('deflate-raw'), bytes, Number.MAX_SAFE_INTEGER));
}

/**
 * The bytes again. Throws `TooLarge` as soon as there are more than `bytes_max`, and some other error for a text that
 * `deflate` did not make.
 */
export async function inflate(text: string, bytes_max: number): Promise<Uint8Array> {
  return through(new DecompressionStream('deflate-raw'), fromBase64url(text), bytes_max);
}

async function through(
  transform: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
  bytes_max: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readAll(new Blob([bytes]).stream().pipeThrough(transform))) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > bytes_max) throw new TooLarge();
  }
  return joined(chunks, size);
}

/** Async iteration of a stream, which not every browser has built in. */
async function* readAll(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const all = new Uint8Array(size);
  chunks.reduce((at, chunk) => (all.set(chunk, at), at + chunk.length), 0);
  return all;
}

function toBase64url(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
}
