/** Links to any scenario, in the first format of links: every later page reads it too. */
import { deflateRawSync } from 'node:zlib';

const ORDINARY = { hz: 250, assumed_cpus: 1, knobs: {}, features: [], costs: 'zero' };

/** The fragment of a scenario file, with its own sides where it has some; `view` may add `v`, `p`, `x`, `h`, `t`. */
export function linkTo({ a = { kernel: '6.5' }, b = { kernel: '7.2' }, ...scenario }, view = {}) {
  const content = { s: packed(scenario), a: side(a), b: side(b), ...view };
  return `#1${deflateRawSync(JSON.stringify(content)).toString('base64url')}`;
}

function packed({ schedlens, name, title, lesson, duration_us, seed, threads, ...rest }) {
  const short = { v: schedlens, n: name, i: title, l: lesson, d: duration_us, s: seed };
  return { ...short, ...rest, t: threads.map(({ name, script, ...others }) => [name, script, others]) };
}

function side(given) {
  const { kernel, hz, assumed_cpus, preemption, knobs, features, costs, uclamp, governor, thermal } = { ...ORDINARY, ...given };
  const rare = { u: uclamp, g: governor, h: thermal };
  return { k: kernel, z: hz, c: assumed_cpus, m: preemption, n: knobs, f: features.join(' '), o: costs, ...rare };
}
