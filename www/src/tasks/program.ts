/**
 * A task's program as text, one step a line: `run 500us`, `loop 3`, `end`. Pure.
 *
 * Every step list has a text, and that text gives the list back. A step that has no form here stands as it does in files,
 * in brackets; what it means is the engine's business.
 */
import { FORMS, nearest, VERBS } from './program/forms';
import { Reader, shown, Wrong, wordsOf } from './program/words';
import type { Step } from './scenario';

/** What is wrong with a line, and with which part of it. */
export interface LineError {
  /** From 0, as all lines here. */
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly message: string;
}

/** What a text says. The steps are those of the lines that could be read. */
export interface Program {
  readonly steps: readonly Step[];
  /** The line of each step. */
  readonly lines: readonly number[];
  readonly errors: readonly LineError[];
}

const INDENT = '  ';
/** What the engine takes. */
const STEPS_MAX = 10_000;

/** The text of a program, loops indented. */
export function print(script: readonly Step[]): string {
  let depth = 0;
  const lines = script.map((step) => {
    if (step[0] === 'end') depth = Math.max(depth - 1, 0);
    const line = INDENT.repeat(depth) + printStep(step);
    if (step[0] === 'loop') depth += 1;
    return line;
  });
  return lines.join('\n');
}

/** One step as a line has it. */
export function printStep(step: Step): string {
  const [verb, ...values] = step;
  const form = Object.hasOwn(FORMS, verb) ? FORMS[verb] : undefined;
  const operands = [...(form?.operands ?? []), ...(form?.optional ?? [])];
  const fits = form && values.length >= form.operands.length && values.length <= operands.length;
  const printed = fits ? values.map((value, i) => operands[i]!.print(value)) : [null];
  if (printed.includes(null)) return JSON.stringify(step);
  return [verb, ...printed].filter((part) => part !== '').join(' ');
}

/** Reads a text; every line that is no step has an error, and so has every loop without its end. */
export function parse(text: string): Program {
  const steps: Step[] = [];
  const lines: number[] = [];
  const errors: LineError[] = [];
  text.split('\n').forEach((content, line) => {
    if (content.trim() === '') return;
    try {
      const step = readStep(content);
      if (steps.length >= STEPS_MAX) throw new Wrong(`At most ${STEPS_MAX} steps fit.`, { from: 0, to: content.length });
      steps.push(step);
      lines.push(line);
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      errors.push({ line, message: error.message, ...error.at });
    }
  });
  // A line that could not be read may be the partner that is missing.
  return { steps, lines, errors: errors.length > 0 ? errors : loopErrors(steps, lines, text.split('\n')) };
}

function readStep(line: string): Step {
  if (line.trimStart().startsWith('[')) return readRaw(line);
  const [verb, ...rest] = wordsOf(line);
  const form = verb && Object.hasOwn(FORMS, verb.text.toLowerCase()) ? FORMS[verb.text.toLowerCase()] : undefined;
  if (!verb || !form) throw new Wrong(unknown(verb?.text ?? line), verb ?? { from: 0, to: line.length });
  const words = new Reader(rest, verb, form.example);
  const values = form.operands.map((operand) => operand.read(words));
  const more = (form.optional ?? []).flatMap((operand) => (words.next ? [operand.read(words)] : []));
  words.end();
  return [verb.text.toLowerCase(), ...values, ...more];
}

function unknown(text: string): string {
  const verb = text.toLowerCase();
  const begun = VERBS.filter((one) => one.startsWith(verb));
  const meant = begun.length > 0 ? begun.join(' or ') : nearest(verb);
  return `“${shown(text)}” is no step. ${meant ? `Did you mean ${meant}?` : 'Begin with run, sleep, loop or another verb.'}`;
}

/** A step as files write it. */
function readRaw(line: string): Step {
  const from = line.length - line.trimStart().length;
  const refuse = new Wrong('A line in brackets is a step as files have it: ["run", 500].', { from, to: line.trimEnd().length });
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw refuse;
  }
  if (!Array.isArray(value) || typeof value[0] !== 'string') throw refuse;
  return value as unknown as Step;
}

/** Loops and ends that have no partner. */
function loopErrors(steps: readonly Step[], lines: readonly number[], texts: readonly string[]): LineError[] {
  const open: number[] = [];
  const errors: LineError[] = [];
  const report = (line: number, message: string): void => {
    const text = texts[line] ?? '';
    errors.push({ line, message, from: text.length - text.trimStart().length, to: text.trimEnd().length });
  };
  steps.forEach(([verb], i) => {
    if (verb === 'loop') open.push(lines[i]!);
    if (verb === 'end' && open.pop() === undefined) report(lines[i]!, 'An end without a loop: remove it, or write the loop.');
  });
  for (const line of open) report(line, 'A loop without its end: write end after its last step.');
  return errors;
}
