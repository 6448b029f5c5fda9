/** What no recording can tell, by kernel. */
import type { JSX } from 'preact';
import type { Proof } from '../../proof/data';

/** Known gaps, each in a sentence. What is said of every kernel is said once. */
export function Gaps({ proof }: { proof: Proof }): JSX.Element {
  const [first, ...others] = proof.gaps;
  const shared = (first?.words ?? []).filter((words) => others.every((gap) => gap.words.includes(words)));
  return (
    <section aria-labelledby="gaps-title">
      <h2 id="gaps-title">What these recordings cannot tell</h2>
      <p class="note">A rule that can be broken without a recording noticing rests on the sources and on worked examples; a test holds this list.</p>
      <dl class="proof-list">
        <Gap name="every kernel" words={shared} />
        {proof.gaps.map(({ kernel, words }) => (
          <Gap key={kernel} name={kernel} words={words.filter((sentence) => !shared.includes(sentence))} />
        ))}
      </dl>
    </section>
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
