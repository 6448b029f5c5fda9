/** A heading under which something can be folded away. */
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';

interface Props {
  readonly title: string;
  /** How it stands as long as nobody has pressed it. */
  readonly open: boolean;
  readonly children: ComponentChildren;
}

/** What is folded away is not there. */
export function Fold({ title, open, children }: Props): JSX.Element {
  const [wanted, want] = useState<boolean | null>(null);
  const shown = wanted ?? open;
  return (
    <>
      <h3>
        <button type="button" class="quiet fold" aria-expanded={shown} onClick={() => want(!shown)}>
          {title}
        </button>
      </h3>
      {shown ? children : null}
    </>
  );
}
