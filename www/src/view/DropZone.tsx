/** Files dropped anywhere on the page, and the keys for files. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Desk } from '../files/desk';
import { hasFiles } from '../files/disk';

/** Covers the page while a file is held over it, so that a person sees that it may be let go. */
export function DropZone({ desk }: { desk: Desk }): JSX.Element {
  const [held, hold] = useState(false);
  useEffect(() => {
    const unlisten = [listenForDrops(desk, hold), listenForFileKeys(desk)];
    return () => unlisten.forEach((stop) => stop());
  }, [desk]);
  return (
    <div class="drop-zone" hidden={!held} aria-hidden="true">
      <p>Drop a scenario (.json) or a recording (.jsonl, .jsonl.gz)</p>
    </div>
  );
}

/** Every element that is entered tells so, and every one that is left: only together they say whether the page is. */
function listenForDrops(desk: Desk, hold: (held: boolean) => void): () => void {
  let depth = 0;
  const move = (by: number) => (event: DragEvent) => {
    if (!hasFiles(event.dataTransfer)) return;
    depth = Math.max(0, depth + by);
    hold(depth > 0);
  };
  const over = (event: DragEvent): void => {
    if (hasFiles(event.dataTransfer)) event.preventDefault();
  };
  const drop = (event: DragEvent): void => {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    depth = 0;
    hold(false);
    void desk.openFile(file);
  };
  return listen({ dragenter: move(1), dragleave: move(-1), dragover: over, drop });
}

/** Also from within fields: what the browser would do with these keys there is of no use. */
function listenForFileKeys(desk: Desk): () => void {
  const keydown = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const key = event.key.toLowerCase();
    if (key !== 'o' && key !== 's') return;
    event.preventDefault();
    if (key === 's') desk.save();
    else desk.askForFile();
  };
  return listen({ keydown });
}

type Handlers = { [K in keyof DocumentEventMap]?: (event: DocumentEventMap[K]) => void };

function listen(handlers: Handlers): () => void {
  const all = Object.entries(handlers) as [string, EventListener][];
  for (const [type, handler] of all) document.addEventListener(type, handler);
  return () => all.forEach(([type, handler]) => document.removeEventListener(type, handler));
}
