/** All features of a side in the kernel's own form, one line: to copy from and to paste into. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { SIDE_NAMES, type SideIndex } from '../../state/doc';
import { featureLine, featuresIn, type Switch } from '../../state/edit/sides';
import type { Dispatch } from '../../state/store';

interface Props {
  readonly side: SideIndex;
  /** What is in force, and what would be if the side changed nothing. */
  readonly now: readonly Switch[];
  readonly inherited: readonly Switch[];
  readonly dispatch: Dispatch;
}

/** The line; a pasted one is taken when the field is left or with Enter, and the engine says which names it does not know. */
export function FeatureLine({ side, now, inherited, dispatch }: Props): JSX.Element {
  const line = featureLine(now);
  const [draft, setDraft] = useState<string | null>(null);
  const take = (text: string): void => {
    setDraft(null);
    if (text !== line) dispatch({ type: 'side', side, change: { features: featuresIn(text, inherited) } });
  };
  return (
    <label class="feature-line" title="As in /sys/kernel/debug/sched/features; paste a line of your own kernel">
      <span class="quantity-label">as a line</span>
      <input
        type="text"
        class="field"
        spellcheck={false}
        autocomplete="off"
        value={draft ?? line}
        aria-label={`Features of side ${SIDE_NAMES[side]} as one line`}
        data-side={side}
        data-field="features"
        onFocus={(event) => event.currentTarget.select()}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onChange={(event) => take(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && setDraft(null)}
      />
    </label>
  );
}
