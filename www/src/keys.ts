/** Keys for the whole page, except where a field or a list needs them itself. */
import { chordOf, commandOf, type Context } from './commands';

/** Listens until the returned function is called. `?` asks for help. */
export function listenForKeys(context: Context, help: () => void): () => void {
  const press = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || inDialog() || wanted(event.target as Element | null, chordOf(event))) return;
    if (event.key === '?') return help();
    const command = commandOf(event);
    if (!command) return;
    event.preventDefault();
    command.run(context);
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}

/** A dialog has the keys even when nothing in it has the focus: Escape closes it, whatever else it does on the page. */
const inDialog = (): boolean => document.querySelector('dialog:modal') !== null;

const TEXT = 'textarea, [contenteditable], input:not([type=range], [type=checkbox], [type=radio], [type=color])';
const PRESSED = 'button, a[href], summary, [type=checkbox], [type=radio], [role=option], [role=row], [role=menuitem]';
const STEPPED = '[type=range], [type=radio], [role=tab], [role=grid], [role=listbox], [role=menu]';

/**
 * True if the element with the focus does something of its own with a chord: a text field with all of them, undo among
 * them; a list with letters and arrows, but not with Ctrl.
 */
export function wanted(target: Pick<Element, 'closest'> | null, chord: string): boolean {
  if (!target?.closest) return false;
  const inside = (what: string): boolean => target.closest(what) !== null;
  if (inside(`dialog[open], ${TEXT}`)) return true;
  if (inside('select')) return !chord.startsWith('mod+');
  if (/^(shift\+)?(arrow|home|end|page)/.test(chord)) return inside(STEPPED);
  return (chord === ' ' || chord === 'enter') && inside(PRESSED);
}
