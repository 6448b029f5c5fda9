/** A person's own files: the only place that reads one or writes one. */

/** Hands a file to the browser to be kept, under a name. */
export function keep(name: string, content: Blob | string, type = 'text/plain;charset=utf-8'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has its own hold on the content by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href));
}

/** Asks for a file; nothing happens if the person picks none. */
export function askForFile(accept: string, opened: (file: File) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept;
  input.addEventListener('change', () => input.files?.[0] && opened(input.files[0]));
  input.click();
}

/** True if what is dragged over the page is files rather than text or a link. */
export const hasFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes('Files') ?? false;
