/** Texts that fit in an address, and back: deflate, then base64url. */
import { deflateSync, Inflate, strFromU8, strToU8 } from 'fflate';

/** The unpacked content is larger than the caller accepts. */
export class TooLarge extends Error {}

/** How much deflate looks back at: the greatest there is. */
const LEVEL = 9;
const MEMORY = 8;

/** The text, deflated, in characters that need no escaping in an address. What it shares with `dictionary` costs little. */
export function deflate(text: string, dictionary: string): string {
  return toBase64url(deflateSync(strToU8(text), { level: LEVEL, mem: MEMORY, dictionary: strToU8(dictionary) }));
}

/**
 * The text again, with the very same dictionary. Throws `TooLarge` as soon as there are more than `bytes_max` bytes, and some
 * other error for characters that `deflate` did not make.
 */
export function inflate(chars: string, dictionary: string, bytes_max: number): string {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let ended = false;
  const inflating = new Inflate({ dictionary: strToU8(dictionary) }, (chunk, final) => {
    size += chunk.length;
    if (size > bytes_max) throw new TooLarge();
    chunks.push(chunk);
    ended = final;
  });
  for (const part of parts(fromBase64url(chars))) inflating.push(part.bytes, part.last);
  if (!ended) throw new Error('it was cut off');
  return new TextDecoder('utf-8', { fatal: true }).decode(joined(chunks, size));
}

/** So few bytes at a time that even what unpacks to a thousandfold cannot fill the memory before it is noticed. */
const PART_BYTES = 1_024;

function* parts(bytes: Uint8Array): Generator<{ bytes: Uint8Array; last: boolean }> {
  for (let at = 0; at === 0 || at < bytes.length; at += PART_BYTES)
    yield { bytes: bytes.subarray(at, at + PART_BYTES), last: at + PART_BYTES >= bytes.length };
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const all = new Uint8Array(size);
  chunks.reduce((at, chunk) => (all.set(chunk, at), at + chunk.length), 0);
  return all;
}

const toBase64url = (bytes: Uint8Array): string =>
  btoa(strFromU8(bytes, true)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

const fromBase64url = (text: string): Uint8Array => strToU8(atob(text.replaceAll('-', '+').replaceAll('_', '/')), true);
