/** Every look of the chosen CPU for tasks of others, also those that the log leaves out. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Context } from '../commands';
import type { SideIndex } from '../state/doc';
import { shownSides, visible, type State } from '../state/state';
import { formatDuration } from '../time';
import type { Look } from '../worker/protocol';
import { Letter } from './Letter';
import { Tests } from './Tests';

interface Props {
  readonly state: State;
  readonly context: Context;
  /** Shows the lines of a CPU. */
  readonly onCpu: (cpu: number) => void;
}

/** What was listed, and for what: another run or another CPU makes it stale. */
interface Listed {
  readonly revision: number;
  readonly cpu: number;
  readonly sides: readonly { readonly side: SideIndex; readonly looks: readonly Look[] }[];
}

/** Nothing on a machine with one CPU. They are found by running again, and so listed when asked for. */
export function Looks(props: Props): JSX.Element | null {
  const { state, context } = props;
  const [listed, setListed] = useState<Listed | null>(null);
  const { cpu } = state.doc.lanes;
  const { revision, summary } = state.answers;
  if ((summary?.sides[0]?.cpus.length ?? 1) < 2) return null;
  const list = async (): Promise<void> => {
    const { from_ns, to_ns } = visible(state);
    const asked = shownSides(state).map(async (side) => {
      const answer = await context.session.query({ type: 'looks', side, cpu, from_ns, to_ns }, `looks ${side}`);
      return { side, looks: answer?.type === 'looks' ? answer.looks : [] };
    });
    setListed({ revision, cpu, sides: await Promise.all(asked) });
  };
  const fresh = listed?.revision === revision && listed.cpu === cpu ? listed : null;
  return (
    <details class="detail looks" aria-label={`Looks of CPU ${cpu} for tasks of others`}>
      <summary>
        <span>Looks of CPU {cpu} for tasks</span>
      </summary>
      <p>
        <button type="button" onClick={() => void list()}>
          List those in the window
        </button>
      </p>
      {fresh?.sides.map((one) => (
        <Listing key={one.side} {...one} {...props} />
      ))}
    </details>
  );
}

function Listing({ side, looks, context, onCpu }: Props & Listed['sides'][number]): JSX.Element {
  return (
    <ol aria-label={`Side ${side === 0 ? 'A' : 'B'}`}>
      {looks.length === 0 ? <li class="note">None here.</li> : null}
      {looks.map((look, place) => (
        <li key={place}>
          <details>
            <summary title={look.told ? 'Also in the log' : 'Not in the log'}>
              <span>
                <Letter side={side} /> {look.domain ? `${look.domain}: ` : ''}
                {look.sentence}
              </span>
            </summary>
            <button type="button" class="quiet" onClick={() => context.session.walk.goTo(look.t_ns)}>
              Go to {formatDuration(look.t_ns)}
            </button>
            <Tests between={look.between} onCpu={onCpu} />
          </details>
        </li>
      ))}
    </ol>
  );
}
