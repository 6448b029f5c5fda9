/** What is selected: a stretch of a task with its ends, or an event. Nothing selected: what to see in the scenario. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Context } from '../commands';
import { RECORDING, type Selection } from '../state/doc';
import { captionOf, isAsItCame, lessonOf } from '../files/gallery';
import { filled } from '../numbers/caption';
import type { State } from '../state/state';
import { formatClock, formatDuration } from '../time';
import type { Decision, Moment, Span, SpanKind } from '../worker/protocol';
import { NextIcon, PreviousIcon, RemoveIcon } from './icons';
import { Letter } from './Letter';
import { KindMark } from './marks';

interface Props {
  readonly state: State;
  readonly context: Context;
  readonly colorOf: (task: string) => string | undefined;
}

/** Its height is the same whatever it shows. */
export function Selected({ state, context, colorOf }: Props): JSX.Element {
  const { selection } = state.doc;
  return (
    <section class="selected-place" aria-label="Selection">
      {selection ? <Chosen {...{ selection, state, context, colorOf }} /> : <Lesson state={state} />}
    </section>
  );
}

function Lesson({ state }: { state: State }): JSX.Element {
  const lesson = lessonOf(state.doc.scenario);
  if (lesson === '') return <p class="lesson">Select a bar, a mark or a row of the log to see why it began and ended.</p>;
  return (
    <p class="lesson">
      <span class="lesson-mark">{isAsItCame(state.doc) ? 'What to see' : 'Before your changes'}</span> {lesson}
      {captionOf(state.doc.scenario) === '' ? null : ` ${filled(captionOf(state.doc.scenario), state.answers.summary?.sides ?? [])}`}
    </p>
  );
}

function Chosen({ selection, state, context, colorOf }: Props & { selection: Selection }): JSX.Element {
  const { span } = state.answers;
  const event = useEvent(selection, state.answers.revision, context);
  const { kind, task } = selection;
  const known = span !== null && kind !== 'event';
  return (
    <>
      <div class="selected-head">
        <Letter side={selection.side} />
        {task === '' ? null : <span class="swatch" style={{ background: colorOf(task) ?? '' }} />}
        <span class="selected-what">
          {kind === 'event' ? (
            <EventName event={event} task={task} />
          ) : (
            <>
              <strong>{task || 'CPU'}</strong> {WORDS[kind]} {known ? `for ${formatDuration(span.to_ns - span.from_ns)}` : ''}
            </>
          )}
        </span>
        <Neighbours context={context} task={task} />
      </div>
      {kind === 'event' && selection.side !== RECORDING ? (
        <EventMoment selection={selection} event={event} context={context} />
      ) : null}
      {known ? <Ends span={span} context={context} /> : null}
      {!known && selection.side === RECORDING ? <Recorded selection={selection} context={context} /> : null}
    </>
  );
}

const WORDS: Readonly<Record<SpanKind, string>> = {
  run: 'runs',
  wait: 'waits',
  delayed: 'stays queued, delayed,',
  throttled: 'is throttled',
  idle: 'is idle',
};

function EventName({ event, task }: { event: Decision | null; task: string }): JSX.Element {
  return (
    <>
      <KindMark kind={event?.kind ?? ''} /> <strong>{task || 'CPU'}</strong>{' '}
      {event?.kind.startsWith('Switch') ? `→ ${event.other || 'idle'}` : ''}
    </>
  );
}

function Neighbours({ context: { session, store }, task }: { context: Context; task: string }): JSX.Element {
  const whose = task === '' ? 'of the CPU' : `of ${task}`;
  return (
    <span class="neighbours">
      <Small name={`Previous interval ${whose} (,)`} onClick={() => void session.walk.stepSpan(-1)}>
        <PreviousIcon />
      </Small>
      <Small name={`Next interval ${whose} (.)`} onClick={() => void session.walk.stepSpan(1)}>
        <NextIcon />
      </Small>
      <Small name="Deselect (Escape)" onClick={() => store.dispatch({ type: 'select', selection: null })}>
        <RemoveIcon />
      </Small>
    </span>
  );
}

interface SmallProps {
  readonly name: string;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}

const Small = ({ name, onClick, children }: SmallProps): JSX.Element => (
  <button type="button" class="quiet" aria-label={name} title={name} onClick={onClick}>
    {children}
  </button>
);

function Ends({ span, context }: { span: Span; context: Context }): JSX.Element {
  const { begins, ends, from_ns, to_ns, side } = span;
  // A recording shows when, and nothing that says why.
  const [first, last] = side === RECORDING ? ['as recorded', 'as recorded'] : ['the run begins', 'the run ends'];
  return (
    <ol class="moments">
      <End word="from" t_ns={from_ns} moment={begins} side={side} context={context} otherwise={first} />
      <End word="to" t_ns={to_ns} moment={ends} side={side} context={context} otherwise={last} />
    </ol>
  );
}

interface EndProps {
  readonly word: string;
  readonly t_ns: number;
  readonly moment: Moment | null;
  readonly side: number;
  readonly context: Context;
  /** Said where nothing began or ended it. */
  readonly otherwise: string;
}

function End({ word, t_ns, moment, side, context, otherwise }: EndProps): JSX.Element {
  const sentence = moment?.sentence ?? otherwise;
  return (
    <li>
      <button type="button" class="moment" title={sentence} onClick={() => goTo(context, side, t_ns, moment)}>
        <span class="moment-word">{word}</span> <span class="when">{formatClock(t_ns)}</span>{' '}
        <span class="moment-why">{sentence}</span>
      </button>
    </li>
  );
}

/** To the decision itself where there is one; a recording has none. */
function goTo({ session }: Context, side: number, t_ns: number, moment: Moment | null): void {
  if (moment && (side === 0 || side === 1)) void session.walk.standAt(side, moment.row);
  else session.walk.goTo(t_ns);
}

function EventMoment({
  selection,
  event,
  context,
}: {
  selection: Selection;
  event: Decision | null;
  context: Context;
}): JSX.Element {
  const moment = event && { row: event.index, t_ns: event.t_ns, sentence: event.sentence };
  return (
    <ol class="moments alone">
      <End word="at" t_ns={selection.t_ns} moment={moment} side={selection.side} context={context} otherwise={'\u00a0'} />
    </ol>
  );
}

/** A recording has instants, and nothing that says why. */
function Recorded({ selection, context }: { selection: Selection; context: Context }): JSX.Element {
  return (
    <ol class="moments alone">
      <End
        word={selection.kind === 'event' ? 'at' : 'from'}
        t_ns={selection.t_ns}
        moment={null}
        side={RECORDING}
        context={context}
        otherwise="as recorded"
      />
    </ol>
  );
}

/** What happened in the selected row of the trace; asked again whenever another run is open. */
function useEvent({ kind, side, row }: Selection, revision: number, { session }: Context): Decision | null {
  const [event, setEvent] = useState<Decision | null>(null);
  useEffect(() => {
    let live = true;
    if (kind !== 'event' || side === RECORDING || revision === 0) return setEvent(null);
    const question = { type: 'decision', side, t_ns: 0, index: row, step: 0, of: 'row' } as const;
    void session.query<'decision'>(question, 'selected event').then((answer) => {
      if (live && answer?.type === 'decision') setEvent(answer.decision);
    });
    return () => {
      live = false;
    };
  }, [kind, side, row, revision, session]);
  return event?.index === row ? event : null;
}
