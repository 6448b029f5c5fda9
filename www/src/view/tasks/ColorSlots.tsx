/** Which of the palette's colours a task has. */
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { SLOTS, slotOf, type Slot } from '../../tasks/palette';
import { isDark } from '../../state/state';
import { ResetIcon } from '../icons';
import type { TaskProps } from './props';

/** Eight slots, each with its dashes; without a choice the task's place decides. */
export function ColorSlots({ thread, index, state, dispatch }: TaskProps): JSX.Element {
  const group = useId();
  const { name, color } = thread;
  const dark = isDark(state);
  const choose = (slot: number | undefined): void => dispatch({ type: 'thread', index, change: { color: slot } });
  return (
    <div class="slots" role="radiogroup" aria-label={`Colour of ${name}`}>
      <span class="choice-label">colour</span>
      <span class="slots-row">
        {SLOTS.map((slot, i) => (
          <label key={slot.name} title={slot.name}>
            <input
              type="radio"
              name={group}
              checked={slotOf(thread, index) === i}
              aria-label={slot.name}
              data-task={name}
              data-color={i}
              onChange={() => choose(i)}
            />
            <Sample slot={slot} dark={dark} />
          </label>
        ))}
      </span>
      <button
        type="button"
        class="quiet reset"
        disabled={color === undefined}
        aria-label={`Colour ${name} by its place`}
        title="By its place among the tasks"
        onClick={() => choose(undefined)}
      >
        <ResetIcon />
      </button>
    </div>
  );
}

function Sample({ slot, dark }: { slot: Slot; dark: boolean }): JSX.Element {
  const color = dark ? slot.dark : slot.light;
  return (
    <svg viewBox="0 0 18 18" aria-hidden="true">
      <rect width="18" height="12" fill={color} />
      <path d="M0 16h18" stroke={color} stroke-width="2" stroke-dasharray={slot.dash_px.map((px) => px * 0.6).join(' ')} />
    </svg>
  );
}
