/** The numbers of a decision: the rule with its operands, and the candidates. */
import type { JSX } from 'preact';
import { SIDE_NAMES, type SideIndex } from '../state/doc';
import { candidateName, chosenPlaces, grouped, tagsOf } from '../numbers/tell';
import type { Decision } from '../worker/protocol';
import { Letter } from './Letter';
import { Tests } from './Tests';
import { VirtualAxis } from './VirtualAxis';

/** In a narrow window the numbers would push everything else out of sight; there they open when asked for. */
const ROOMY = matchMedia('(min-width: 1001px)').matches;
/** Room is kept for so many candidates, so that what stands below seldom moves. */
const KEPT_ROWS_MAX = 3;
/** Two lines in the table, and its row on the axis. */
const ROW_EM = 4.1;
const HEAD_EM = 3.2;

interface Props {
  readonly decision: Decision;
  /** Deadlines, slices and eligibility exist only there. */
  readonly eevdf: boolean;
  /** How many tasks there are: there can be as many candidates. */
  readonly tasks: number;
  readonly colorOf: (task: string) => string | undefined;
  /** Shows the lines of a CPU. */
  readonly onCpu: (cpu: number) => void;
}

/** Rule, source, operands and candidates, under a heading that closes them. */
export function DecisionDetail({ side, ...props }: Props & { side: SideIndex }): JSX.Element {
  const { decision, tasks } = props;
  const height_em = HEAD_EM + ROW_EM * Math.min(tasks, KEPT_ROWS_MAX);
  return (
    <details class="detail" open={ROOMY} aria-label={`Numbers of the decision on side ${SIDE_NAMES[side]}`}>
      <summary>
        <Letter side={side} silent />
        <code class="rule">{decision.rule}</code>
        <span class="source">{decision.source}</span>
      </summary>
      <Operands decision={decision} />
      {decision.levels.length > 0 ? <Levels levels={decision.levels} /> : null}
      <div class="candidates-place" style={{ minHeight: `${height_em}em` }}>
        {decision.between ? <Tests between={decision.between} onCpu={props.onCpu} /> : null}
        {decision.candidates.length > 0 ? <Candidates {...props} /> : null}
      </div>
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

/** A pick in groups falls level by level; the sentence has the rule of the last one. */
function Levels({ levels }: { levels: Decision['levels'] }): JSX.Element {
  return (
    <ol class="levels" aria-label="The pick, level by level">
      {levels.map(({ chosen, because, decides }) => (
        <li key={chosen} class={decides ? 'decides' : ''}>
          <span class="marker" aria-hidden="true">
            {decides ? '▸' : ''}
          </span>
          <span>
            <strong>{chosen}</strong>
            {decides ? <span class="visually-hidden">, which decides</span> : null}: {because}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Candidates({ decision, eevdf, colorOf }: Props): JSX.Element {
  const chosen = chosenPlaces(decision);
  return (
    <div class="scroll-x" tabIndex={0} role="group" aria-label="Candidates">
      {chosen.size === 0 ? <p class="note">Below, in the fair class:</p> : null}
      <VirtualAxis candidates={decision.candidates} chosen={chosen} eevdf={eevdf} colorOf={colorOf} />
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
        {decision.candidates.map((one, place) => (
          <Candidate
            key={candidateName(one)}
            one={one}
            chosen={chosen.has(place)}
            eevdf={eevdf}
            color={one.group ? undefined : colorOf(one.name)}
          />
        ))}
      </table>
    </div>
  );
}

interface CandidateProps {
  readonly one: Decision['candidates'][number];
  readonly chosen: boolean;
  readonly eevdf: boolean;
  readonly color: string | undefined;
}

function Candidate({ one, chosen, eevdf, color }: CandidateProps): JSX.Element {
  return (
    <tbody class={chosen ? 'chosen' : ''}>
      <tr>
        <th scope="row" title={candidateName(one)} style={{ '--depth': one.depth }}>
          {one.group ? null : <span class="swatch" style={color ? { background: color } : {}} />} {candidateName(one)}
          {chosen ? <span class="visually-hidden">, chosen</span> : null}
        </th>
        <td>{grouped(one.vruntime_ns)}</td>
        <td>{grouped(one.lag_ns)}</td>
        {eevdf ? <td>{grouped(one.deadline_ns)}</td> : null}
      </tr>
      <tr>
        <td class="tags" colSpan={eevdf ? 4 : 3} style={{ '--depth': one.depth }}>
          {chosen ? <span aria-hidden="true">▸ chosen · </span> : null}
          {tagsOf(one, eevdf).join(' · ')}
        </td>
      </tr>
    </tbody>
  );
}
