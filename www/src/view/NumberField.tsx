/** The field of a number: typed with units as people write them, stepped by arrow keys. */
import type { JSX } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { read, type Notation } from '../knobs/notation';
import { stepped, type Scale } from '../knobs/scale';

interface Props {
  /** In words, for those who do not see where it stands. */
  readonly name: string;
  readonly hint: string;
  readonly value: number;
  readonly scale: Scale;
  readonly notation: Notation;
  /** Data attributes that tests and scripts find the field by. */
  readonly hooks: Readonly<Record<`data-${string}`, string | number>>;
  readonly onInput: (value: number) => void;
  /** The hand is done: what was asked for last must not wait any longer. */
  readonly onDone: () => void;
}

/** How many steps an arrow key goes with Shift. */
const FAR = 10;
const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

/** What is being typed, and what was there before. */
interface Draft {
  readonly text: string;
  readonly before: number;
}

/** Acts on every text that can be read; one that cannot is marked, and what was there before stays. Escape goes back to it. */
export function NumberField(props: Props): JSX.Element {
  const { name, hint, value, scale, notation, hooks, onDone } = props;
  const [draft, setDraft] = useState<Draft | null>(null);
  const typed = draft ? read(draft.text, notation, scale) : { value };
  const wrong = 'wrong' in typed ? typed.wrong : null;
  const id = useId();
  const end = (): void => {
    setDraft(null);
    onDone();
  };
  return (
    <span class="number">
      <input
        type="text"
        role="spinbutton"
        class="field"
        size={7}
        inputMode={scale.min < 0 ? 'text' : notation.keys}
        autocomplete="off"
        spellcheck={false}
        {...hooks}
        aria-label={name}
        aria-description={hint}
        aria-valuenow={value}
        aria-valuetext={notation.format(value)}
        aria-valuemin={scale.min}
        aria-valuemax={scale.max}
        aria-invalid={wrong !== null}
        aria-errormessage={wrong === null ? undefined : id}
        value={draft?.text ?? notation.format(value)}
        onInput={(event) => type(event.currentTarget.value, props, draft, setDraft)}
        onBlur={end}
        onKeyDown={useKeys(props, draft, end)}
      />
      {wrong === null ? null : (
        <span class="wrong" id={id} role="status" aria-live="polite">
          {wrong}
        </span>
      )}
    </span>
  );
}

function type(text: string, props: Props, draft: Draft | null, setDraft: (draft: Draft) => void): void {
  setDraft({ text, before: draft?.before ?? props.value });
  const typed = read(text, props.notation, props.scale);
  if ('value' in typed) props.onInput(typed.value);
}

/** Arrows step, Enter ends the draft, Escape takes it back; keys pressed within one frame add up. */
function useKeys(props: Props, draft: Draft | null, end: () => void): (event: KeyboardEvent) => void {
  const latest = useRef(props.value);
  latest.current = props.value;
  return (event) => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      latest.current = stepped(props.scale, latest.current, step * (event.shiftKey ? FAR : 1));
      props.onInput(latest.current);
      return end();
    }
    if (event.key === 'Enter') end();
    if (event.key === 'Escape' && draft) {
      event.stopPropagation();
      props.onInput(draft.before);
      end();
    }
  };
}
