/** One number that a hand can drag or type. */
import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { Notation } from '../knobs/notation';
import { positionOf, stepped, TRAVEL, valueAt, type Scale } from '../knobs/scale';
import { NumberField } from './NumberField';
import { ResetButton } from './ResetButton';
import { Scrubber } from './Scrubber';
import { useCoalesced } from './useCoalesced';

interface Props {
  readonly label: ComponentChildren;
  /** The same in words, for those who do not see where it stands. */
  readonly name: string;
  readonly hint: string;
  readonly value: number;
  /** How far it can be dragged. */
  readonly scale: Scale;
  /** How far it can be typed, if that is further. */
  readonly limits?: Scale;
  readonly notation: Notation;
  /** Data attributes that tests and scripts find the field by. */
  readonly hooks: Readonly<Record<`data-${string}`, string | number>>;
  readonly changed?: boolean;
  /** Where the slider has a notch: what it is when nobody sets it. */
  readonly standard?: number;
  readonly onInput: (value: number) => void;
  readonly onReset?: (() => void) | undefined;
  /** What is always to be read under it; without it the hint is for whoever asks. */
  readonly note?: ComponentChildren;
}

/**
 * A label, a slider and a field: each of the three can be dragged or typed into, and acts while it is used, at most
 * once a frame. A value that cannot be is only marked.
 */
export function Quantity(props: Props): JSX.Element {
  const { label, name, hint, value, scale, changed, onReset, note } = props;
  const coalesced = useCoalesced(props.onInput);
  const act = { onInput: (next: number) => coalesced.push(next), onDone: () => coalesced.flush() };
  const row = useRef<HTMLDivElement>(null);
  const focus = (): void => {
    const field = row.current?.querySelector<HTMLInputElement>('.field');
    field?.focus();
    field?.select();
  };
  return (
    <div class={`quantity${changed ? ' changed' : ''}`} title={note ? undefined : hint} ref={row}>
      <Scrubber value={value} scale={scale} onClick={focus} {...act}>
        {label}
      </Scrubber>
      <Slider {...props} {...act} />
      <NumberField {...props} {...act} scale={props.limits ?? scale} />
      <ResetButton name={name} changed={Boolean(changed && onReset)} onReset={onReset} />
      {note ? <p class="meaning">{note}</p> : null}
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };
/** How many steps an arrow key goes with Shift. */
const FAR = 10;

const share = (scale: Scale, value: number): string => `${positionOf(scale, value) / TRAVEL}`;

function Slider(props: Props & { readonly onDone: () => void }): JSX.Element {
  const { name, value, scale, standard, notation, onInput, onDone } = props;
  const press = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    onInput(stepped(scale, value, step * (event.shiftKey ? FAR : 1)));
  };
  return (
    <input
      type="range"
      class={standard === undefined ? '' : 'notched'}
      style={{ '--at': share(scale, value), '--standard': share(scale, standard ?? value) }}
      min={0}
      max={TRAVEL}
      step={scale.log ? 1 : 'any'}
      value={positionOf(scale, value)}
      aria-label={`${name}, slider`}
      aria-valuetext={notation.format(value)}
      onInput={(event) => onInput(valueAt(scale, Number(event.currentTarget.value)))}
      onChange={onDone}
      onKeyDown={press}
    />
  );
}
