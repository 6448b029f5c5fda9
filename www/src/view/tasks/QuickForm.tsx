/** A program as a pattern and its times. */
import type { JSX } from 'preact';
import { WHOLE_US } from '../../knobs/notation';
import { scaleOf } from '../../knobs/scale';
import { patternOf, TEMPLATES, timesOf, withChance, withTime, type Pattern, type Step, type Time } from '../../tasks/scenario';
import { fromUs, toUs } from '../../time';
import { Choice, type Option } from '../Choice';
import { Quantity } from '../Quantity';

const PATTERNS: readonly (Option & { value: Pattern })[] = [
  { value: 'always', label: 'runs all the time' },
  { value: 'turns', label: 'runs and sleeps' },
  { value: 'periodic', label: 'runs every period' },
];
const AS_LISTED: Option = { value: 'listed', label: 'its own steps' };
const WORDS: Readonly<Record<string, string>> = { run: 'runs', sleep: 'sleeps', periodic: 'every', until: 'until' };
/** Verbs whose time can be drawn at random. */
const OF_CHANCE = new Set(['run', 'sleep']);
const STEP = scaleOf(10_000, 1_000_000_000);
const STEP_LIMITS = scaleOf(1_000, 36_000_000_000_000);

interface Props {
  readonly name: string;
  readonly script: readonly Step[];
  readonly onChange: (script: readonly Step[]) => void;
}

/** Any program has the times that it has; another pattern begins with times of its own. */
export function QuickForm({ name, script, onChange }: Props): JSX.Element {
  const pattern = patternOf(script);
  const choose = (value: string): void => {
    if (value !== 'listed') onChange(TEMPLATES[value as keyof typeof TEMPLATES]);
  };
  return (
    <>
      <Choice
        label="does"
        value={pattern}
        options={pattern === 'listed' ? [...PATTERNS, AS_LISTED] : PATTERNS}
        hooks={{ 'data-task': name, 'data-field': 'pattern' }}
        onChange={choose}
      />
      {timesOf(script).map((time) => (
        <StepTime key={time.step} time={time} name={name} script={script} onChange={onChange} />
      ))}
    </>
  );
}

function StepTime({ time, name, script, onChange }: Props & { readonly time: Time }): JSX.Element {
  const { step, verb, us, random } = time;
  const word = WORDS[verb] ?? verb;
  return (
    <div class="step-time">
      <Quantity
        label={word}
        name={`${name} ${word}, step ${step + 1}`}
        hint={random ? 'Drawn anew each time, exponentially, with this mean' : 'A time in whole µs'}
        value={fromUs(us)}
        scale={STEP}
        limits={STEP_LIMITS}
        notation={WHOLE_US}
        hooks={{ 'data-task': name, 'data-field': `step-${step}` }}
        onInput={(value) => onChange(withTime(script, step, Math.max(1, toUs(value))))}
      />
      {OF_CHANCE.has(verb) ? (
        <button
          type="button"
          class="quiet reset"
          aria-pressed={random}
          aria-label={`At random: ${name} ${word}, step ${step + 1}`}
          title={random ? 'At random, with this mean; press for a fixed time' : 'Always the same; press for random times with this mean'}
          onClick={() => onChange(withChance(script, step, !random))}
        >
          ∼
        </button>
      ) : null}
    </div>
  );
}
