/** Quiet marks at a setting that is out of the ordinary. */
import type { JSX } from 'preact';
import { SIDE_NAMES, type SideIndex } from '../../state/doc';
import type { Setting } from '../../knobs/settings';

interface Props<T> {
  readonly side: SideIndex;
  readonly setting: Setting<T>;
  readonly format: (value: T) => string;
}

/** What the other side has, where that differs. */
export function Differs({ side, other }: { side: SideIndex; other: string | undefined }): JSX.Element | null {
  if (other === undefined) return null;
  const letter = SIDE_NAMES[1 - side];
  return (
    <span class="mark" title={`${letter} has ${other}`}>
      ≠&nbsp;{letter}&nbsp;{other}
    </span>
  );
}

/** Where the other side differs, and whether the scenario's file sets it. */
export function Marks<T>({ side, setting, format }: Props<T>): JSX.Element {
  const { other, from } = setting;
  return (
    <>
      <Differs side={side} other={other === undefined ? undefined : format(other)} />
      {from === 'scenario' ? (
        <span class="mark" title="The scenario’s file sets it">
          by the scenario
        </span>
      ) : null}
    </>
  );
}
