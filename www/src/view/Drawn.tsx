/** A picture of the engine's in a panel: as large as its place, and made anew when what it shows has changed. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { paint } from '../canvas/replay';
import type { Session } from '../state/session';
import type { Query } from '../worker/client';
import { deviceScale, enlarged } from './enlarged';
import { useSize, type Size } from './size';

type Pictures = 'overview' | 'thumbnail' | 'distribution';

interface Props {
  readonly session: Session;
  /** What is seen in it, for those who do not. */
  readonly label: string;
  /** The question for a picture of a size, in the pixels that pictures are drawn in. */
  readonly ask: (size: Size) => Query<Pictures>;
  /** Newer questions of a lane take the place of older ones. */
  readonly lane: string;
  /** As many values every time; the picture is asked for again when one of them is another. */
  readonly when: readonly unknown[];
}

/** The picture; while it is hidden nothing is asked for. What is wrong, if the engine refuses, stands in its place. */
export function Drawn({ session, label, ask, lane, when }: Props): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [refusal, setRefusal] = useState('');
  const { width, height } = useSize(host);
  useEffect(() => {
    if (width <= 0 || height <= 0) return;
    const scale = enlarged();
    const size = { width: Math.floor(width / scale), height: Math.floor(height / scale) };
    void session.query<Pictures>(ask(size), lane).then((answer) => {
      if (answer?.type === 'refused') setRefusal(answer.message);
      if (answer?.type !== 'picture' || !canvas.current) return;
      setRefusal('');
      paint(canvas.current, answer.picture, deviceScale());
    });
  }, [session, width, height, ...when]);
  return (
    <div class="drawn-picture" ref={host}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        style={{ width: `${width}px`, height: `${height}px` }}
        hidden={refusal !== ''}
      />
      {refusal === '' ? null : <p class="note">{refusal}</p>}
    </div>
  );
}
