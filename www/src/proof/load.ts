/** Fetches what the recordings say, once: from beside the page, or from inside of the one file. */
import address from './conformance.json?url';
import type { Proof } from './data';

let loaded: Promise<Proof> | null = null;

/** Throws an error if it cannot be fetched; the next one to ask tries again. */
export function loadProof(): Promise<Proof> {
  loaded ??= fetched().catch((error: unknown) => {
    loaded = null;
    throw error;
  });
  return loaded;
}

async function fetched(): Promise<Proof> {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) throw new Error('The data could not be fetched; reload the page, or try again when you are online.');
  return (await answer.json()) as Proof;
}
