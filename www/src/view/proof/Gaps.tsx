/** What no recording can tell, by kernel. */
import type { JSX } from 'preact';
import type { Proof } from '../../proof/data';

/** Known gaps, each in a sentence, of one CPU and of several. */
export function Gaps({ proof }: { proof: Proof }): JSX.Element {
  return (
    <section aria-labelledby="gaps-title">
      <h2 id="gaps-title">What these recordings cannot tell</h2>
      <p class="note">A rule that can be broken without a recording noticing rests on the sources and on worked examples; a test holds this list.</p>
      <List gaps={proof.gaps} everyone="every kernel" />
      <h3>Of several CPUs</h3>
      <List gaps={proof.several_gaps} everyone="every kernel that was recorded on several" />
    </section>
  );
}

/** What is said of every kernel is said once. */
function List({ gaps, everyone }: { gaps: Proof['gaps']; everyone: string }): JSX.Element {
  const [first, ...others] = gaps;
  const shared = (first?.words ?? []).filter((words) => others.every((gap) => gap.words.includes(words)));
  return (
    <dl class="proof-list">
      <Gap name={everyone} words={shared} />
      {gaps.map(({ kernel, words }) => (
        <Gap key={kernel} name={kernel} words={words.filter((sentence) => !shared.includes(sentence))} />
      ))}
    </dl>
  );
}

function Gap({ name, words }: { name: string; words: readonly string[] }): JSX.Element | null {
  if (words.length === 0) return null;
  return (
    <div>
      <dt>{name}</dt>
      {words.map((sentence) => (
        <dd key={sentence}>{sentence}</dd>
      ))}
    </div>
  );
}
