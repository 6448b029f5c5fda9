/** What the system says of clamps on a side. What is as it is without saying is not said. Pure. */
import type { Side } from '../../worker/protocol';

/** All of the biggest CPU, and what every limit is where nothing else is said. */
export const CLAMP_MAX = 1024;

/** What a kernel does about clamps, by the engine's names. */
export const CLAMP_KEYS = ['compiled-out', 'off', 'used', 'always'] as const;
export type ClampKey = (typeof CLAMP_KEYS)[number];

/** Limits of the system, by the kernel's names. */
export const CLAMP_LIMITS = ['util_clamp_min', 'util_clamp_max', 'util_clamp_min_rt_default'] as const;
export type ClampLimit = (typeof CLAMP_LIMITS)[number];

/** The state of the key at the start; what nobody calls a state is left to the engine. */
export const keyOf = ({ uclamp }: Side): string => String(uclamp?.['key'] ?? 'off');

export function limitOf({ uclamp }: Side, limit: ClampLimit): number {
  const value = uclamp?.[limit];
  return typeof value === 'number' ? value : CLAMP_MAX;
}

/** The clamps of a side with a change; `undefined` if nothing of them is out of the ordinary. */
export function withClamps({ uclamp }: Side, change: Readonly<Record<string, string | number>>): Side['uclamp'] {
  const entries = Object.entries({ ...uclamp, ...change }).filter(([name, value]) => value !== (name === 'key' ? 'off' : CLAMP_MAX));
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
