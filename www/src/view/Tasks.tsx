/** The tasks of the scenario: who they are, how they are scheduled and what they do. */
import type { JSX } from 'preact';
import { patternOf, TEMPLATES, timesOf, withTime, type Pattern, type Thread, type Time } from '../scenario';
import { scaleOf } from '../scale';
import type { State, ThreadChange } from '../state';
import type { Dispatch } from '../store';
import { formatDuration, fromUs, toUs } from '../time';
import { Choice, type Option } from './Choice';
import { AddIcon, HiddenIcon, RemoveIcon, ShownIcon } from './icons';
import { DURATION, Quantity, WHOLE } from './Quantity';

const POLICIES: readonly Option[] = ['NORMAL', 'BATCH', 'IDLE'].map((policy) => ({ value: policy, label: policy }));
const PATTERNS: readonly (Option & { value: Pattern })[] = [
  { value: 'always', label: 'runs all the time' },
  { value: 'turns', label: 'runs, sleeps, again' },
  { value: 'periodic', label: 'runs every period' },
];
const AS_LISTED: Option = { value: 'listed', label: 'runs its own list' };

const NICE = scaleOf(-20, 19);
/** What can be dragged to; the kernel has its own limits for a requested slice, and the engine keeps them. */
const SLICE = scaleOf(100_000, 100_000_000);
const SLICE_AT_FIRST_NS = 1_000_000;
const STEP = scaleOf(10_000, 1_000_000_000);
const WORDS: Readonly<Record<string, string>> = { run: 'runs', sleep: 'sleeps', periodic: 'every', until: 'until' };

interface Props {
  readonly state: State;
  readonly dispatch: Dispatch;
}

/** Every task with its controls, in the order of the scenario. */
export function Tasks({ state, dispatch }: Props): JSX.Element {
  const { threads } = state.doc.scenario;
  return (
    <div class="stack">
      <ul class="tasks">
        {threads.map((thread, index) => (
          <Task key={index} thread={thread} index={index} state={state} dispatch={dispatch} />
        ))}
      </ul>
      <button type="button" class="wide" onClick={() => dispatch({ type: 'add' })}>
        <AddIcon /> Add a task
      </button>
    </div>
  );
}

type TaskProps = Props & { readonly thread: Thread; readonly index: number };

function Task(props: TaskProps): JSX.Element {
  return (
    <li class="task">
      <Title {...props} />
      <Attributes {...props} />
      <Program {...props} />
    </li>
  );
}

function Title({ thread, index, state, dispatch }: TaskProps): JSX.Element {
  const { name } = thread;
  const hidden = state.doc.hidden.includes(name);
  const color = state.answers.colors[index];
  return (
    <div class="task-title">
      <span class="swatch" style={color ? { background: color } : {}} />
      <input
        type="text"
        class="task-name"
        value={name}
        aria-label={`Name of task ${name}`}
        spellcheck={false}
        autocomplete="off"
        data-task={name}
        data-field="name"
        onChange={(event) => dispatch({ type: 'rename', index, name: event.currentTarget.value })}
      />
      <button
        type="button"
        class="quiet"
        aria-pressed={hidden}
        aria-label={`Hide the lines of ${name}`}
        title={hidden ? 'Show its lines' : 'Hide its lines'}
        onClick={() => dispatch({ type: 'hide', name, hidden: !hidden })}
      >
        {hidden ? <HiddenIcon /> : <ShownIcon />}
      </button>
      <button
        type="button"
        class="quiet"
        aria-label={`Remove task ${name}`}
        title="Remove"
        disabled={state.doc.scenario.threads.length === 1}
        onClick={() => dispatch({ type: 'remove', index })}
      >
        <RemoveIcon />
      </button>
    </div>
  );
}

