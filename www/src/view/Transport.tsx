/** Playback: step, play, speed, and the window. */
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { COMMANDS, type Command, type Context } from '../commands';
import { positionOf, TRAVEL, valueAt, type Scale } from '../scale';
import { formatClock, formatSpeed } from '../time';
import { FitIcon, NextIcon, PauseIcon, PlayIcon, PreviousIcon, ZoomInIcon, ZoomOutIcon } from './icons';

const SPEED: Scale = { min: 100_000, max: 1_000_000_000, log: true };

export function Transport({ context }: { context: Context }): JSX.Element {
  const { store } = context;
  const { playing, speed_ns_per_s, doc } = store.state;
  const button = (command: Command, icon: JSX.Element, name = command.does): JSX.Element => (
    <button type="button" class="quiet" aria-label={name} title={`${name} (${command.shown})`} onClick={() => command.run(context)}>{icon}</button>
  );
  return (
    <div class="transport" role="group" aria-label="Playback">
      {button(COMMANDS.previous, <PreviousIcon />, 'Previous decision')}
      {button(COMMANDS.play, playing ? <PauseIcon /> : <PlayIcon />, playing ? 'Pause' : 'Play')}
      {button(COMMANDS.next, <><NextIcon /> <span class="hide-narrow">Next decision</span></>, 'Next decision')}
      <Clock context={context} />
      <label class="speed" title="Simulated time per second">
        <span class="hide-narrow">speed</span>
        <input type="range" min={0} max={TRAVEL} value={positionOf(SPEED, speed_ns_per_s)} aria-label="Speed" aria-valuetext={formatSpeed(speed_ns_per_s)} onInput={(event) => store.dispatch({ type: 'speed', ns_per_s: valueAt(SPEED, Number(event.currentTarget.value)) })} />
        <output>{formatSpeed(speed_ns_per_s)}</output>
      </label>
      <span class="spring" />
      <button
        type="button" class="toggle hide-narrow" aria-pressed={doc.axis === 'absolute'} title="Draw vruntime and deadlines as they are, or relative to the queue’s average"
        onClick={() => store.dispatch({ type: 'axis', axis: doc.axis === 'absolute' ? 'relative' : 'absolute' })}
      >
        Absolute vruntime
      </button>
      {button(COMMANDS.zoomOut, <ZoomOutIcon />)}
      {button(COMMANDS.zoomIn, <ZoomInIcon />)}
      {button(COMMANDS.fit, <FitIcon />)}
    </div>
  );
}

/** The moment of the playhead; it writes itself, so that playback renders nothing anew. */
function Clock({ context: { playhead } }: { context: Context }): JSX.Element {
  const output = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    const write = (): void => {
      if (output.current) output.current.textContent = formatClock(playhead.at_ns);
    };
    write();
    return playhead.subscribe(write);
  }, [playhead]);
  return <output id="playhead-time" class="clock" ref={output} aria-label="Playhead" aria-live="off" />;
}
