/** Keys for the whole page, except where a field or a list needs them itself. */
import { commandOf, type Context } from './commands';

/** Listens until the returned function is called. `?` asks for help. */
export function listenForKeys(context: Context, help: () => void): () => void {
  const press = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || wanted(event.target as Element | null, event.key)) return;
    if (event.key === '?') return help();
    const command = commandOf(event);
    if (!command) return;
    event.preventDefault();
    command.run(context);
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}

/** True if the element with the focus does something of its own with the key. */
function wanted(target: Element | null, key: string): boolean {
  if (!target?.closest) return false;
  if (target.closest('dialog[open], select, textarea, input:not([type=range], [type=checkbox])')) return true;
  if (target.closest('[type=range], [role=tab]')) return /^(Arrow|Home|End|Page)/.test(key);
  return key === ' ' && target.closest('button, [type=checkbox], summary') !== null;
}
