/** Lists of CPUs as the kernel writes them: `0-3,8`. Pure. */

/** The list of some CPUs, in order and with neighbours together. */
export function cpuList(cpus: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const cpu of [...new Set(cpus)].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last[1] + 1 === cpu) last[1] = cpu;
    else runs.push([cpu, cpu]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
}

/** More than this no machine has; a list that names more was mistyped. */
const LISTED_MAX = 512;

/** The CPUs of a list, `null` for what is none; whether the machine has them, the engine says. */
export function parseCpuList(text: string): number[] | null {
  const cpus: number[] = [];
  for (const part of text.trim().split(',')) {
    const match = /^\s*(\d{1,4})(?:\s*-\s*(\d{1,4}))?\s*$/.exec(part);
    if (!match) return null;
    const [first, last] = [Number(match[1]), Number(match[2] ?? match[1])];
    if (last < first || last - first >= LISTED_MAX) return null;
    for (let cpu = first; cpu <= last; cpu++) cpus.push(cpu);
  }
  return cpus;
}
