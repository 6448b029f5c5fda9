/** The recordings that come with the page, as `recordings.json` lists them. */
import { addresses, folder, listed } from './recordings.json?listed';
import type { Addresses, Listed } from './recorded';

export const RECORDINGS: readonly Listed[] = listed;
export const ADDRESSES: Addresses = addresses;
/** Where all recordings lie, those that are not listed among them; `null` in the single file, which has only the listed ones. */
export const FOLDER: string | null = folder;
