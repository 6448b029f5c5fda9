/** A number of a side's kernel. */
import type { JSX } from 'preact';
import { SIDE_NAMES } from '../../state/doc';
import { DURATION, WHOLE } from '../../knobs/notation';
import { scaleOf } from '../../knobs/scale';
import type { Setting } from '../../knobs/settings';
import type { Knob } from '../../worker/protocol';
import { KernelName } from '../KernelName';
import { Quantity } from '../Quantity';
import { Marks } from './Marks';
import type { RowProps } from './rows';

/** Kernel name, value, meaning and default; marks say what is out of the ordinary. */
export function KnobRow({ knob, setting, side, dispatch }: RowProps & { knob: Knob; setting: Setting<number> }): JSX.Element {
  const { name, unit, value: byKernel, min, max, meaning } = knob;
  const { format } = unit === 'ns' ? DURATION : WHOLE;
  const set = (value: number | null): void => dispatch({ type: 'knob', side, name, value });
  return (
    <Quantity
      label={<KernelName>{name}</KernelName>}
      name={`${name} of side ${SIDE_NAMES[side]}`}
      hint={`${meaning} Default ${format(byKernel)}.`}
      value={setting.value}
      scale={scaleOf(min, max)}
      standard={setting.inherited}
      notation={unit === 'ns' ? DURATION : WHOLE}
      hooks={{ 'data-side': side, 'data-knob': name }}
      changed={setting.from === 'side'}
      onInput={(next) => set(next === setting.inherited ? null : next)}
      onReset={() => set(null)}
      note={
        <>
          <Marks side={side} setting={setting} format={format} /> {meaning} <span class="default">Default {format(byKernel)}.</span>
        </>
      }
    />
  );
}
