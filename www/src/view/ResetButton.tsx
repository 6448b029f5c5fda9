/** Takes one thing back to what it is when nobody sets it. */
import type { JSX } from 'preact';
import { ResetIcon } from './icons';

interface Props {
  /** What is taken back, in words. */
  readonly name: string;
  readonly changed: boolean;
  readonly onReset: (() => void) | undefined;
}

/** A button that stands there always, and can be pressed where there is something to take back. */
export function ResetButton({ name, changed, onReset }: Props): JSX.Element {
  return (
    <button
      type="button"
      class="quiet reset"
      disabled={!changed}
      aria-label={`Reset ${name} to its default`}
      title="Reset to the default"
      onClick={onReset}
    >
      <ResetIcon />
    </button>
  );
}
