/** What a task does: as a quick form, or step by step. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { patternOf, type Step } from '../../tasks/scenario';
import { Segments } from '../Segments';
import { Editor } from './Editor';
import { Preview } from './Preview';
import type { TaskProps } from './props';
import { QuickForm } from './QuickForm';

const WAYS = [
  { value: 'quick', label: 'Quick form', hint: 'A pattern and its times' },
  { value: 'steps', label: 'Steps', hint: 'Every step, one a line' },
] as const;
type Way = (typeof WAYS)[number]['value'];

/** Begins with the quick form where there is one for the program. */
export function Program(props: TaskProps): JSX.Element {
  const { thread, index, dispatch } = props;
  const [way, setWay] = useState<Way>(patternOf(thread.script) === 'listed' && thread.script.length > 0 ? 'steps' : 'quick');
  const change = (script: readonly Step[]): void => dispatch({ type: 'thread', index, change: { script } });
  return (
    <div class="program">
      <Segments
        label={`How to write the program of ${thread.name}`}
        value={way}
        options={WAYS}
        hooks={{ 'data-task': thread.name, 'data-field': 'way' }}
        onChange={setWay}
      />
      {way === 'quick' ? (
        <QuickForm name={thread.name} script={thread.script} onChange={change} />
      ) : (
        <Editor {...props} onChange={change} />
      )}
      <Preview {...props} />
    </div>
  );
}
