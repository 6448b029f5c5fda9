/** Clamps that a task or a group asks for. */
import type { JSX } from 'preact';
import { WHOLE } from '../knobs/notation';
import { CLAMP_MAX } from '../state/edit/clamps';
import { Quantity } from './Quantity';
import { Unset } from './Unset';

const SCALE = { min: 0, max: CLAMP_MAX, log: false };
/** Seen at once where clocks follow: half of the biggest CPU. */
const MAX_AT_FIRST = 512;

/** What is asked for; `undefined` is nothing. */
export interface Asked {
  readonly uclamp_min?: number | undefined;
  readonly uclamp_max?: number | undefined;
}

interface Props {
  /** Whose they are. */
  readonly name: string;
  readonly asked: Asked;
  readonly hooks: Readonly<Record<`data-${string}`, string>>;
  /** As the kernel calls the two. */
  readonly kernel: readonly [min: string, max: string];
  readonly onChange: (change: Asked) => void;
}

/** Asking for anything, also for what is the default, turns the kernel's counting on. */
export function ClampFields({ name, asked, hooks, kernel, onChange }: Props): JSX.Element {
  const { uclamp_min, uclamp_max } = asked;
  if (uclamp_min === undefined && uclamp_max === undefined) {
    return (
      <Unset
        label="clamps"
        hint={`Not to be taken for less or more than some utilisation: ${kernel.join(', ')}`}
        hooks={{ ...hooks, 'data-field': 'clamps-set' }}
        words="none · set them"
        onSet={() => onChange({ uclamp_max: MAX_AT_FIRST })}
      />
    );
  }
  return (
    <>
      <Quantity
        label="util min"
        name={`clamp min of ${name}`}
        hint={`${kernel[0]}: not to be taken for less, 0 to 1024`}
        value={uclamp_min ?? 0}
        scale={SCALE}
        standard={0}
        notation={WHOLE}
        hooks={{ ...hooks, 'data-field': 'uclamp_min' }}
        changed={uclamp_min !== undefined}
        onInput={(value) => onChange({ uclamp_min: value })}
        onReset={() => onChange({ uclamp_min: undefined })}
      />
      <Quantity
        label="util max"
        name={`clamp max of ${name}`}
        hint={`${kernel[1]}: not to be taken for more, 0 to 1024`}
        value={uclamp_max ?? CLAMP_MAX}
        scale={SCALE}
        standard={CLAMP_MAX}
        notation={WHOLE}
        hooks={{ ...hooks, 'data-field': 'uclamp_max' }}
        changed={uclamp_max !== undefined}
        onInput={(value) => onChange({ uclamp_max: value })}
        onReset={() => onChange({ uclamp_max: undefined })}
      />
    </>
  );
}
