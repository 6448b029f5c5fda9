/** What the view "How do we know?" shows of the data: kernel by family, what is in a cell, what holds a preset. Pure. */
import { count } from '../numbers/metrics';
import type { Cell, Entry, LeftOut, PresetHold, Proof, Score } from './data';

/** A place of the table. */
export interface At {
  readonly kernel: string;
  readonly family: string;
}

/** A row of the table: a family, with a place for each kernel. */
export interface FamilyRow {
  readonly family: string;
  readonly name: string;
  readonly places: readonly Place[];
}

/** What stands at a place; without recordings `cell` is missing. */
export interface Place extends At {
  readonly cell: Cell | undefined;
  /** How many recordings of it were not compared. */
  readonly leftOut: number;
}

/** The same of several CPUs, as if there were no other recordings. */
export const severalOf = (proof: Proof): Proof => ({
  ...proof,
  kernels: proof.several_kernels,
  cells: proof.several_cells,
  gaps: proof.several_gaps,
  left_out: [],
});

/** Every kernel that has a recording, compared or not, in the data's order. */
export function kernelsOf({ kernels, left_out }: Proof): string[] {
  return [...new Set([...kernels, ...left_out].map(({ kernel }) => kernel))];
}

/** The table: families that have a recording, those with a name first. */
export function rowsOf(proof: Proof): FamilyRow[] {
  const present = new Set([...proof.cells, ...proof.left_out].map(({ family }) => family));
  const named = proof.families.map(([letter]) => letter).filter((letter) => present.has(letter));
  const families = [...new Set([...named, ...[...present].sort()])];
  return families.map((family) => ({
    family,
    name: nameOf(proof, family),
    places: kernelsOf(proof).map((kernel) => placeOf(proof, { kernel, family })),
  }));
}

/** What a family is about; empty if nobody has said. */
export const nameOf = ({ families }: Proof, family: string): string => families.find(([letter]) => letter === family)?.[1] ?? '';

/** What stands at a place of the table. */
export function placeOf({ cells, left_out }: Proof, at: At): Place {
  return { ...at, cell: cells.find(isAt(at)), leftOut: left_out.filter(isAt(at)).length };
}

const isAt =
  ({ kernel, family }: At) =>
  (one: At): boolean =>
    one.kernel === kernel && one.family === family;

/** The recordings of a place. */
export const entriesOf = ({ recordings }: Proof, at: At): Entry[] => recordings.filter(isAt(at));
/** Those of a place that were not compared. */
export const leftOutOf = ({ left_out }: Proof, at: At): LeftOut[] => left_out.filter(isAt(at));

/** What all recordings say together. */
export function totalOf(scores: readonly Score[]): Score {
  const sum = (key: keyof Score): number => scores.reduce((total, score) => total + score[key], 0);
  return {
    decisions: sum('decisions'),
    wrong: sum('wrong'),
    unclear: sum('unclear'),
    numbers: sum('numbers'),
    inexact: sum('inexact'),
  };
}

/** `0 wrong of 1 080`, to be broken only before `of`. */
export const wrongOf = ({ wrong, decisions }: Score): string => `${count(wrong)}\u00a0wrong of\u00a0${count(decisions)}`;

/** Whether nothing is wrong and no number is off. */
export const agrees = ({ wrong, inexact }: Score): boolean => wrong === 0 && inexact === 0;

/** A score in words, for who cannot see the columns. */
export function scoreWords(score: Score): string {
  const { unclear, numbers, inexact } = score;
  return `${wrongOf(score)} decisions, ${count(unclear)} unclear, ${count(inexact)} of ${count(numbers)} numbers off`;
}

/** A recording's name without folder and ending; of a repeat with its number: `a3-hogs, run 2`. */
export function workloadName(file: string): string {
  const stem = file.slice(file.lastIndexOf('/') + 1).replace(/\.jsonl(\.gz)?$/, '');
  return stem.replace(/\.r(\d+)$/, ', run $1');
}

/** What holds a preset, a sentence each. */
export function holdsOf({ name, recorded, examples, before, shown, silent }: PresetHold): string[] {
  const all = shown + silent.length;
  return [
    recorded.length > 0 ? `Recordings of ${recorded.join(' and ')}: every decision and every number is compared.` : '',
    examples > 0 ? `${examples} worked examples, integer by integer.` : '',
    before !== null && all === 0 ? `On one CPU it schedules as ${before} does.` : '',
    before !== null && all > 0 ? neighbourWords(before, name, shown, all) : '',
    ...silent.map(([rule, words]) => `No scenario here shows ${rule}. ${words}`),
  ].filter((sentence) => sentence !== '');
}

function neighbourWords(before: string, name: string, shown: number, all: number): string {
  const things = all === 1 ? 'the one thing' : `${all} things`;
  const which = shown === all ? (all === 1 ? 'it shows' : 'each shows') : `${shown} of them ${shown === 1 ? 'shows' : 'show'}`;
  return `It differs from ${before} in ${things}; ${which} in a scenario, and with all undone ${before} and ${name} schedule alike.`;
}
