/** The decision at the playhead on each side: the sentence, the rule with its numbers, the candidates. */
import type { JSX } from 'preact';
import { BOTH, SIDE_NAMES, type SideIndex } from '../doc';
import { lessonOf } from '../gallery';
import { sideTitle } from '../session';
import type { State } from '../state';
import { formatClock, formatDuration } from '../time';
import type { Decision } from '../worker/protocol';

export function Inspector({ state }: { state: State }): JSX.Element {
  const lesson = lessonOf(state.doc.scenario);
  return (
    <aside class="inspector" aria-label="Decision at the playhead">
      <section id="decision" class="decisions" aria-live={state.playing ? 'off' : 'polite'}>
        {BOTH.map((side) => <Sentence key={side} side={side} state={state} />)}
      </section>
      {BOTH.map((side) => {
        const decision = state.answers.decisions[side];
        return decision ? <Detail key={side} side={side} decision={decision} /> : null;
      })}
      {lesson ? <p class="lesson"><span class="lesson-mark">What to see</span> {lesson}</p> : null}
    </aside>
  );
}

function Sentence({ side, state }: { side: SideIndex; state: State }): JSX.Element {
  const decision = state.answers.decisions[side];
  return (
    <div class="sentence" data-side={side}>
      <p class="sentence-head">
        <span class={`letter letter-${SIDE_NAMES[side].toLowerCase()}`} aria-hidden="true">{SIDE_NAMES[side]}</span>
        <span>{sideTitle(state, side).slice(4)}</span>
        <span class="spring" />
        <span class="when">{decision ? formatClock(decision.t_ns) : ''}</span>
      </p>
      <p class="sentence-text">{decision ? decision.sentence : state.answers.summary ? 'Nothing has been decided yet.' : '\u00a0'}</p>
    </div>
  );
}

function Detail({ side, decision }: { side: SideIndex; decision: Decision }): JSX.Element {
  return (
    <section class="detail" aria-label={`Numbers of the decision on side ${SIDE_NAMES[side]}`}>
      <header>
        <span class={`letter letter-${SIDE_NAMES[side].toLowerCase()}`} aria-hidden="true">{SIDE_NAMES[side]}</span>
        <code class="rule">{decision.rule}</code>
        <span class="source">{decision.source}</span>
      </header>
      {decision.operands.length > 0 ? <Operands decision={decision} /> : null}
      {decision.candidates.length > 0 ? <Candidates decision={decision} /> : null}
    </section>
  );
}

function Operands({ decision }: { decision: Decision }): JSX.Element {
  return (
    <dl class="operands">
      {decision.operands.map(({ name, value }) => (
        <div key={name}><dt>{name}</dt><dd>{grouped(value)}</dd></div>
      ))}
    </dl>
  );
}

function Candidates({ decision }: { decision: Decision }): JSX.Element {
  return (
    <div class="scroll-x" tabIndex={0} role="group" aria-label="Candidates">
      <table class="candidates">
        <thead>
          <tr>
            <th scope="col">candidate</th>
            <th scope="col" title="vruntime, in virtual ns">vruntime</th>
            <th scope="col" title="How far the entity is behind the queue’s average, in virtual ns; eligible from 0 on">lag</th>
            <th scope="col" title="Virtual deadline, in virtual ns">deadline</th>
          </tr>
        </thead>
        {decision.candidates.map((one) => <Candidate key={one.name} one={one} chosen={one.name === decision.task} />)}
      </table>
    </div>
  );
}

function Candidate({ one, chosen }: { one: Decision['candidates'][number]; chosen: boolean }): JSX.Element {
  const tags = [one.state, one.eligible ? 'eligible' : 'not eligible', ...(one.protected ? ['slice protected'] : []), `weight ${one.weight}`, `slice ${formatDuration(one.slice_ns)}`];
  return (
    <tbody class={chosen ? 'chosen' : ''}>
      <tr>
        <th scope="row">{one.name}</th>
        <td>{grouped(one.vruntime_ns)}</td>
        <td>{grouped(one.lag_ns)}</td>
        <td>{grouped(one.deadline_ns)}</td>
      </tr>
      <tr><td class="tags" colSpan={4}>{tags.join(' · ')}</td></tr>
    </tbody>
  );
}

/** Whole numbers with a thin space between thousands, and a real minus; anything else as it stands. */
export function grouped(value: string): string {
  const match = /^(-?)(\d+)$/.exec(value);
  return match ? (match[1] ? '\u2212' : '') + match[2]!.replace(/\B(?=(\d{3})+$)/g, '\u202f') : value;
}
