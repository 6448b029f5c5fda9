/** The page: what stands where. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Context } from '../commands';
import type { Desk } from '../files/desk';
import type { Exporter } from '../files/exports';
import { listenForKeys } from '../keys';
import { onlyMoved, type State } from '../state/state';
import { Controls } from './Controls';
import { Dock } from './Dock';
import { DropZone } from './DropZone';
import { Header } from './Header';
import { Help, type HelpPage } from './Help';
import { Inspector } from './Inspector';
import { Only } from './Only';
import { Picker } from './Picker';
import { Place, SheetBar, type PlaceName } from './Place';
import { Stage } from './Stage';

interface Props {
  readonly context: Context;
  readonly desk: Desk;
  readonly exporter: Exporter;
  readonly onDrawn: () => void;
}

/** The whole page; it makes anew only the panels whose content changed. */
export function App({ context, desk, exporter, onDrawn }: Props): JSX.Element {
  const state = useStore(context);
  const [helping, help] = useState<HelpPage | null>(null);
  const [picking, setPicking] = useState(false);
  const [sheet, openSheet] = useState<PlaceName | null>(null);
  useEffect(() => listenForKeys(context, () => help('keys')), [context]);
  const { doc, answers, playing } = state;
  const { dispatch } = context.store;
  return (
    <>
      <Header
        state={state}
        dispatch={dispatch}
        desk={desk}
        exporter={exporter}
        onPick={() => setPicking(true)}
        onHelp={help}
      />
      <main class="page">
        <Place name="controls" sheet={sheet}>
          <Only when={controlled(state)}>
            {() => <Controls state={state} dispatch={dispatch} session={context.session} />}
          </Only>
        </Place>
        <section class="stage" aria-label="Timeline of both sides">
          <Stage state={state} context={context} onDrawn={onDrawn} />
          <Notices state={state} context={context} />
        </section>
        <Place name="inspector" sheet={sheet}>
          <Only when={[answers, doc, playing]}>{() => <Inspector state={state} context={context} />}</Only>
        </Place>
        <Place name="dock" sheet={sheet}>
          <Only when={[answers, doc]}>{() => <Dock state={state} context={context} onProof={() => help('proof')} />}</Only>
        </Place>
      </main>
      <SheetBar sheet={sheet} onSheet={openSheet} />
      {helping ? <Help page={helping} context={context} desk={desk} onClose={() => help(null)} /> : null}
      {picking ? <Picker state={state} context={context} desk={desk} onClose={() => setPicking(false)} /> : null}
      <DropZone desk={desk} />
    </>
  );
}

/** What the controls show; where one looks is not among it, so that panning does not make them anew. */
const controlled = ({ doc, answers, problem, systemDark }: State): readonly unknown[] => [
  ...[doc.scenario, doc.sides, doc.alone, doc.hidden, doc.highlight, doc.theme],
  ...[answers.presets, answers.colors, problem, systemDark],
];

/** The state, but for where the window is: a drag moves it with every frame, and the figure follows by itself. */
function useStore({ store }: Context): State {
  const [state, setState] = useState(store.state);
  useEffect(() => {
    const follow = (): void => setState((old) => (onlyMoved(old, store.state) ? old : store.state));
    follow();
    return store.subscribe(follow);
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
  export: 'This cannot be exported.',
  scenario: 'This cannot be simulated.',
  engine: 'Engine failure.',
} as const;
