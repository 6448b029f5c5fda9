/** A strip of what a task does alone on a CPU. */
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { paint } from '../../canvas/replay';
import { plainSide } from '../../state/doc';
import { previewOf } from '../../tasks/preview';
import { isDark } from '../../state/state';
import { formatDuration, fromUs } from '../../time';
import type { Picture } from '../../worker/protocol';
import type { TaskProps } from './props';

/** Drawn anew whenever the program changes; without a picture the place stays empty. */
export function Preview({ thread, index, state, session }: TaskProps): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(canvas);
  const { scenario, sides } = state.doc;
  const { name, color, script } = thread;
  const { seed, channels } = scenario;
  const alone = useMemo(() => previewOf(scenario, thread, index), [name, color, script, index, seed, channels]);
  const dark = isDark(state);
  const { kernel } = sides[0];
  useEffect(() => {
    const surface = canvas.current;
    if (!surface || width === 0) return;
    const theme = dark ? 'dark' : 'light';
    const question = { type: 'thumbnail', scenario: alone, sides: [plainSide(kernel)], theme, width, height } as const;
    void session.query<'thumbnail'>(question, 'preview').then((answer) => {
      if (answer) draw(surface, answer.type === 'picture' ? answer.picture : null);
    });
  }, [alone, kernel, dark, width, height]);
  const length = formatDuration(fromUs(alone.duration_us));
  return (
    <figure class="preview">
      <canvas ref={canvas} role="img" aria-label={`${name} alone on a CPU, its first ${length}`} />
      <figcaption>
        <span>alone on a CPU</span>
        <span>{length}</span>
      </figcaption>
    </figure>
  );
}

/** How large an element is, in whole pixels; 0 while it is not to be seen. */
function useSize(element: { current: HTMLElement | null }): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const seen = element.current;
    if (!seen) return;
    const observer = new ResizeObserver(() => setSize({ width: seen.clientWidth, height: seen.clientHeight }));
    observer.observe(seen);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

function draw(surface: HTMLCanvasElement, picture: Picture | null): void {
  if (picture) paint(surface, picture, devicePixelRatio);
  else surface.getContext('2d')?.clearRect(0, 0, surface.width, surface.height);
}
