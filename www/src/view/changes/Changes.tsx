/** What is changed at given times, by an administrator elsewhere: a small table. */
import type { JSX } from 'preact';
import { changesOf, FIRST_VALUES, stepOf, type Change } from '../../tasks/changes';
import { endNs } from '../../state/state';
import { toUs } from '../../time';
import { AddIcon } from '../icons';
import { Refused } from '../Refused';
import type { PanelProps } from '../tasks/props';
import { ChangeRow } from './ChangeRow';

/** A new change is a change of nice in the middle of the run: it shows at once. */
const AT_FIRST = 'nice';

/** One change a line, in the order of the scenario. */
export function Changes(props: PanelProps): JSX.Element {
  const { state, dispatch } = props;
  const { scenario } = state.doc;
  const changes = changesOf(scenario);
  const add = (): void => {
    const made = stepOf({ verb: AT_FIRST, whom: scenario.threads[0]?.name ?? '', value: FIRST_VALUES[AT_FIRST] ?? '' });
    if (!('step' in made)) return;
    const change: Change = { at_us: toUs(endNs(state) / 2), step: made.step };
    dispatch({ type: 'change-put', index: changes.length, change });
  };
  return (
    <section class="part" aria-label="Changes">
      <header>
        <h2>Changes</h2>
        <button type="button" aria-label="Add a change" data-add-change title="At a given time, made by nobody in the machine" onClick={add}>
          <AddIcon /> change
        </button>
      </header>
      <ul class="changes">
        {changes.map((change, index) => (
          <ChangeRow key={index} {...props} change={change} index={index} />
        ))}
      </ul>
      <Refused problem={state.problem} place="changes" but="[" />
    </section>
  );
}
