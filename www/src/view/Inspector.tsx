/** The decision at the playhead on each side: the sentence, the rule with its numbers, the candidates. */
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { BOTH, SIDE_NAMES, type SideIndex } from '../doc';
import { lessonOf } from '../gallery';
import { sideTitle } from '../session';
import { presetOf, type State } from '../state';
import type { Playhead } from '../store';
import { formatClock, formatDuration } from '../time';
import type { Decision } from '../worker/protocol';

/** In a narrow window the numbers would push everything else out of sight; there they open when asked for. */
const ROOMY = matchMedia('(min-width: 1001px)').matches;

interface Props {
  readonly state: State;
  readonly playhead: Playhead;
}

/** Both sides' decisions, one under the other; before the engine has answered, their empty places. */
export function Inspector({ state, playhead }: Props): JSX.Element {
  const lesson = lessonOf(state.doc.scenario);
  return (
    <aside class="inspector" aria-label="Decision at the playhead">
      {lesson ? (
        <p class="lesson">
          <span class="lesson-mark">What to see</span> {lesson}
        </p>
      ) : null}
      <section id="decision" class="decisions" aria-live={state.playing ? 'off' : 'polite'}>
        {BOTH.map((side) => (
          <Sentence key={side} side={side} state={state} playhead={playhead} />
        ))}
      </section>
      {BOTH.map((side) => {
        const decision = state.answers.decisions[side];
        return decision ? (
          <Detail key={side} side={side} decision={decision} eevdf={presetOf(state, side)?.family === 'EEVDF'} />
        ) : null;
      })}
    </aside>
  );
}

function Sentence({ side, state, playhead }: Props & { side: SideIndex }): JSX.Element {
  const decision = state.answers.decisions[side];
  return (
    <div class="sentence" data-side={side}>
      <p class="sentence-head">
        <Letter side={side} />
        <span>{sideTitle(state, side).slice(4)}</span>
        <span class="spring" />
        {decision ? <When t_ns={decision.t_ns} playhead={playhead} /> : null}
      </p>
      <p class="sentence-text">
        {decision ? decision.sentence : state.answers.summary ? 'Nothing has been decided yet.' : '\u00a0'}
      </p>
    </div>
  );
}

const Letter = ({ side }: { side: SideIndex }): JSX.Element => (
  <span class={`letter letter-${SIDE_NAMES[side].toLowerCase()}`} aria-hidden="true">
    {SIDE_NAMES[side]}
  </span>
);

/** When it was decided, and how long before the playhead; it writes itself, as the playhead moves with every frame. */
function When({ t_ns, playhead }: { t_ns: number; playhead: Playhead }): JSX.Element {
  const ago = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const write = (): void => {
      const passed_ns = playhead.at_ns - t_ns;
      ago.current?.closest('.sentence')?.classList.toggle('now', passed_ns === 0);
      if (ago.current) ago.current.textContent = passed_ns > 0 ? `${formatDuration(passed_ns)} ago` : '';
    };
    write();
    return playhead.subscribe(write);
  }, [t_ns, playhead]);
  return (
    <>
      <span class="ago" ref={ago} aria-hidden="true" />
      <span class="when">{formatClock(t_ns)}</span>
    </>
  );
}

interface DetailProps {
  readonly decision: Decision;
  /** Deadlines, slices and eligibility exist only there. */
  readonly eevdf: boolean;
}

function Detail({ side, decision, eevdf }: DetailProps & { side: SideIndex }): JSX.Element {
  return (
    <details class="detail" open={ROOMY} aria-label={`Numbers of the decision on side ${SIDE_NAMES[side]}`}>
      <summary>
        <Letter side={side} />
        <code class="rule">{decision.rule}</code>
        <span class="source">{decision.source}</span>
      </summary>
      {decision.operands.length > 0 ? <Operands decision={decision} /> : null}
      {decision.candidates.length > 0 ? <Candidates decision={decision} eevdf={eevdf} /> : null}
    </details>
  );
}

function Operands({ decision }: { decision: Decision }): JSX.Element {
  return (
    <dl class="operands">
      {decision.operands.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{grouped(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Candidates({ decision, eevdf }: DetailProps): JSX.Element {
  const { kind, task, other } = decision;
  // A switch is told from the task that leaves; the one that was chosen is the other.
  const chosen = kind.startsWith('Switch') ? other : task;
  return (
    <div class="scroll-x" tabIndex={0} role="group" aria-label="Candidates">
      <table class={eevdf ? 'candidates' : 'candidates few'}>
        <thead>
          <tr>
            <th scope="col">task</th>
            <th scope="col" title="vruntime, in virtual ns">
              vruntime
            </th>
            <th scope="col" title="How far the entity is behind the queue’s average, in virtual ns">
              lag
            </th>
            {eevdf ? (
              <th scope="col" title="Virtual deadline, in virtual ns">
                deadline
              </th>
            ) : null}
          </tr>
        </thead>
        {decision.candidates.map((one) => (
          <Candidate key={one.name} one={one} chosen={one.name === chosen} eevdf={eevdf} />
        ))}
      </table>
    </div>
  );
}

function Candidate({
  one,
  chosen,
  eevdf,
}: {
  one: Decision['candidates'][number];
  chosen: boolean;
  eevdf: boolean;
}): JSX.Element {
  const tags = [one.state, `weight ${one.weight}`];
  if (eevdf) tags.push(one.eligible ? 'eligible' : 'not eligible', `slice ${formatDuration(one.slice_ns)}`);
  if (one.protected) tags.push('slice protected');
  return (
    <tbody class={chosen ? 'chosen' : ''}>
      <tr>
        <th scope="row">
          {chosen ? <span aria-label="chosen">▸ </span> : null}
          {one.name}
        </th>
        <td>{grouped(one.vruntime_ns)}</td>
        <td>{grouped(one.lag_ns)}</td>
        {eevdf ? <td>{grouped(one.deadline_ns)}</td> : null}
      </tr>
      <tr>
        <td class="tags" colSpan={eevdf ? 4 : 3}>
          {tags.join(' · ')}
        </td>
      </tr>
    </tbody>
  );
}

/** Whole numbers with a thin space between thousands, and a real minus; anything else as it stands. */
export function grouped(value: string): string {
  const match = /^(-?)(\d+)$/.exec(value);
  return match ? (match[1] ? '\u2212' : '') + match[2]!.replace(/\B(?=(\d{3})+$)/g, '\u202f') : value;
}
