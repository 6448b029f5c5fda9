/** `recordings.json` with the addresses of what it lists; made by `vite.config.ts`. */
declare module '*recordings.json?listed' {
  export const listed: readonly { readonly file: string; readonly title: string; readonly lesson: string }[];
  /** By `file`: all of the recording as a `data:` address, in the single file. */
  export const addresses: Readonly<Record<string, string>>;
  /** Where the folder of the page has all recordings; `null` in the single file. */
  export const folder: string | null;
}
