/** Why: what is selected, the decision at the playhead on each side in a sentence, and its numbers. */
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { Context } from '../commands';
import { sideTitle } from '../state/session';
import { presetOf, shownSides, type State } from '../state/state';
import { decisionText } from '../numbers/tell';
import { DecisionDetail } from './DecisionDetail';
import { Looks } from './Looks';
import { Selected } from './Selected';
import { Sentence } from './Sentence';
import { Utilisation } from './Utilisation';

interface Props {
  readonly state: State;
  readonly context: Context;
}

/** The sides that are open, one under the other; before the engine has answered, their empty places. */
export function Inspector({ state, context }: Props): JSX.Element {
  const { scenario } = state.doc;
  const names = scenario.threads.map(({ name }) => name);
  const colorOf = (task: string): string | undefined => state.answers.colors[names.indexOf(task)];
  const sides = shownSides(state);
  const onCpu = (cpu: number): void => context.store.dispatch({ type: 'lanes', change: { cpu } });
  return (
    <aside class="inspector" aria-label="Decision at the playhead">
      <Selected state={state} context={context} colorOf={colorOf} />
      <Utilisation state={state} context={context} />
      <section id="decision" class="decisions" aria-label="At the playhead" aria-live={state.playing ? 'off' : 'polite'}>
        {sides.map((side) => (
          <Sentence key={side} side={side} state={state} playhead={context.playhead} />
        ))}
      </section>
      {sides.map((side) => {
        const decision = state.answers.decisions[side];
        if (!decision) return null;
        const eevdf = presetOf(state, side)?.family === 'EEVDF';
        const shown = { side, decision, eevdf, tasks: names.length, colorOf, onCpu };
        return <DecisionDetail key={side} {...shown} />;
      })}
      <Looks state={state} context={context} onCpu={onCpu} />
      <Copy state={state} />
    </aside>
  );
}

/** Long enough to be read. */
const SAID_MS = 3_000;

/** Everything that stands above it, as text; what it says of itself tells whether the browser let it. */
function Copy({ state }: { state: State }): JSX.Element {
  const said = useRef<HTMLSpanElement>(null);
  const copy = async (): Promise<void> => {
    const done = await navigator.clipboard.writeText(textOf(state)).then(
      () => true,
      () => false,
    );
    const say = (words: string): void => void (said.current && (said.current.textContent = words));
    say(done ? 'Copied' : 'The browser keeps the clipboard to itself');
    setTimeout(() => say(''), SAID_MS);
  };
  return (
    <p class="copy">
      <button type="button" onClick={() => void copy()}>
        Copy as text
      </button>{' '}
      <span role="status" class="note" ref={said} />
    </p>
  );
}

const textOf = (state: State): string =>
  shownSides(state)
    .flatMap((side) => {
      const decision = state.answers.decisions[side];
      return decision ? [decisionText(sideTitle(state, side), decision, presetOf(state, side)?.family === 'EEVDF')] : [];
    })
    .join('\n\n');
