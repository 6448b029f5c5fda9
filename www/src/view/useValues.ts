/** Every entity at the playhead, for panels that show some of it. */
import { useEffect, useState } from 'preact/hooks';
import type { Context } from '../commands';
import type { SideValues } from '../worker/protocol';

/** Not more often than it can be read. */
const APART_MS = 120;

/** Asked anew when the playhead has moved, another run is open or another CPU is meant; empty until the engine has answered, and while not `wanted`. */
export function useValues({ playhead, session }: Context, cpu: number, revision: number, wanted: boolean): readonly SideValues[] {
  const [values, setValues] = useState<readonly SideValues[]>([]);
  useEffect(() => {
    if (!wanted) return setValues([]);
    let timer: ReturnType<typeof setTimeout> | null = null;
    let live = true;
    const ask = async (): Promise<void> => {
      timer = null;
      const answer = await session.query({ type: 'values', t_ns: playhead.at_ns, cpu }, 'panel');
      if (live && answer?.type === 'values') setValues(answer.sides);
    };
    const stop = playhead.subscribe(() => (timer ??= setTimeout(() => void ask(), APART_MS)));
    void ask();
    return () => {
      live = false;
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [playhead, session, cpu, revision, wanted]);
  return values;
}
