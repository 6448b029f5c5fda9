/** What the page remembers of a person between visits: which panels are closed, which hints were read. Never what was made. */

/** Where it is kept; a browser that keeps nothing, or is told to, just forgets. */
type Shelf = Pick<Storage, 'getItem' | 'setItem'>;

const PREFIX = 'schedlens.';

function shelf(): Shelf | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** A flag as it was last set, or `otherwise` if it never was. */
export function readFlag(name: string, otherwise: boolean, at: Shelf | null = shelf()): boolean {
  try {
    const kept = at?.getItem(PREFIX + name);
    return kept === '1' || kept === '0' ? kept === '1' : otherwise;
  } catch {
    return otherwise;
  }
}

/** Keeps a flag; false if the browser keeps nothing, as in a private window that is full. */
export function keepFlag(name: string, on: boolean, at: Shelf | null = shelf()): boolean {
  try {
    at?.setItem(PREFIX + name, on ? '1' : '0');
    return at !== null;
  } catch {
    return false;
  }
}
