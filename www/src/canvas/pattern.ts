/** What tells tasks apart without colour: the engine's dashes, for samples beside names. */

const HUES = 8;
const DASHES: readonly (readonly number[])[] = [[], [9, 4], [3, 3], [11, 3, 3, 3]];

/** Dashes and gaps in px of the lines of a task in a slot of the palette; empty for a solid line. */
export const dashOf = (slot: number): readonly number[] => DASHES[(slot + Math.floor(slot / HUES)) % DASHES.length] ?? [];

/** Whether its bars are hatched: colours repeat after eight. */
export const isHatched = (slot: number): boolean => Math.floor(slot / HUES) % 2 === 1;
