/** The panels at the side, one at a time. */
import type { JSX } from 'preact';
import { Machine } from './Machine';
import { Scheduler } from './Scheduler';
import { Tabs } from './Tabs';
import type { PanelProps } from './tasks/props';
import { Tasks } from './Tasks';

/** Everything that can be set. */
export function Controls(props: PanelProps): JSX.Element {
  const tabs = [
    { name: 'Tasks', panel: <Tasks {...props} /> },
    { name: 'Scheduler', panel: <Scheduler {...props} /> },
    { name: 'Machine', panel: <Machine {...props} /> },
  ];
  return (
    <section class="controls" aria-label="Controls">
      <Tabs label="Controls" tabs={tabs} />
    </section>
  );
}
