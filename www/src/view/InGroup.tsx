/** The group of a task, before its name. */
import type { JSX } from 'preact';

/** As in a path, and fainter than the name; nothing for the root group. */
export const InGroup = ({ name }: { name: string | undefined }): JSX.Element | null =>
  name ? <span class="in-group">{name}/</span> : null;
