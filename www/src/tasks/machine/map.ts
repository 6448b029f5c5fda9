/** The map of a machine: boxes in boxes, and the way of arrow keys through it. Pure. */
import type { MachineMap } from '../../worker/machines';

export type Level = 'node' | 'llc' | 'cluster' | 'core';

/** What is drawn as a box around CPUs. */
export interface Box {
  readonly level: Level;
  readonly number: number;
  /** Boxes inside; none in the innermost. */
  readonly boxes: readonly Box[];
  /** In the order in which they are drawn. */
  readonly cpus: readonly number[];
}

const LEVELS: readonly Level[] = ['node', 'llc', 'cluster', 'core'];
type Cpus = MachineMap['cpus'];

/** The boxes of a machine. A level that divides nothing is left out, but for the cache: there is always a box. */
export function boxesOf(cpus: Cpus): readonly Box[] {
  const all = cpus.map((_, cpu) => cpu);
  const levels = LEVELS.filter((level) => divides(cpus, level));
  return boxes(cpus, all, levels);
}

function boxes(cpus: Cpus, members: readonly number[], [level, ...inner]: readonly Level[]): readonly Box[] {
  if (level === undefined) return [];
  const numbers = [...new Set(members.map((cpu) => cpus[cpu]![level]))];
  return numbers.map((number) => {
    const own = members.filter((cpu) => cpus[cpu]![level] === number);
    const inside = boxes(cpus, own, inner);
    return { level, number, boxes: inside, cpus: inside.length > 0 ? inside.flatMap((box) => box.cpus) : own };
  });
}

/** Whether a level is worth a box: several nodes, several clusters of a cache, several threads of a core. */
function divides(cpus: Cpus, level: Level): boolean {
  const count = (of: Level): number => new Set(cpus.map((cpu) => cpu[of])).size;
  switch (level) {
    case 'node':
      return count('node') > 1;
    case 'llc':
      return true;
    case 'cluster':
      return count('cluster') > count('llc') && count('cluster') < count('core');
    case 'core':
      return count('core') < cpus.length;
  }
}

/** Whether CPUs differ in capacity, so that it is worth reading. */
export const differs = (cpus: Cpus): boolean => new Set(cpus.map((cpu) => cpu.capacity)).size > 1;

/** What a box is called. */
export function titleOf({ level, number }: Box): string {
  return level === 'llc' ? `LLC ${number}` : `${level} ${number}`;
}

/**
 * Where an arrow key leads from a CPU: to the one before or after it, or to the same place in the box before or after its own,
 * of the largest boxes of which there are several. `null` for other keys; at an end it stays.
 */
export function walk(all: readonly Box[], cpu: number, key: string): number | null {
  const order = all.flatMap((box) => box.cpus);
  const at = order.indexOf(cpu);
  const to = (place: number): number => order[Math.min(Math.max(place, 0), order.length - 1)] ?? cpu;
  switch (key) {
    case 'ArrowRight':
      return to(at + 1);
    case 'ArrowLeft':
      return to(at - 1);
    case 'Home':
      return to(0);
    case 'End':
      return to(order.length - 1);
    case 'ArrowDown':
      return beside(all, cpu, 1);
    case 'ArrowUp':
      return beside(all, cpu, -1);
    default:
      return null;
  }
}

function beside(all: readonly Box[], cpu: number, step: number): number {
  const rows = rowsOf(all);
  const row = rows.findIndex((box) => box.cpus.includes(cpu));
  const next = rows[row + step];
  const place = rows[row]?.cpus.indexOf(cpu) ?? 0;
  return next?.cpus[Math.min(place, next.cpus.length - 1)] ?? cpu;
}

/** Where there is one box alone, those in it. */
function rowsOf(all: readonly Box[]): readonly Box[] {
  const [only, ...others] = all;
  if (only === undefined || others.length > 0) return all;
  return only.boxes.length > 0 ? rowsOf(only.boxes) : all;
}
