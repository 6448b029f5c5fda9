/** The page: what stands where. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Context } from '../commands';
import { listenForKeys } from '../keys';
import type { State } from '../state';
import { Controls } from './Controls';
import { Figure } from './Figure';
import { Header } from './Header';
import { Help } from './Help';
import { Inspector } from './Inspector';
import { Metrics } from './Metrics';
import { Only } from './Only';
import { Transport } from './Transport';

interface Props {
  readonly context: Context;
  readonly onScenario: (name: string) => void;
  readonly onShare: () => Promise<boolean>;
  readonly onDrawn: () => void;
}

/** The whole page; it makes anew only the panels whose content changed. */
export function App({ context, onScenario, onShare, onDrawn }: Props): JSX.Element {
  const state = useStore(context);
  const help = useRef<HTMLDialogElement>(null);
  useEffect(() => listenForKeys(context, () => help.current?.showModal()), [context]);
  const { doc, answers, playing } = state;
  const { dispatch } = context.store;
  return (
    <>
      <Header
        state={state}
        dispatch={dispatch}
        onScenario={onScenario}
        onShare={onShare}
        onHelp={() => help.current?.showModal()}
      />
      <main class="page">
        <Only when={[doc.scenario, doc.sides, doc.hidden, answers.presets, answers.colors]}>
          {() => <Controls state={state} dispatch={dispatch} />}
        </Only>
        <section class="stage" aria-label="Timeline of both sides">
          <Figure context={context} onDrawn={onDrawn} />
          <Transport context={context} />
          <Notices state={state} context={context} />
        </section>
        <Only when={[answers.decisions, answers.summary, answers.presets, doc.sides, doc.scenario, playing]}>
          {() => <Inspector state={state} playhead={context.playhead} />}
        </Only>
        <Only when={[answers.summary, answers.colors]}>{() => <Metrics state={state} />}</Only>
      </main>
      <Help dialog={help} />
    </>
  );
}

function useStore({ store }: Context): State {
  const [state, setState] = useState(store.state);
  useEffect(() => {
    setState(store.state);
    return store.subscribe(() => setState(store.state));
  }, [store]);
  return state;
}

/** Over the picture, so that nothing moves when they come and go. */
function Notices({ state, context }: { state: State; context: Context }): JSX.Element {
  const { problem, answers } = state;
  return (
    <div class="notices">
      {answers.progress === null ? null : (
        <div class="notice" role="status">
          <progress value={answers.progress} max={1} aria-label="Simulating" /> Simulating, {Math.floor(answers.progress * 100)}
          &nbsp;%
          <button type="button" onClick={() => context.session.cancel()}>
            Cancel
          </button>
        </div>
      )}
      <div id="error" role="alert">
        {problem ? (
          <div class="notice problem">
            <strong>{PROBLEM_TITLES[problem.source]}</strong> <span>{problem.message}</span>
            <button type="button" onClick={() => context.store.dispatch({ type: 'problem', problem: null })}>
              Dismiss
            </button>
          </div>
        ) : null}
      </div>
    </div>
  );
}

const PROBLEM_TITLES = {
  link: 'This link does not open.',
  file: 'This file does not open.',
  scenario: 'This cannot be simulated.',
  engine: 'Engine failure.',
} as const;
