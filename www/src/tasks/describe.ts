/** A task in a few words: pure. */
import { printStep } from './program';
import { PERIOD_DEFAULT_US, WEIGHT_DEFAULT, type Group } from './groups';
import { classOf } from './policies';
import { patternOf, type Step, type Thread } from './scenario';
import { formatDuration, fromUs } from '../time';

/** Steps that a line of the list has room for. */
const STEPS_SHOWN = 8;

/** What it does: `runs 1 ms, sleeps 5 ms, again`; a list of its own as it stands. */
export function doesOf({ script }: Pick<Thread, 'script'>): string {
  const times = script.map(timeOf);
  switch (patternOf(script)) {
    case 'always':
      return 'runs all the time';
    case 'turns':
      return `runs ${times[1]}, sleeps ${times[2]}, again`;
    case 'periodic':
      return `runs ${times[1]} every ${times[2]}`;
    default:
      return listed(script);
  }
}

/** What a group is given, as far as that is out of the ordinary: `weight 200 · 20 ms / 100 ms`. */
export function bandwidthOf({ weight, idle, quota_us, period_us = PERIOD_DEFAULT_US, burst_us }: Group): string[] {
  const time = (us: number): string => formatDuration(fromUs(us));
  const parts = [
    idle ? 'idle' : weight !== undefined && weight !== WEIGHT_DEFAULT ? `weight ${weight}` : '',
    quota_us === undefined ? '' : `${time(quota_us)} / ${time(period_us)}`,
    quota_us !== undefined && burst_us ? `burst ${time(burst_us)}` : '',
  ];
  return parts.filter((part) => part !== '');
}

/** The policy where it is not the ordinary one, with what makes it what it is. */
function policyOf({ policy, rtprio, dl_runtime_ns, dl_period_ns, dl_deadline_ns }: Thread): string {
  switch (classOf(policy)) {
    case 'realtime':
      return `${policy} ${rtprio ?? ''}`.trim();
    case 'deadline': {
      const period_ns = dl_period_ns ?? dl_deadline_ns ?? 0;
      return `DEADLINE ${formatDuration(dl_runtime_ns ?? 0)} of ${formatDuration(period_ns)}`;
    }
    case 'fair':
      return policy && policy !== 'NORMAL' ? policy : '';
  }
}

function listed(script: readonly Step[]): string {
  if (script.length === 0) return 'does nothing';
  const steps = script.slice(0, STEPS_SHOWN).map(printStep).join(', ');
  return script.length > STEPS_SHOWN ? `${steps}, …` : steps;
}

/** A fixed time in the unit that reads best; any other as the program has it. */
function timeOf(step: Step): string {
  const value = step[1];
  if (typeof value === 'number') return formatDuration(fromUs(value));
  return printStep(step).split(' ').slice(1).join(' ');
}

/** How it is scheduled, as far as that is out of the ordinary: `BATCH · nice 5 · slice 3 ms`, `FIFO 10`, `DEADLINE 5 ms of 20 ms`. */
export function schedulingOf(thread: Thread): string[] {
  const { policy, nice, slice_ns, start_us, spawned } = thread;
  const fair = classOf(policy) === 'fair';
  const parts = [
    policyOf(thread),
    fair && nice ? `nice ${String(nice).replace('-', '\u2212')}` : '',
    fair && slice_ns ? `slice ${formatDuration(slice_ns)}` : '',
    start_us ? `from ${formatDuration(fromUs(start_us))}` : '',
    spawned ? 'spawned' : '',
  ];
  return parts.filter((part) => part !== '');
}
