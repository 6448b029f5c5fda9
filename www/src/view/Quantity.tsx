/** One number that a hand can drag or type. */
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { positionOf, TRAVEL, valueAt, type Scale } from '../scale';
import { formatDuration, parseDuration } from '../time';
import { ResetIcon } from './icons';

/** How a number is written and read again; `null` for what cannot be read. */
export interface Notation {
  readonly format: (value: number) => string;
  readonly parse: (text: string) => number | null;
}

/** Times in ns, with units as people write them. */
export const DURATION: Notation = { format: formatDuration, parse: parseDuration };
/** Whole numbers without a unit, such as nice. */
export const WHOLE: Notation = { format: (value) => String(value).replace('-', '\u2212'), parse: readWhole };

function readWhole(text: string): number | null {
  const match = /^\s*([+\-\u2212]?)(\d+)\s*$/.exec(text);
  return match ? Number(match[2]) * (match[1] && match[1] !== '+' ? -1 : 1) : null;
}

interface Props {
  readonly label: ComponentChildren;
  /** The same in words, for those who do not see where it stands. */
  readonly name: string;
  readonly hint: string;
  readonly value: number;
  readonly scale: Scale;
  readonly notation: Notation;
  /** Data attributes that tests and scripts find the field by. */
  readonly hooks: Readonly<Record<`data-${string}`, string | number>>;
  readonly changed?: boolean;
  readonly onInput: (value: number) => void;
  readonly onReset?: (() => void) | undefined;
}

/** A labelled slider with a field beside it. Both act while they are used; a value that cannot be is only marked. */
export function Quantity(props: Props): JSX.Element {
  const { label, name, hint, value, scale, notation, changed, onInput, onReset } = props;
  return (
    <div class={`quantity${changed ? ' changed' : ''}`} title={hint}>
      <span class="quantity-label">{label}</span>
      <input
        type="range"
        min={0}
        max={TRAVEL}
        step={scale.log ? 1 : 'any'}
        value={positionOf(scale, value)}
        aria-label={`${name}, slider`}
        aria-valuetext={notation.format(value)}
        onInput={(event) => onInput(valueAt(scale, Number(event.currentTarget.value)))}
        onKeyDown={(event) => nudge(event, scale, value, onInput)}
      />
      <Field {...props} />
      <button
        type="button"
        class="quiet reset"
        disabled={!changed || !onReset}
        aria-label={`Reset ${name} to its default`}
        title="Reset to the default"
        onClick={onReset}
      >
        <ResetIcon />
      </button>
    </div>
  );
}

/** Arrow keys move a linear slider by one, whatever that is in travel. */
function nudge(event: KeyboardEvent, scale: Scale, value: number, onInput: (value: number) => void): void {
  const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
  if (!step || scale.log) return;
  event.preventDefault();
  onInput(Math.min(Math.max(value + step, scale.min), scale.max));
}

function Field({ name, hint, value, scale, notation, hooks, onInput }: Props): JSX.Element {
  const [draft, setDraft] = useState<string | null>(null);
  const typed = draft === null ? value : notation.parse(draft);
  const wrong = typed === null || typed < scale.min || typed > scale.max;
  const type = (text: string): void => {
    setDraft(text);
    const number = notation.parse(text);
    if (number !== null && number >= scale.min && number <= scale.max) onInput(number);
  };
  return (
    <input
      type="text"
      class="field"
      size={7}
      autocomplete="off"
      spellcheck={false}
      {...hooks}
      aria-label={name}
      aria-description={hint}
      aria-invalid={wrong}
      title={wrong ? `Between ${notation.format(scale.min)} and ${notation.format(scale.max)}` : undefined}
      value={draft ?? notation.format(value)}
      onInput={(event) => type(event.currentTarget.value)}
      onBlur={() => setDraft(null)}
      onKeyDown={(event) => event.key === 'Enter' && setDraft(null)}
    />
  );
}
