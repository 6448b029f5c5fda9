/** What can be set on each side's kernel, and what can be done with the two sides. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { presetOf, shownSides, type State } from '../state/state';
import type { Sieve } from '../knobs/settings';
import type { Dispatch } from '../state/store';
import { SwapIcon } from './icons';
import { SidePanel } from './scheduler/SidePanel';

/** More settings than this want a way to find one. */
const LONG = 10;

interface Props {
  readonly state: State;
  readonly dispatch: Dispatch;
}

/** The settings of A, then those of B. */
export function Scheduler({ state, dispatch }: Props): JSX.Element {
  const [sieve, setSieve] = useState<Sieve>({ text: '', only: 'all' });
  const settings = shownSides(state).map((side) => presetOf(state, side));
  const count = Math.max(...settings.map((preset) => (preset ? preset.knobs.length + preset.choices.length + preset.features.length : 0)));
  return (
    <div class="stack">
      <Sides state={state} dispatch={dispatch} />
      {count > LONG ? <Find sieve={sieve} both={!state.doc.alone} onSieve={setSieve} /> : null}
      {shownSides(state).map((side) => (
        <SidePanel key={side} side={side} sieve={sieve} state={state} dispatch={dispatch} />
      ))}
    </div>
  );
}

function Sides({ state, dispatch }: Props): JSX.Element {
  const { alone } = state.doc;
  return (
    <div class="bar" role="group" aria-label="Sides">
      <button type="button" disabled={alone} title="A becomes B, and B becomes A" onClick={() => dispatch({ type: 'swap' })}>
        <SwapIcon /> Swap sides
      </button>
      <button
        type="button"
        title={alone ? 'Compare with a second scheduler' : 'Only A stays; B keeps its settings'}
        onClick={() => dispatch({ type: 'alone', alone: !alone })}
      >
        {alone ? 'Open B' : 'Close B'}
      </button>
    </div>
  );
}

interface FindProps {
  readonly sieve: Sieve;
  readonly both: boolean;
  readonly onSieve: (sieve: Sieve) => void;
}

function Find({ sieve, both, onSieve }: FindProps): JSX.Element {
  return (
    <div class="bar find" role="search" aria-label="Settings">
      <input
        type="search"
        placeholder="Find a setting"
        aria-label="Find a setting by name or meaning"
        value={sieve.text}
        onInput={(event) => onSieve({ ...sieve, text: event.currentTarget.value })}
      />
      <select
        aria-label="Which settings to show"
        value={sieve.only}
        onChange={(event) => onSieve({ ...sieve, only: event.currentTarget.value as Sieve['only'] })}
      >
        <option value="all">all</option>
        <option value="changed">changed</option>
        {both ? <option value="differing">A ≠ B</option> : null}
      </select>
    </div>
  );
}
