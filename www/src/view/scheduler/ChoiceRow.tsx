/** A setting of a side's kernel that is one of a few words. */
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { SIDE_NAMES } from '../../state/doc';
import type { Setting } from '../../knobs/settings';
import type { KernelChoice } from '../../worker/protocol';
import { KernelName } from '../KernelName';
import { ResetButton } from '../ResetButton';
import { Marks } from './Marks';
import type { RowProps } from './rows';

type Props = RowProps & { readonly choice: KernelChoice; readonly setting: Setting<string> };

/** A list with the kernel's name and words, its meaning and its default. */
export function ChoiceRow({ choice, setting, side, dispatch }: Props): JSX.Element {
  const { name, value: byKernel, values, meaning } = choice;
  const id = useId();
  const changed = setting.from === 'side';
  const set = (value: string | null): void =>
    dispatch({ type: 'knob', side, name, value: value === setting.inherited ? null : value });
  return (
    <div class={`quantity${changed ? ' changed' : ''}`}>
      <span class="quantity-label">
        <KernelName>{name}</KernelName>
      </span>
      <select
        value={setting.value}
        aria-label={`${name} of side ${SIDE_NAMES[side]}`}
        aria-describedby={id}
        data-side={side}
        data-knob={name}
        onChange={(event) => set(event.currentTarget.value)}
      >
        {values.map((value) => (
          <option key={value} value={value} selected={value === setting.value}>
            {value}
          </option>
        ))}
      </select>
      <ResetButton name={`${name} of side ${SIDE_NAMES[side]}`} changed={changed} onReset={() => set(null)} />
      <p class="meaning" id={id}>
        <Marks side={side} setting={setting} format={(word) => word} /> {meaning} <span class="default">Default {byKernel}.</span>
      </p>
    </div>
  );
}
