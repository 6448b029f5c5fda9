/** The timeline: the whole run, the tasks, the picture, and the bar under it. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Context } from '../commands';
import type { State } from '../state/state';
import { Entities } from './Entities';
import { Figure } from './Figure';
import { Hints } from './Hints';
import { LaneBar } from './LaneBar';
import { Only } from './Only';
import { Overview } from './Overview';
import { FigurePlaces } from './places';
import { Transport } from './Transport';

interface Props {
  readonly state: State;
  readonly context: Context;
  /** Told of every frame that has been drawn. */
  readonly onDrawn: () => void;
}

/** From top to bottom; moving the window renders none of it anew. */
export function Stage({ state, context, onDrawn }: Props): JSX.Element {
  const [places] = useState(() => new FigurePlaces());
  const { doc, answers, playing, speed_ns_per_s } = state;
  const { store } = context;
  return (
    <>
      <Overview context={context} places={places} />
      <Only when={[doc.scenario, doc.lines, doc.hidden, doc.highlight, answers.colors]}>
        {() => <Entities state={() => store.state} dispatch={store.dispatch} />}
      </Only>
      <Figure
        context={context}
        onDrawn={({ layout }) => {
          places.set(layout);
          onDrawn();
        }}
      >
        <LaneBar context={context} places={places} />
        <Hints places={places} />
      </Figure>
      <Only when={[playing, speed_ns_per_s]}>{() => <Transport context={context} />}</Only>
    </>
  );
}
