/** The settings of one side's kernel. All names, defaults, limits and meanings come from the engine. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { SIDE_NAMES, type SideIndex } from '../../state/doc';
import { sideTitle } from '../../state/session';
import { changesOf, choiceSetting, featureSetting, knobSetting, passes, type Sieve } from '../../knobs/settings';
import { cpuCount, presetOf, type State } from '../../state/state';
import type { Dispatch } from '../../state/store';
import type { Preset } from '../../worker/protocol';
import { CopyIcon } from '../icons';
import { Build } from './Build';
import { ChoiceRow } from './ChoiceRow';
import { FeatureLine } from './FeatureLine';
import { Features } from './Features';
import { KnobRow } from './KnobRow';

interface Props {
  readonly state: State;
  readonly dispatch: Dispatch;
  readonly side: SideIndex;
  readonly sieve: Sieve;
}

/** Everything that can be set on a side, as far as the sieve lets it through. */
export function SidePanel(props: Props): JSX.Element {
  const { state, side } = props;
  const [folded, setFolded] = useState(false);
  const preset = presetOf(state, side);
  return (
    <section class="side" aria-label={`Scheduler of side ${SIDE_NAMES[side]}`}>
      <Head {...props} folded={folded} onFold={setFolded} />
      {folded ? null : preset ? <Settings preset={preset} {...props} /> : <p class="note">Waiting for the engine…</p>}
    </section>
  );
}

type HeadProps = Props & { readonly folded: boolean; readonly onFold: (folded: boolean) => void };

/** Its title folds the settings away: those of the other side are then near. */
function Head({ state, side, dispatch, folded, onFold }: HeadProps): JSX.Element {
  const changes = changesOf(state, side);
  const [letter, other] = [SIDE_NAMES[side], SIDE_NAMES[1 - side]];
  return (
    <header>
      <h2>
        <button type="button" class="quiet fold" aria-expanded={!folded} onClick={() => onFold(!folded)}>
          {sideTitle(state, side)}
        </button>
      </h2>
      <button
        type="button"
        class="quiet"
        disabled={changes === 0}
        title="All knobs and features back to this kernel’s defaults"
        onClick={() => dispatch({ type: 'reset', side })}
      >
        Reset{changes > 0 ? ` ${changes}` : ''}
        <span class="visually-hidden"> on side {letter}</span>
      </button>
      {state.doc.alone ? null : (
        <button
          type="button"
          class="quiet"
          title={`${other} becomes as ${letter}: the same kernel, the same settings`}
          onClick={() => dispatch({ type: 'copy', side })}
        >
          <CopyIcon />
          <span class="visually-hidden">Copy {letter}</span> to {other}
        </button>
      )}
    </header>
  );
}

function Settings(props: Props & { readonly preset: Preset }): JSX.Element {
  const { preset, state, side, sieve, dispatch } = props;
  const knobs = preset.knobs.map((knob) => ({ knob, setting: knobSetting(state, side, knob) }));
  const choices = preset.choices.map((choice) => ({ choice, setting: choiceSetting(state, side, choice) }));
  const features = preset.features.map((feature) => ({ feature, setting: featureSetting(state, side, feature) }));
  const shownKnobs = knobs.filter(({ knob, setting }) => passes(sieve, knob, setting));
  const shownChoices = choices.filter(({ choice, setting }) => passes(sieve, choice, setting));
  const shownFeatures = features.filter(({ feature, setting }) => passes(sieve, feature, setting));
  const all = knobs.length + choices.length + features.length;
  const hidden = all - shownKnobs.length - shownChoices.length - shownFeatures.length;
  const whole = sieve.text.trim() === '' && sieve.only === 'all';
  return (
    <>
      {whole && preset.note ? <p class="note">{preset.note}</p> : null}
      <Build {...props} />
      {shownKnobs.map((row) => (
        <KnobRow key={row.knob.name} side={side} dispatch={dispatch} {...row} />
      ))}
      {shownChoices.map((row) => (
        <ChoiceRow key={row.choice.name} side={side} dispatch={dispatch} {...row} />
      ))}
      <Features rows={shownFeatures} whole={whole} several={cpuCount(state) > 1} side={side} dispatch={dispatch} />
      {whole ? (
        <FeatureLine
          side={side}
          dispatch={dispatch}
          now={features.map(({ feature, setting }) => ({ name: feature.name, on: setting.value }))}
          inherited={features.map(({ feature, setting }) => ({ name: feature.name, on: setting.inherited }))}
        />
      ) : null}
      {hidden > 0 ? <p class="note">{hidden} more do not match.</p> : null}
    </>
  );
}
