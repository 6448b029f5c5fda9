/** What a side did as a whole: idle time, switches, costs, and the sum of lags at the playhead. */
import type { JSX, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Context } from '../commands';
import { movesOf, moveWords, totalOf } from '../numbers/cpus';
import { count, shortDuration, type Source } from '../numbers/metrics';
import { formatDuration } from '../time';
import type { SideSummary, SideValues } from '../worker/protocol';
import { Letter } from './Letter';
import { useShown } from './size';

interface Props {
  readonly sources: readonly Source[];
  readonly context: Context;
  /** What has to be in sight for the engine to be asked. */
  readonly host: RefObject<HTMLElement | null>;
}

/** A line for each side. The sums of lags write themselves, as they change with the playhead. */
export function MetricsFoot({ sources, context, host }: Props): JSX.Element {
  const foot = useRef<HTMLDivElement>(null);
  const shown = useShown(host);
  const { revision } = context.store.state.answers;
  useEffect(() => (shown ? watchSums(context, foot.current!) : undefined), [shown, revision, context]);
  return (
    <div class="metrics-foot" ref={foot}>
      {sources.map((source) => (source.summary ? <Whole key={source.letter} source={source} summary={source.summary} /> : null))}
    </div>
  );
}

function Whole({ source, summary }: { source: Source; summary: SideSummary }): JSX.Element {
  const { idle_ns, end_ns, switches, cpus, costs } = summary;
  const cost_ns = costs.reduce((sum, { total_ns }) => sum + total_ns, 0);
  return (
    <div class="whole">
      <Letter side={source.side} />
      <dl>
        <Fact name="idle" value={`${shortDuration(idle_ns)} of ${cpus.length > 1 ? `${cpus.length} × ` : ''}${shortDuration(end_ns)}`} />
        <Fact name="switches" value={count(switches)} />
        {cpus.length > 1 ? <Between summary={summary} /> : null}
        <div>
          <dt title="Σ w · (V − v) over all that are queued: zero but for rounding, which stays below Σ w">
            Σ lag at the playhead
          </dt>
          <dd data-sum={source.side} />
        </div>
        <div class="costs">
          <dt>kernel paths</dt>
          <dd>{costs.length === 0 ? 'cost nothing' : `${shortDuration(cost_ns)}: ${costs.map(costWords).join(', ')}`}</dd>
        </div>
      </dl>
    </div>
  );
}

/** What happened between CPUs, as a whole; each CPU is a row of the table below. */
function Between({ summary }: { summary: SideSummary }): JSX.Element {
  const moves = movesOf(summary.cpus.map((cpu) => cpu.moves));
  return (
    <>
      <div>
        <dt title="Time in which a CPU was idle while another one of its last-level cache had two tasks or more that wanted to run">
          idle while queued
        </dt>
        <dd>{shortDuration(summary.idle_queued_ns)}</dd>
      </div>
      <Fact name="came from another CPU" value={moveWords(moves)} />
      {summary.levels.map(({ name, moves }) => (
        <Fact key={name} name={`within ${name}`} value={count(totalOf(moves))} />
      ))}
    </>
  );
}

const Fact = ({ name, value }: { name: string; value: string }): JSX.Element => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

const costWords = ({ name, count: times, each_ns, total_ns }: SideSummary['costs'][number]): string =>
  `${name} ${count(times)} × ${formatDuration(each_ns)} = ${shortDuration(total_ns)}`;

/** Not more often than it can be read. */
const APART_MS = 120;

/** Asks for the sums whenever the playhead has moved, and writes them; returns how to stop. */
function watchSums({ playhead, session, store }: Context, foot: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const ask = async (): Promise<void> => {
    timer = null;
    const answer = await session.query({ type: 'values', t_ns: playhead.at_ns, cpu: store.state.doc.lanes.cpu }, 'sum of lags');
    if (answer?.type === 'values') answer.sides.forEach((values, side) => write(foot, side, values));
  };
  const moved = (): void => {
    timer ??= setTimeout(() => void ask(), APART_MS);
  };
  void ask();
  const unsubscribe = playhead.subscribe(moved);
  return () => {
    unsubscribe();
    if (timer !== null) clearTimeout(timer);
  };
}

function write(foot: HTMLElement, side: number, { lag_sum, weight_sum }: SideValues): void {
  const place = foot.querySelector(`[data-sum='${side}']`);
  if (place) place.textContent = `${lag_sum.replace('-', '\u2212')}, within ±Σ w = ${count(weight_sum)}`;
}
