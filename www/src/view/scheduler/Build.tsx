/** What a side's kernel was built and booted with. */
import type { JSX } from 'preact';
import type { SideIndex } from '../../state/doc';
import { hzSetting, modelSetting, passes, type Sieve } from '../../knobs/settings';
import type { State } from '../../state/state';
import type { Dispatch } from '../../state/store';
import type { Preset } from '../../worker/protocol';
import { Choice, type Option } from '../Choice';
import { Differs } from './Marks';

const HZ: readonly Option[] = ['100', '250', '300', '1000'].map((hz) => ({ value: hz, label: `${hz} Hz` }));
const ABOUT_HZ = { name: 'HZ', meaning: 'CONFIG_HZ: ticks a second' };
const ABOUT_MODEL = { name: 'preempt', meaning: 'Preemption model, as preempt= on the kernel’s command line' };

interface Props {
  readonly state: State;
  readonly dispatch: Dispatch;
  readonly side: SideIndex;
  readonly sieve: Sieve;
  readonly preset: Preset;
}

/** Ticks and preemption model, as far as the sieve lets them through. */
export function Build(props: Props): JSX.Element {
  const { state, side, sieve } = props;
  return (
    <>
      {passes(sieve, ABOUT_HZ, hzSetting(state, side)) ? <Hz {...props} /> : null}
      {passes(sieve, ABOUT_MODEL, modelSetting(state, side)) ? <Model {...props} /> : null}
    </>
  );
}

function Hz({ state, side, dispatch }: Props): JSX.Element {
  const { value, other } = hzSetting(state, side);
  return (
    <Choice
      label={ABOUT_HZ.name}
      value={String(value)}
      options={HZ}
      hint={ABOUT_HZ.meaning}
      hooks={{ 'data-side': side, 'data-field': 'hz' }}
      note={<Differs side={side} other={other === undefined ? undefined : `${other} Hz`} />}
      onChange={(hz) => dispatch({ type: 'side', side, change: { hz: Number(hz) } })}
    />
  );
}

function Model({ preset, state, side, dispatch }: Props): JSX.Element {
  const { value, inherited, from, other } = modelSetting(state, side);
  const changed = from === 'side';
  const note = (
    <>
      <Differs side={side} other={other} /> {changed ? `Default ${inherited}.` : ''}
    </>
  );
  return (
    <Choice
      label={ABOUT_MODEL.name}
      value={value}
      options={preset.preemption_models.map((name) => ({ value: name, label: name }))}
      hint={ABOUT_MODEL.meaning}
      hooks={{ 'data-side': side, 'data-field': 'preemption' }}
      changed={changed}
      note={note}
      onChange={(model) => dispatch({ type: 'side', side, change: { preemption: model as 'full' } })}
    />
  );
}
