/** A side in as few characters as a link can spare: what differs from an ordinary one, under one-letter keys. */
import { plainSide } from '../state/doc';
import { COST_BASES } from '../state/edit/costs';
import { readKnobs, readNumber, readNumbers, readObject, readOneOf, readText } from './readers';
import { compact } from '../tasks/scenario';
import type { Side } from '../worker/protocol';

/** Models of preemption, by the kernel's names. */
export const PREEMPTION = ['none', 'voluntary', 'full', 'lazy'] as const;

/** Governors of clocks, by the kernel's names. */
export const GOVERNORS = ['performance', 'schedutil'] as const;

/** `undefined` for the ordinary side itself. */
export function packSide(side: Side, ordinary: Side): unknown {
  const plain = plainSide(side.kernel);
  const packed = compact({
    k: side.kernel === ordinary.kernel ? undefined : side.kernel,
    z: side.hz === plain.hz ? undefined : side.hz,
    c: side.assumed_cpus === plain.assumed_cpus ? undefined : side.assumed_cpus,
    m: side.preemption,
    n: Object.keys(side.knobs).length > 0 ? side.knobs : undefined,
    f: side.features.length > 0 ? side.features.join(' ') : undefined,
    o: side.costs === plain.costs ? undefined : side.costs,
    u: side.uclamp,
    g: side.governor,
    h: side.thermal,
  });
  return Object.keys(packed).length > 0 ? packed : undefined;
}

/** The side again; throws a `ShapeError` for what no `packSide` made. */
export function unpackSide(value: unknown, ordinary: Side, place: string): Side {
  if (value === undefined) return ordinary;
  const { k, z, c, m, n, f, o, u, g, h } = readObject(value, place);
  const side = plainSide(k === undefined ? ordinary.kernel : readText(k, `${place}: kernel`));
  return compact({
    ...side,
    hz: z === undefined ? side.hz : readNumber(z, `${place}: HZ`),
    assumed_cpus: c === undefined ? side.assumed_cpus : readNumber(c, `${place}: assumed CPUs`),
    preemption: m === undefined ? undefined : readOneOf(m, PREEMPTION, `${place}: preemption`),
    knobs: n === undefined ? side.knobs : readKnobs(n, place),
    features: f === undefined ? side.features : readText(f, `${place}: features`).split(' ').filter(Boolean),
    costs: o === undefined ? side.costs : readCosts(o, `${place}: costs`),
    uclamp: u === undefined ? undefined : readObject(u, `${place}: uclamp`),
    governor: g === undefined ? undefined : readOneOf(g, GOVERNORS, `${place}: governor`),
    thermal: h === undefined ? undefined : readNumbers(h, `${place}: thermal`),
  }) as Side;
}

/** Costs by name, or in a word. */
export const readCosts = (value: unknown, place: string): Side['costs'] =>
  typeof value === 'object' ? readKnobs(value, place) : readOneOf(value, COST_BASES, place);
