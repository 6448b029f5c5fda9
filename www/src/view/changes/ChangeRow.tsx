/** One timed change: when, what, whom, and into what. */
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { WHOLE_US } from '../../knobs/notation';
import { scaleOf } from '../../knobs/scale';
import { FIRST_VALUES, isOfGroup, OF_A_GROUP, OF_A_TASK, partsOf, stepOf, type Change, type Parts } from '../../tasks/changes';
import { groupsOf } from '../../tasks/groups';
import { classOf, POLICIES } from '../../tasks/policies';
import { printName } from '../../tasks/program/operands';
import type { Scenario } from '../../tasks/scenario';
import { fromUs, toUs } from '../../time';
import { RemoveIcon } from '../icons';
import { NumberField } from '../NumberField';
import { Refused } from '../Refused';
import type { PanelProps } from '../tasks/props';
import { useCoalesced } from '../useCoalesced';

const TIME = scaleOf(0, 36_000_000_000_000);

type Props = PanelProps & { readonly change: Change; readonly index: number };

/** Every part can be changed by itself; a value that cannot be is marked, with what would be right. */
export function ChangeRow(props: Props): JSX.Element {
  const { change, index, state, dispatch } = props;
  const put = useCoalesced((next: Partial<Change>) => dispatch({ type: 'change-put', index, change: { ...change, ...next } }));
  const hooks = { 'data-change': index, 'data-field': 'at_us' };
  return (
    <li class="change" data-change={index}>
      <NumberField
        name={`Time of change ${index + 1}`}
        hint="When it is made"
        value={fromUs(change.at_us)}
        scale={TIME}
        notation={WHOLE_US}
        hooks={hooks}
        onInput={(value) => put.push({ at_us: toUs(value) })}
        onDone={() => put.flush()}
      />
      <What {...props} />
      <button
        type="button"
        class="quiet"
        aria-label={`Remove change ${index + 1}`}
        title="Remove"
        onClick={() => dispatch({ type: 'change-remove', index })}
      >
        <RemoveIcon />
      </button>
      <Refused problem={state.problem} place={`changes[${index}]`} />
    </li>
  );
}

/** Another verb has another kind of value, and may be about another kind of thing: then both begin anew. */
function What({ change, index, state, dispatch }: Props): JSX.Element {
  const { scenario } = state.doc;
  const parts = partsOf(change.step);
  const put = (next: Parts): void => {
    const made = stepOf(next);
    if ('step' in made) dispatch({ type: 'change-put', index, change: { ...change, step: made.step } });
  };
  const verb = (verb: string): void => {
    const stays = isOfGroup(verb) === isOfGroup(parts.verb);
    put({ verb, whom: stays ? parts.whom : (namesFor(scenario, verb)[0] ?? parts.whom), value: FIRST_VALUES[verb] ?? '' });
  };
  const verbs = groupsOf(scenario).length > 0 ? [...OF_A_TASK, ...OF_A_GROUP] : OF_A_TASK;
  return (
    <>
      <List name={`What change ${index + 1} changes`} field="verb" index={index} value={parts.verb} options={verbs} onChange={verb} />
      <List
        name={`Whom change ${index + 1} changes`}
        field="whom"
        index={index}
        value={parts.whom}
        options={namesFor(scenario, parts.verb)}
        onChange={(whom) => put({ ...parts, whom })}
      />
      <Value key={parts.verb} parts={parts} index={index} scenario={scenario} onChange={put} />
    </>
  );
}

const namesFor = (scenario: Scenario, verb: string): readonly string[] =>
  (isOfGroup(verb) ? groupsOf(scenario) : scenario.threads).map(({ name }) => name);

interface ListProps {
  readonly name: string;
  readonly field: string;
  readonly index: number;
  readonly value: string;
  readonly options: readonly string[];
  readonly onChange: (value: string) => void;
}

/** What is not among the options is shown all the same. */
function List({ name, field, index, value, options, onChange }: ListProps): JSX.Element {
  const all = options.includes(value) ? options : [value, ...options];
  return (
    <select
      aria-label={name}
      value={value}
      data-change={index}
      data-field={field}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {all.map((option) => (
        <option key={option} value={option} selected={option === value}>
          {option}
        </option>
      ))}
    </select>
  );
}

interface ValueProps {
  readonly parts: Parts;
  readonly index: number;
  readonly scenario: Scenario;
  readonly onChange: (parts: Parts) => void;
}

/** As the steps of programs are written; acts on every text that can be read, and Escape takes back one that cannot. */
function Value({ parts, index, scenario, onChange }: ValueProps): JSX.Element {
  const [draft, setDraft] = useState<string | null>(null);
  const id = useId();
  const made = draft === null ? null : stepOf({ ...parts, value: draft });
  const wrong = made && 'wrong' in made ? made.wrong : null;
  const write = (value: string): void => {
    setDraft(value);
    if ('step' in stepOf({ ...parts, value })) onChange({ ...parts, value });
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && (event.key !== 'Escape' || draft === null)) return;
    if (event.key === 'Escape') event.stopPropagation();
    setDraft(null);
  };
  return (
    <span class="number">
      <input
        type="text"
        class="field"
        list={`${id}-values`}
        value={draft ?? parts.value}
        spellcheck={false}
        autocomplete="off"
        aria-label={`Value of change ${index + 1}`}
        aria-invalid={wrong !== null}
        aria-errormessage={wrong === null ? undefined : id}
        data-change={index}
        data-field="value"
        onInput={(event) => write(event.currentTarget.value)}
        onBlur={() => setDraft(null)}
        onKeyDown={press}
      />
      <datalist id={`${id}-values`}>
        {valuesFor(scenario, parts.verb).map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
      {wrong === null ? null : (
        <span class="wrong" id={id} role="status" aria-live="polite">
          {wrong}
        </span>
      )}
    </span>
  );
}

/** Values to choose from, where there are few. */
function valuesFor(scenario: Scenario, verb: string): readonly string[] {
  if (verb === 'group') return ['/', ...groupsOf(scenario).map(({ name }) => printName(name))];
  if (verb === 'policy') return POLICIES.map((policy) => (classOf(policy) === 'realtime' ? `${policy} 10` : policy));
  return verb === 'quota' ? ['none', '20ms / 100ms'] : [];
}