function Attributes(props: TaskProps): JSX.Element {
  const { thread, index, dispatch } = props;
  const { name, policy, nice } = thread;
  const change = (change: ThreadChange): void => dispatch({ type: 'thread', index, change });
  return (
    <>
      <Choice
        label="class"
        value={policy ?? 'NORMAL'}
        options={POLICIES}
        hint="Scheduling policy, as in sched(7)"
        hooks={{ 'data-task': name, 'data-field': 'policy' }}
        onChange={(value) => change({ policy: value === 'NORMAL' ? undefined : value })}
      />
      <Quantity
        label="nice"
        name={`nice of ${name}`}
        hint="Nice value, −20 (heaviest) to 19 (lightest); default 0"
        value={nice ?? 0}
        scale={NICE}
        notation={WHOLE}
        hooks={{ 'data-task': name, 'data-field': 'nice' }}
        changed={(nice ?? 0) !== 0}
        onInput={(value) => change({ nice: value === 0 ? undefined : value })}
        onReset={() => change({ nice: undefined })}
      />
      <Slice name={name} slice_ns={thread.slice_ns} onChange={(slice_ns) => change({ slice_ns })} />
    </>
  );
}

interface SliceProps {
  readonly name: string;
  readonly slice_ns: number | undefined;
  readonly onChange: (slice_ns: number | undefined) => void;
}

/** A slice of its own, or the way to get one. */
function Slice({ name, slice_ns, onChange }: SliceProps): JSX.Element {
  if (slice_ns === undefined) return <NoSlice name={name} onChange={onChange} />;
  return (
    <Quantity
      label="slice"
      name={`slice of ${name}`}
      hint="Requested slice, sched_attr.sched_runtime"
      value={slice_ns}
      scale={SLICE}
      notation={DURATION}
      changed
      hooks={{ 'data-task': name, 'data-field': 'slice_ns' }}
      onInput={onChange}
      onReset={() => onChange(undefined)}
    />
  );
}

function NoSlice({ name, onChange }: Omit<SliceProps, 'slice_ns'>): JSX.Element {
  return (
    <div class="quantity">
      <span class="quantity-label">slice</span>
      <button
        type="button"
        class="wide"
        data-task={name}
        data-field="slice-custom"
        title="Ask for a slice of its own, as sched_setattr does"
        onClick={() => onChange(SLICE_AT_FIRST_NS)}
      >
        default · set one
      </button>
    </div>
  );
}

function Program({ thread, index, dispatch }: TaskProps): JSX.Element {
  const { name, script } = thread;
  const pattern = patternOf(script);
  const choose = (value: string): void => {
    if (value !== 'listed') dispatch({ type: 'thread', index, change: { script: TEMPLATES[value as keyof typeof TEMPLATES] } });
  };
  return (
    <>
      <Choice
        label="does"
        value={pattern}
        options={pattern === 'listed' ? [...PATTERNS, AS_LISTED] : PATTERNS}
        hint={summary(thread)}
        hooks={{ 'data-task': name, 'data-field': 'pattern' }}
        onChange={choose}
      />
      {timesOf(script).map((time) => (
        <StepTime
          key={time.step}
          time={time}
          name={name}
          onInput={(us) => dispatch({ type: 'thread', index, change: { script: withTime(script, time.step, us) } })}
        />
      ))}
    </>
  );
}

function StepTime({ time, name, onInput }: { time: Time; name: string; onInput: (us: number) => void }): JSX.Element {
  const word = WORDS[time.verb] ?? time.verb;
  return (
    <Quantity
      label={word}
      name={`${name} ${word}, step ${time.step + 1}`}
      hint="Step of its program; whole µs"
      value={fromUs(time.us)}
      scale={STEP}
      notation={DURATION}
      hooks={{ 'data-task': name, 'data-field': `step-${time.step}` }}
      onInput={(value) => onInput(Math.max(1, toUs(value)))}
    />
  );
}

/** A program in one line: `run 500 µs, sleep 41.5 ms, run 20 ms`. */
export function summary({ script }: Thread): string {
  return script.map(([verb, ...args]) => [verb, ...args.map((arg) => word(verb, arg))].join(' ')).join(', ');
}

function word(verb: string, arg: unknown): string {
  if (typeof arg === 'number' && verb in WORDS) return arg === 0 && verb === 'run' ? 'for ever' : formatDuration(fromUs(arg));
  return typeof arg === 'object' ? JSON.stringify(arg) : String(arg);
}
