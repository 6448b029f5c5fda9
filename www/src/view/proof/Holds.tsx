/** What holds each preset, those without recordings first of all. */
import type { JSX } from 'preact';
import { holdsOf } from '../../proof/agreement';
import type { Proof } from '../../proof/data';

/** A preset a row. */
export function Holds({ proof }: { proof: Proof }): JSX.Element {
  return (
    <section aria-labelledby="holds-title">
      <h2 id="holds-title">What holds each preset</h2>
      <p class="note">
        Every preset also keeps the laws over random scenarios: each pick is the one that a search through the whole queue finds, the
        sums of the queue are those of its entities after every event, time is conserved, and each wait is counted once.
      </p>
      <dl class="proof-list">
        {proof.presets.map((preset) => (
          <div key={preset.name}>
            <dt>
              {preset.policy} {preset.name}
              {preset.recorded.length === 0 ? <span class="no-recording">no recording</span> : null}
            </dt>
            {holdsOf(preset).map((sentence) => (
              <dd key={sentence}>{sentence}</dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}
