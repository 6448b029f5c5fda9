/** Scenarios in as few characters as a link can spare: the same in versions 1 and 2 of the format. Unknown keys go through unchanged. */
import { readScenario, ShapeError, type Scenario, type Step, type Thread } from '../tasks/scenario';

/** One letter for each verb whose arguments are whole numbers; never change one, only add. */
const LETTERS = new Map([
  ['run', 'r'],
  ['sleep', 's'],
  ['periodic', 'p'],
  ['until', 'u'],
  ['write', 'w'],
  ['read', 'd'],
  ['post', 'o'],
  ['wait', 'a'],
  ['yield', 'y'],
  ['loop', 'l'],
  ['end', 'e'],
  ['exit', 'x'],
  ['exec', 'c'],
]);
const VERBS = new Map(Array.from(LETTERS, ([verb, letter]) => [letter, verb]));

/** Long keys beside their short ones. */
type Keys = readonly (readonly [long: string, short: string])[];
const SCENARIO_KEYS: Keys = [
  ['schedlens', 'v'],
  ['name', 'n'],
  ['title', 'i'],
  ['lesson', 'l'],
  ['duration_us', 'd'],
  ['phase_us', 'p'],
  ['seed', 's'],
  ['threads', 't'],
  ['cgroups', 'g'],
  ['changes', 'c'],
];
const THREAD_KEYS: Keys = [
  ['policy', 'p'],
  ['nice', 'n'],
  ['slice_ns', 's'],
  ['start_us', 'a'],
  ['muted', 'm'],
  ['color', 'c'],
  ['cgroup', 'g'],
  ['rtprio', 'r'],
];

/** Any other key stays, marked where it could be taken for a short one. */
function shortened(value: object, keys: Keys): Record<string, unknown> {
  const short = new Map(keys);
  return Object.fromEntries(
    Object.entries(value).map(([key, v]) => [short.get(key) ?? (/^(.|_.*)$/.test(key) ? `_${key}` : key), v]),
  );
}

function lengthened(value: object, keys: Keys): Record<string, unknown> {
  const long = new Map(keys.map(([long, short]) => [short, long]));
  return Object.fromEntries(Object.entries(value).map(([key, v]) => [long.get(key) ?? key.replace(/^_/, ''), v]));
}

/** `r500s41500` for `[["run", 500], ["sleep", 41500]]`; the list itself if a step cannot be written like that. */
function packScript(script: readonly Step[]): unknown {
  const words = script.map(([verb, ...args]) => {
    const letter = LETTERS.get(verb);
    return letter && args.every((arg) => Number.isInteger(arg)) ? letter + args.join(',') : null;
  });
  return words.includes(null) ? script : words.join('');
}

function unpackScript(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (!/^(?:[a-z](?:-?\d+(?:,-?\d+)*)?)*$/.test(value))
    throw new ShapeError(`the program "${value}" is not made of steps like r500`);
  return (value.match(/[a-z][^a-z]*/g) ?? []).map((word) => {
    const verb = VERBS.get(word.charAt(0));
    if (!verb) throw new ShapeError(`the program "${value}" has an unknown step "${word}"`);
    return [verb, ...(word.length > 1 ? word.slice(1).split(',').map(Number) : [])];
  });
}

/** Name and program as one text when nothing else is said, otherwise with the rest beside them. */
function packThread({ name, script, ...rest }: Thread): unknown {
  const program = packScript(script);
  const others = shortened(rest, THREAD_KEYS);
  const plain = Object.keys(others).length === 0;
  if (plain && typeof program === 'string') return `${name} ${program}`;
  return plain ? [name, program] : [name, program, others];
}

function unpackThread(value: unknown): unknown {
  if (typeof value === 'string')
    return unpackThread([value.slice(0, value.lastIndexOf(' ')), value.slice(value.lastIndexOf(' ') + 1)]);
  if (!Array.isArray(value)) throw new ShapeError('expected a task as a text or a list');
  const [name, program, others] = value as unknown[];
  const rest = typeof others === 'object' && others !== null ? lengthened(others, THREAD_KEYS) : {};
  return { name, ...rest, script: unpackScript(program) };
}

/** A scenario with short keys and programs. */
export function packScenario(scenario: Scenario): unknown {
  return shortened({ ...scenario, threads: scenario.threads.map(packThread) }, SCENARIO_KEYS);
}

/** The scenario again; throws a `ShapeError` for what no `packScenario` made. */
export function unpackScenario(value: unknown): Scenario {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ShapeError('the scenario is missing');
  const scenario = lengthened(value, SCENARIO_KEYS);
  const threads = scenario['threads'];
  return readScenario({ ...scenario, threads: Array.isArray(threads) ? threads.map(unpackThread) : threads });
}
