/** What the scenario is called: a button to pick another, and a field to call it something else. */
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { lessonOf, titleOf } from '../files/gallery';
import type { Scenario } from '../tasks/scenario';
import type { Dispatch } from '../state/store';
import { DownIcon, PencilIcon } from './icons';

const TITLE_CHARS_MAX = 200;

interface Props {
  readonly scenario: Scenario;
  readonly dispatch: Dispatch;
  readonly onPick: () => void;
}

/** The title as a button; with the pencil beside it, or F2 on it, the title becomes a field. */
export function Title({ scenario, dispatch, onPick }: Props): JSX.Element {
  const [renaming, setRenaming] = useState(false);
  const title = titleOf(scenario);
  const rename = (to: string | null): void => {
    setRenaming(false);
    if (to !== null && to !== '' && to !== title) dispatch({ type: 'scenario', change: { title: to } });
  };
  if (renaming) return <TitleField title={title} onDone={rename} />;
  return (
    <div class="title">
      <button
        type="button"
        class="title-button"
        data-field="scenario"
        aria-haspopup="dialog"
        title={lessonOf(scenario) || 'Pick another scenario'}
        onClick={onPick}
        onKeyDown={(event) => event.key === 'F2' && setRenaming(true)}
      >
        <span>{title}</span> <DownIcon />
      </button>
      <button type="button" class="quiet pencil" aria-label="Rename" title="Rename (F2)" onClick={() => setRenaming(true)}>
        <PencilIcon />
      </button>
    </div>
  );
}

/** Enter or leaving the field takes the text, Escape the old title; `onDone(null)` changes nothing. */
function TitleField({ title, onDone }: { title: string; onDone: (title: string | null) => void }): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  // Before the next key arrives: it is meant for the field already.
  useLayoutEffect(() => field.current?.select(), []);
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') field.current?.blur();
    if (event.key === 'Escape') onDone(null);
  };
  return (
    <div class="title">
      <input
        ref={field}
        class="title-field"
        aria-label="Title of the scenario"
        maxLength={TITLE_CHARS_MAX}
        defaultValue={title}
        onKeyDown={press}
        onBlur={(event) => onDone(event.currentTarget.value.trim())}
      />
    </div>
  );
}
