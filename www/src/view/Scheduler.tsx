/** What can be set on each side's kernel. All names, defaults, limits and meanings come from the engine. */
import type { JSX } from 'preact';
import { BOTH, SIDE_NAMES, type SideIndex } from '../doc';
import { scaleOf } from '../scale';
import { sideTitle } from '../session';
import { bare, presetOf, type State } from '../state';
import type { Dispatch } from '../store';
import type { Knob, Preset } from '../worker/protocol';
import { Choice, type Option } from './Choice';
import { DURATION, Quantity, WHOLE } from './Quantity';

const HZ: readonly Option[] = ['100', '250', '300', '1000'].map((hz) => ({ value: hz, label: `${hz} Hz` }));

interface Props {
  readonly state: State;
  readonly dispatch: Dispatch;
}
type SideProps = Props & { readonly side: SideIndex };

/** The settings of A, then those of B. */
export function Scheduler(props: Props): JSX.Element {
  return (
    <div class="stack">
      {BOTH.map((side) => (
        <SidePanel key={side} side={side} {...props} />
      ))}
    </div>
  );
}

function SidePanel({ side, state, dispatch }: SideProps): JSX.Element {
  const preset = presetOf(state, side);
  const { knobs, features } = state.doc.sides[side];
  const changes = Object.keys(knobs).length + features.length;
  return (
    <section class="side" aria-label={`Scheduler of side ${SIDE_NAMES[side]}`}>
      <header>
        <h2>{sideTitle(state, side)}</h2>
        <button
          type="button"
          class="quiet"
          disabled={changes === 0}
          title="All knobs and features back to this kernel’s defaults"
          onClick={() => dispatch({ type: 'reset', side })}
        >
          Reset{changes > 0 ? ` ${changes}` : ''}
          <span class="visually-hidden"> on side {SIDE_NAMES[side]}</span>
        </button>
      </header>
      {preset?.note ? <p class="note">{preset.note}</p> : null}
      {preset ? (
        <Settings preset={preset} side={side} state={state} dispatch={dispatch} />
      ) : (
        <p class="note">Waiting for the engine…</p>
      )}
    </section>
  );
}

function Settings({ preset, side, state, dispatch }: SideProps & { preset: Preset }): JSX.Element {
  const { hz, preemption } = state.doc.sides[side];
  const letter = SIDE_NAMES[side];
  return (
    <>
      {preset.knobs.map((knob) => (
        <KnobRow key={knob.name} knob={knob} side={side} state={state} dispatch={dispatch} />
      ))}
      <Choice
        label="tick"
        value={String(hz)}
        options={HZ}
        hint="CONFIG_HZ: ticks a second"
        hooks={{ 'data-side': side, 'data-field': 'hz' }}
        onChange={(value) => dispatch({ type: 'side', side, change: { hz: Number(value) } })}
      />
      <Choice
        label="preempt"
        value={preemption ?? preset.preemption}
        options={preset.preemption_models.map((model) => ({ value: model, label: model }))}
        hint={`Preemption model of side ${letter}; this kernel’s default is ${preset.preemption}`}
        hooks={{ 'data-side': side, 'data-field': 'preemption' }}
        onChange={(value) => dispatch({ type: 'side', side, change: { preemption: value as 'full' } })}
      />
      <Features preset={preset} side={side} state={state} dispatch={dispatch} />
    </>
  );
}

function KnobRow({ knob, side, state, dispatch }: SideProps & { knob: Knob }): JSX.Element {
  const { name, unit, value, min, max, meaning } = knob;
  const notation = unit === 'ns' ? DURATION : WHOLE;
  const own = state.doc.sides[side].knobs[name];
  const inherited = fromScenario(state, name, side);
  const set = (next: number | null): void => dispatch({ type: 'knob', side, name, value: next });
  return (
    <Quantity
      label={<code>{name}</code>}
      name={`${name} of side ${SIDE_NAMES[side]}`}
      hint={`${meaning} Default ${notation.format(value)}.`}
      value={own ?? inherited ?? value}
      scale={scaleOf(min, max)}
      notation={notation}
      hooks={{ 'data-side': side, 'data-knob': name }}
      changed={own !== undefined}
      onInput={(next) => set(next === value && inherited === undefined ? null : next)}
      onReset={() => set(null)}
    />
  );
}

/** Recorded scenarios set knobs for whole families of kernels; a side's own knob outranks them. */
function fromScenario(state: State, name: string, side: SideIndex): number | undefined {
  const family = presetOf(state, side)?.family === 'CFS' ? 'knobs_cfs' : 'knobs_eevdf';
  const { scenario } = state.doc;
  const knobs = { ...(scenario['knobs'] as object | undefined), ...(scenario[family] as object | undefined) } as Record<
    string,
    number
  >;
  return knobs[name];
}

function Features({ preset, side, state, dispatch }: SideProps & { preset: Preset }): JSX.Element {
  const { features } = state.doc.sides[side];
  return (
    <fieldset class="features">
      <legend>Features</legend>
      {preset.features.map(({ name, on, meaning }) => {
        const own = features.find((feature) => bare(feature) === name);
        const now = own === undefined ? on : own === name;
        return (
          <label key={name} class={own === undefined ? '' : 'changed'} title={`${meaning} Default ${on ? 'on' : 'off'}.`}>
            <input
              type="checkbox"
              checked={now}
              data-side={side}
              data-feature={name}
              onChange={(event) =>
                dispatch({
                  type: 'feature',
                  side,
                  name,
                  on: event.currentTarget.checked === on ? null : event.currentTarget.checked,
                })
              }
            />
            <code>{name}</code>
          </label>
        );
      })}
    </fieldset>
  );
}
