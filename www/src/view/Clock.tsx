/** The moment of the playhead: a clock that runs with it, and a field to type another moment into. */
import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Context } from '../commands';
import { formatClock, parseClock } from '../time';

/** It writes itself, so that playback renders nothing anew; while somebody types in it, it waits. */
export function Clock({ context }: { readonly context: Context }): JSX.Element {
  const { playhead } = context;
  const input = useRef<HTMLInputElement>(null);
  const write = (): void => {
    if (input.current) show(input.current, formatClock(playhead.at_ns));
  };
  useEffect(() => {
    write();
    return playhead.subscribe(() => {
      if (document.activeElement !== input.current) write();
    });
  }, [playhead]);
  return (
    <input
      id="playhead-time"
      class="clock"
      ref={input}
      type="text"
      spellcheck={false}
      autocomplete="off"
      aria-label="Playhead"
      title="Where the playhead is; type another time, as in 12.5ms"
      onFocus={(event) => event.currentTarget.select()}
      onBlur={write}
      onInput={(event) => event.currentTarget.removeAttribute('aria-invalid')}
      onKeyDown={(event) => press(event, context, write)}
    />
  );
}

/** Enter goes there and keeps the field for the next time; Escape leaves all as it was. */
function press(event: TargetedKeyboardEvent<HTMLInputElement>, { session, playhead }: Context, write: () => void): void {
  const field = event.currentTarget;
  if (event.key === 'Escape') field.blur();
  // What nobody has changed is less exact than the playhead itself.
  if (event.key !== 'Enter' || field.value === formatClock(playhead.at_ns)) return;
  const t_ns = parseClock(field.value);
  if (t_ns === null) return field.setAttribute('aria-invalid', 'true');
  session.walk.goTo(t_ns);
  write();
  field.select();
}

function show(field: HTMLInputElement, text: string): void {
  field.removeAttribute('aria-invalid');
  if (field.value !== text) field.value = text;
}
