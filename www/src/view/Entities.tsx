/** The legend: a chip for each task, which highlights, isolates and hides it, and how its lines are drawn. */
import type { JSX } from 'preact';
import { dashOf, isHatched } from '../canvas/pattern';
import type { State } from '../state/state';
import type { Dispatch } from '../state/store';
import { classOf } from '../tasks/policies';
import type { Thread } from '../tasks/scenario';
import type { Axis, Lines } from '../worker/protocol';
import { entityHandlers } from './entity';
import { InGroup } from './InGroup';

interface Props {
  /** What is shown, whenever it is asked for. */
  readonly state: () => State;
  readonly dispatch: Dispatch;
}

/** One row; what does not fit scrolls sideways. */
export function Entities({ state, dispatch }: Props): JSX.Element {
  const { scenario, lines, hidden } = state().doc;
  return (
    <div class="entities" role="group" aria-label="Tasks and their lines">
      <div class="legend-chips" onWheel={(event) => (event.currentTarget.scrollLeft += event.deltaY)}>
        {scenario.threads.map((thread, index) => (
          <Chip key={index} thread={thread} index={index} state={state} dispatch={dispatch} />
        ))}
        {hidden.length > 0 ? (
          <button type="button" class="legend-chip" onClick={() => dispatch({ type: 'unhide' })}>
            Show all
          </button>
        ) : null}
      </div>
      <div class="legend-axes">
        {AXES.map((axis) => (
          <AxisChoice key={axis.line} {...axis} value={lines[axis.line]} dispatch={dispatch} />
        ))}
      </div>
    </div>
  );
}

type ChipProps = Props & { readonly thread: Thread; readonly index: number };

function Chip({ thread, index, state, dispatch }: ChipProps): JSX.Element {
  const { name, policy, cgroup, color: slot = index } = thread;
  const { doc, answers } = state();
  const isHidden = doc.hidden.includes(name);
  const fair = classOf(policy) === 'fair';
  const isFaint = doc.highlight !== '' && doc.highlight !== name;
  return (
    <button
      type="button"
      class="legend-chip"
      data-task={name}
      data-hidden={isHidden}
      data-faint={isFaint}
      {...entityHandlers(state, dispatch, name)}
    >
      <Sample color={answers.colors[index] ?? 'currentColor'} slot={slot} lined={fair} />
      <span class="legend-name">
        <InGroup name={cgroup} />
        {name}
      </span>
      {fair ? null : <span class="note">{policy}</span>}
      {isHidden ? <span class="visually-hidden">, lines hidden</span> : null}
    </button>
  );
}

/** A bit of its bar and, if it has lines, a bit of its line, as in the picture. */
function Sample({ color, slot, lined }: { color: string; slot: number; lined: boolean }): JSX.Element {
  return (
    <svg class={`legend-sample${lined ? '' : ' unlined'}`} viewBox={`0 0 ${lined ? 32 : 9} 10`} aria-hidden="true">
      <rect width="9" height="10" rx="2" fill={color} fill-opacity={isHatched(slot) ? 0.45 : 1} />
      {lined ? <path d="M11 5h21" stroke={color} stroke-width="2" stroke-dasharray={dashOf(slot).join(' ')} /> : null}
    </svg>
  );
}

interface AxisWords {
  readonly line: keyof Lines;
  readonly meaning: string;
  readonly words: Readonly<Record<Axis, string>>;
}

const AXES: readonly AxisWords[] = [
  {
    line: 'lag',
    meaning: 'Lag: V − vruntime in virtual time, or the service that is owed in real time',
    words: { off: 'off', relative: 'V − v', absolute: 'service' },
  },
  {
    line: 'vruntime',
    meaning: 'vruntime: relative to V (under CFS to min_vruntime), or as it is',
    words: { off: 'off', relative: '− V', absolute: 'absolute' },
  },
  {
    line: 'deadline',
    meaning: 'Virtual deadline (EEVDF): relative to V, or as it is',
    words: { off: 'off', relative: '− V', absolute: 'absolute' },
  },
];

const ORDER: readonly Axis[] = ['off', 'relative', 'absolute'];

type AxisProps = AxisWords & { readonly value: Axis; readonly dispatch: Dispatch };

function AxisChoice({ line, meaning, words, value, dispatch }: AxisProps): JSX.Element {
  return (
    <label class="legend-axis" title={meaning}>
      <span>{line}</span>
      <select
        value={value}
        aria-label={`Lines of ${line}`}
        data-lines={line}
        onChange={(event) => dispatch({ type: 'lines', change: { [line]: event.currentTarget.value as Axis } })}
      >
        {ORDER.map((axis) => (
          <option key={axis} value={axis} selected={axis === value}>
            {words[axis]}
          </option>
        ))}
      </select>
    </label>
  );
}
