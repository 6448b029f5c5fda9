/** The axis of virtual time with all candidates on it: who is eligible, and whose deadline is the earliest. */
import type { JSX } from 'preact';
import { shortDuration } from '../numbers/metrics';
import type { Decision } from '../worker/protocol';
import { axisOf, type Axis, type Standing } from '../numbers/virtualAxis';

interface Props {
  readonly candidates: Decision['candidates'];
  /** The places of what was chosen. */
  readonly chosen: ReadonlySet<number>;
  readonly eevdf: boolean;
  readonly colorOf: (task: string) => string | undefined;
}

const WIDTH = 300;
/** Room for a dot at either end. */
const RIM = 8;
const TOP = 13;
const ROW_MAX = 11;
const HEIGHT_MAX = 88;

/** One row for each candidate, in the order of the table: a dot at its vruntime, a line to its deadline. */
export function VirtualAxis({ candidates, chosen, eevdf, colorOf }: Props): JSX.Element {
  const axis = axisOf(candidates, eevdf);
  const row = Math.min(ROW_MAX, HEIGHT_MAX / candidates.length);
  const height = TOP + row * candidates.length + 2;
  const v = placeOn(axis, 0);
  return (
    <svg class="virtual-axis" viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={wordsOf(axis, eevdf)}>
      {eevdf ? <rect class="eligible" x="0" y={TOP} width={v} height={height - TOP} /> : null}
      <path class="rule" d={`M0 ${height - 0.5}H${WIDTH}`} />
      <path class="v" d={`M${v} ${TOP - 2}V${height}`} />
      <text x={v} y={TOP - 4} text-anchor={v < WIDTH / 8 ? 'start' : 'middle'}>
        V
      </text>
      {eevdf && v > WIDTH / 4 ? (
        <text class="soft" x="2" y={TOP - 4}>
          eligible
        </text>
      ) : null}
      {axis.standings.map((one, i) => (
        <Mark
          key={one.name}
          one={one}
          axis={axis}
          y={TOP + row * (i + 0.5)}
          chosen={chosen.has(i)}
          color={candidates[i]!.group ? undefined : colorOf(one.name)}
        />
      ))}
    </svg>
  );
}

function placeOn({ least_ns, greatest_ns }: Axis, from_v_ns: number): number {
  const span_ns = greatest_ns - least_ns;
  return span_ns === 0 ? WIDTH / 2 : RIM + ((from_v_ns - least_ns) / span_ns) * (WIDTH - 2 * RIM);
}

interface MarkProps {
  readonly one: Standing;
  readonly axis: Axis;
  readonly y: number;
  readonly chosen: boolean;
  readonly color: string | undefined;
}

function Mark({ one, axis, y, chosen, color }: MarkProps): JSX.Element {
  const x = placeOn(axis, one.from_v_ns);
  const end = one.deadline_from_v_ns === null ? null : placeOn(axis, one.deadline_from_v_ns);
  return (
    <g style={{ color: color ?? '' }} class={chosen ? 'chosen' : ''}>
      <title>{standingWords(one, end !== null)}</title>
      {end === null ? null : <path class="to-deadline" d={`M${x} ${y}H${end}M${end} ${y - 3}v6`} />}
      <circle cx={x} cy={y} r={chosen ? 4 : 3} />
    </g>
  );
}

function standingWords({ name, from_v_ns, deadline_from_v_ns, eligible }: Standing, eevdf: boolean): string {
  const where = from_v_ns === 0 ? 'at V' : `${shortDuration(Math.abs(from_v_ns))} ${from_v_ns < 0 ? 'behind' : 'ahead of'} V`;
  if (!eevdf || deadline_from_v_ns === null) return `${name} ${where}`;
  const deadline = `${deadline_from_v_ns < 0 ? '' : '+ '}${shortDuration(deadline_from_v_ns)}`;
  return `${name} ${where}, ${eligible ? 'eligible' : 'not eligible'}, deadline at V ${deadline}`;
}

const wordsOf = ({ standings }: Axis, eevdf: boolean): string =>
  `Virtual time: ${standings.map((one) => standingWords(one, eevdf)).join('; ')}`;
