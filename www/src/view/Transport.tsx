/** Playback: step, play, speed, and the window. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { COMMANDS, type Command, type Context } from '../commands';
import { positionOf, TRAVEL, valueAt, type Scale } from '../scale';
import { formatClock, formatSpeed } from '../time';
import { FitIcon, NextIcon, PauseIcon, PlayIcon, PreviousIcon, ZoomInIcon, ZoomOutIcon } from './icons';

const SPEED: Scale = { min: 100_000, max: 1_000_000_000, log: true };

interface Props {
  readonly context: Context;
}

/** The bar under the picture. */
export function Transport({ context }: Props): JSX.Element {
  const { playing } = context.store.state;
  return (
    <div class="transport" role="group" aria-label="Playback">
      <Button context={context} command={COMMANDS.previous} name="Previous decision">
        <PreviousIcon />
      </Button>
      <Button context={context} command={COMMANDS.play} name={playing ? 'Pause' : 'Play'}>
        {playing ? <PauseIcon /> : <PlayIcon />}
      </Button>
      <Button context={context} command={COMMANDS.next} name="Next decision">
        <NextIcon /> <span class="hide-narrow">Next decision</span>
      </Button>
      <Clock context={context} />
      <Speed context={context} />
      <span class="spring" />
      <AxisToggle context={context} />
      <Button context={context} command={COMMANDS.zoomOut}>
        <ZoomOutIcon />
      </Button>
      <Button context={context} command={COMMANDS.zoomIn}>
        <ZoomInIcon />
      </Button>
      <Button context={context} command={COMMANDS.fit}>
        <FitIcon />
      </Button>
    </div>
  );
}

type ButtonProps = Props & { readonly command: Command; readonly name?: string; readonly children: ComponentChildren };

function Button({ context, command, name = command.does, children }: ButtonProps): JSX.Element {
  const title = `${name} (${command.shown})`;
  return (
    <button type="button" class="quiet" aria-label={name} title={title} onClick={() => command.run(context)}>
      {children}
    </button>
  );
}

function Speed({ context: { store } }: Props): JSX.Element {
  const { speed_ns_per_s } = store.state;
  return (
    <label class="speed" title="Simulated time per second">
      <span class="hide-narrow">speed</span>
      <input
        type="range"
        min={0}
        max={TRAVEL}
        value={positionOf(SPEED, speed_ns_per_s)}
        aria-label="Speed"
        aria-valuetext={formatSpeed(speed_ns_per_s)}
        onInput={(event) => store.dispatch({ type: 'speed', ns_per_s: valueAt(SPEED, Number(event.currentTarget.value)) })}
      />
      <output>{formatSpeed(speed_ns_per_s)}</output>
    </label>
  );
}

function AxisToggle({ context: { store } }: Props): JSX.Element {
  const absolute = store.state.doc.axis === 'absolute';
  return (
    <button
      type="button"
      class="toggle hide-narrow"
      aria-pressed={absolute}
      title="Draw vruntime and deadlines as they are, or relative to the queue’s average"
      onClick={() => store.dispatch({ type: 'axis', axis: absolute ? 'relative' : 'absolute' })}
    >
      Absolute vruntime
    </button>
  );
}

/** The moment of the playhead; it writes itself, so that playback renders nothing anew. */
function Clock({ context: { playhead } }: Props): JSX.Element {
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
