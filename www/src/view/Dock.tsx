/** What is told in tables under the picture. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Context } from '../commands';
import { AS_WRITTEN } from '../numbers/metrics';
import { keepFlag, readFlag } from '../prefs';
import { isDark, type State } from '../state/state';
import { Awake } from './Awake';
import { ALL_OF_A, Decisions, DecisionsTools } from './Decisions';
import { Metrics, MetricsTools, type Layout } from './Metrics';
import { Tabs, type Tab } from './Tabs';
import { Waits, WaitsTools } from './Waits';

interface Props {
  readonly state: State;
  readonly context: Context;
  /** Opens what recordings of real kernels say. */
  readonly onProof: () => void;
}

/** Numbers of the whole run, every decision in it, and how long was waited. */
export function Dock({ state, context, onProof }: Props): JSX.Element {
  const proof = (
    <button type="button" class="quiet dock-proof" onClick={onProof}>
      How do we know?
    </button>
  );
  return (
    <section class="dock" aria-label="Numbers">
      <Tabs label="Numbers" tabs={[useMetrics(state, context), useDecisions(state, context), useWaits(state, context)]} after={proof} />
    </section>
  );
}

/** A hand has room for few columns. */
const isNarrow = (): boolean => matchMedia('(max-width: 620px)').matches;

function useMetrics(state: State, context: Context): Tab {
  const [layout, setLayout] = useState<Layout>(() => ({ compact: readFlag('metrics.compact', isNarrow()), order: AS_WRITTEN }));
  const onLayout = (next: Layout): void => {
    keepFlag('metrics.compact', next.compact);
    setLayout(next);
  };
  const { doc, answers } = state;
  // Before the first numbers there are the names of tasks.
  const waiting = answers.summary ? null : doc.scenario;
  const changes = [answers.summary, answers.recorded, answers.colors, doc.alone, doc.hidden, doc.highlight, waiting, layout];
  return {
    name: 'Metrics',
    panel: <Awake when={changes}>{() => <Metrics state={state} context={context} layout={layout} onLayout={onLayout} />}</Awake>,
    tools: <MetricsTools layout={layout} onLayout={onLayout} pair={!doc.alone} />,
  };
}

function useDecisions(state: State, context: Context): Tab {
  const [wanted, onWanted] = useState(ALL_OF_A);
  const { doc, answers } = state;
  const changes = [answers.revision, answers.decisions, answers.colors, doc.alone, doc.selection, doc.scenario, wanted];
  return {
    name: 'Decisions',
    panel: (
      <Awake when={changes}>{() => <Decisions state={state} context={context} wanted={wanted} onWanted={onWanted} />}</Awake>
    ),
    tools: <DecisionsTools state={state} wanted={wanted} onWanted={onWanted} />,
  };
}

function useWaits(state: State, context: Context): Tab {
  const [chosen, onTask] = useState('');
  const { doc, answers } = state;
  const task = doc.scenario.threads.some(({ name }) => name === chosen) ? chosen : '';
  return {
    name: 'Waits',
    panel: (
      <Awake when={[answers.revision, doc.alone, isDark(state), task]}>
        {() => <Waits state={state} context={context} task={task} />}
      </Awake>
    ),
    tools: <WaitsTools state={state} task={task} onTask={onTask} />,
  };
}
