/** A switch with its words. */
import type { ComponentChildren, JSX } from 'preact';

interface Props {
  readonly checked: boolean;
  readonly hint: string;
  readonly hooks: Readonly<Record<`data-${string}`, string>>;
  /** Off is `undefined`, as a document that says nothing has it. */
  readonly onChange: (checked: true | undefined) => void;
  readonly children: ComponentChildren;
}

/** On or off; the words belong to it and can be clicked. */
export function Check({ checked, hint, hooks, onChange, children }: Props): JSX.Element {
  return (
    <label class="check" title={hint}>
      <input type="checkbox" checked={checked} {...hooks} onChange={(event) => onChange(event.currentTarget.checked || undefined)} />
      <span>{children}</span>
    </label>
  );
}
