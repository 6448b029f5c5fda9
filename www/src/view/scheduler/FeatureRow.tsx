/** A feature of a side's kernel, on or off. */
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { SIDE_NAMES } from '../../state/doc';
import type { Setting } from '../../knobs/settings';
import type { Preset } from '../../worker/protocol';
import { KernelName } from '../KernelName';
import { ResetButton } from '../ResetButton';
import { Marks } from './Marks';
import type { RowProps } from './rows';

type Props = RowProps & { readonly feature: Preset['features'][number]; readonly setting: Setting<boolean> };

const format = (on: boolean): string => (on ? 'on' : 'off');

/** A switch with the kernel's name, its meaning and its default. */
export function FeatureRow({ feature, setting, side, dispatch }: Props): JSX.Element {
  const { name, on: byKernel, meaning } = feature;
  const id = useId();
  const changed = setting.from === 'side';
  const set = (on: boolean | null): void => dispatch({ type: 'feature', side, name, on: on === setting.inherited ? null : on });
  return (
    <div class={`feature${changed ? ' changed' : ''}`}>
      <label>
        <input
          type="checkbox"
          role="switch"
          checked={setting.value}
          aria-label={`${name} of side ${SIDE_NAMES[side]}`}
          aria-describedby={id}
          data-side={side}
          data-feature={name}
          onChange={(event) => set(event.currentTarget.checked)}
        />
        <KernelName>{name}</KernelName>
      </label>
      <ResetButton name={`${name} of side ${SIDE_NAMES[side]}`} changed={changed} onReset={() => set(null)} />
      <p class="meaning" id={id}>
        <Marks side={side} setting={setting} format={format} /> {meaning}{' '}
        {setting.value === byKernel ? null : <span class="default">Default {format(byKernel)}.</span>}
      </p>
    </div>
  );
}
