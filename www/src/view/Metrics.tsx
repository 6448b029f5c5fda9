/** What each task got on each side, and the difference, laid out as `perf sched latency` does. */
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { Context } from '../commands';
import { columnsOf, ordered, pressed, sourcesOf, tasksOf, type Basis, type Order } from '../numbers/metrics';
import { groupRows } from '../numbers/groupRows';
import type { State } from '../state/state';
import { groupsOf } from '../tasks/groups';
import { CpuTable } from './CpuTable';
import { EnergyTable } from './EnergyTable';
import { MetricsBody } from './MetricsBody';
import { MetricsFoot } from './MetricsFoot';
import { MetricsHead } from './MetricsHead';

/** How the table is laid out: a row for each task and side, or one for each task; and in which order. */
export interface Layout {
  readonly compact: boolean;
  readonly order: Order;
}

interface Props {
  readonly state: State;
  readonly context: Context;
  readonly layout: Layout;
  readonly onLayout: (layout: Layout) => void;
}

/** The table and its foot. Until something has been simulated its rows are there and empty, so that nothing jumps. */
export function Metrics({ state, context, layout, onLayout }: Props): JSX.Element {
  const host = useRef<HTMLElement>(null);
  const { doc, answers } = state;
  const sources = sourcesOf(answers.summary, doc.alone, answers.recorded);
  const all = tasksOf(sources);
  const groups = groupRows(groupsOf(doc.scenario), doc.scenario.threads, all);
  const tasks = [...ordered(all, layout.order), ...ordered(groups, layout.order)];
  const columns = columnsOf(layout.compact, all);
  const names = tasks.length > 0 ? [] : doc.scenario.threads.map(({ name }) => name);
  const press = (key: Order['key'], basis?: Basis): void => {
    if (key !== null) onLayout({ ...layout, order: pressed(layout.order, key, basis) });
  };
  return (
    <section class="metrics" aria-label="Metrics" tabIndex={0} ref={host}>
      <table class={layout.compact ? 'numbers compact' : 'numbers'}>
        <MetricsHead columns={columns} sources={sources} layout={layout} onPress={press} />
        <MetricsBody
          columns={columns}
          sources={sources}
          tasks={tasks}
          waiting={names}
          state={state}
          context={context}
          compact={layout.compact}
        />
      </table>
      <CpuTable sources={sources} state={state} context={context} />
      <EnergyTable sources={sources} />
      <MetricsFoot sources={sources} context={context} host={host} />
    </section>
  );
}

interface ToolsProps {
  readonly layout: Layout;
  readonly onLayout: (layout: Layout) => void;
  /** Whether there are two sides to tell apart. */
  readonly pair: boolean;
}

const BASES: readonly { readonly basis: Basis; readonly name: string; readonly hint: string }[] = [
  { basis: 0, name: 'A', hint: 'Order by the numbers of A' },
  { basis: 1, name: 'B', hint: 'Order by the numbers of B' },
  { basis: 'difference', name: 'B\u2212A', hint: 'Order by the differences' },
];

/** What stands beside the tab: whose numbers order the rows, and how many rows a task has. */
export function MetricsTools({ layout, onLayout, pair }: ToolsProps): JSX.Element {
  const { compact, order } = layout;
  return (
    <div class="tools">
      {pair && !compact ? (
        <div class="segments" role="group" aria-label="Order by">
          <span class="note">order by</span>
          {BASES.map(({ basis, name, hint }) => (
            <button
              key={name}
              type="button"
              title={hint}
              aria-pressed={order.basis === basis}
              onClick={() => onLayout({ ...layout, order: { ...order, basis } })}
            >
              {name}
            </button>
          ))}
        </div>
      ) : null}
      <button
        type="button"
        aria-pressed={compact}
        title="A row for each task, with the numbers that matter most side by side"
        onClick={() => onLayout({ compact: !compact, order: { ...order, basis: 0 } })}
      >
        Compact
      </button>
    </div>
  );
}
