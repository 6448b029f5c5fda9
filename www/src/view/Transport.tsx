/** Playback: step, play, speed, and the window. */
import type { ComponentChildren, JSX } from 'preact';
import { COMMANDS, type Command, type Context } from '../commands';
import { SPEED } from '../playback/player';
import { positionOf, TRAVEL, valueAt } from '../knobs/scale';
import { formatSpeed } from '../time';
import { Clock } from './Clock';
import {
  FitIcon,
  NextIcon,
  NextTickIcon,
  PauseIcon,
  PlayIcon,
  PreviousIcon,
  PreviousTickIcon,
  ZoomInIcon,
  ZoomOutIcon,
} from './icons';

interface Props {
  readonly context: Context;
}

/** The bar under the picture. */
export function Transport({ context }: Props): JSX.Element {
  return (
    <div class="transport" role="group" aria-label="Playback">
      <Steps context={context} />
      <Clock context={context} />
      <Speed context={context} />
      <span class="spring" />
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

/** Ticks outside, decisions inside, as they are larger and smaller steps mostly; in the middle time itself. */
function Steps({ context }: Props): JSX.Element {
  const { playing } = context.store.state;
  return (
    <>
      <Button context={context} command={COMMANDS.previousTick} kind="hide-small">
        <PreviousTickIcon />
      </Button>
      <Button context={context} command={COMMANDS.previous}>
        <PreviousIcon />
      </Button>
      <Button context={context} command={COMMANDS.play} name={playing ? 'Pause' : 'Play'} kind="play">
        {playing ? <PauseIcon /> : <PlayIcon />}
      </Button>
      <Button context={context} command={COMMANDS.next} name="Next decision">
        <NextIcon /> <span class="hide-narrow">Next decision</span>
      </Button>
      <Button context={context} command={COMMANDS.nextTick} kind="hide-small">
        <NextTickIcon />
      </Button>
    </>
  );
}

interface ButtonProps extends Props {
  readonly command: Command;
  readonly name?: string;
  readonly kind?: string;
  readonly children: ComponentChildren;
}

function Button({ context, command, name = command.does, kind = '', children }: ButtonProps): JSX.Element {
  const title = `${name} (${command.shown})`;
  return (
    <button type="button" class={`quiet ${kind}`} aria-label={name} title={title} onClick={() => command.run(context)}>
      {children}
    </button>
  );
}

function Speed({ context: { store } }: Props): JSX.Element {
  const { speed_ns_per_s } = store.state;
  const title = `Simulated time per second (${COMMANDS.slower.shown} ${COMMANDS.faster.shown})`;
  return (
    <label class="speed" title={title}>
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
      <output class="hide-small">{formatSpeed(speed_ns_per_s)}</output>
    </label>
  );
}
