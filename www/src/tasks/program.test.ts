import { describe, expect, test } from 'vitest';
import { GALLERY } from '../files/gallery';
import { parse, print, printStep, type Program } from './program';
import { FORMS } from './program/forms';
import type { Step } from './scenario';

const read = (text: string): readonly Step[] => {
  const { steps, errors } = parse(text);
  expect(errors).toEqual([]);
  return steps;
};

describe('a step', () => {
  test.each<[string, Step]>([
    ['run 500us', ['run', 500]],
    ['run forever', ['run', 0]],
    ['sleep 41.5ms', ['sleep', 41_500]],
    ['sleep 0us', ['sleep', 0]],
    ['sleep 1.5s', ['sleep', 1_500_000]],
    ['sleep uniform 1ms 5ms', ['sleep', { uniform: [1_000, 5_000] }]],
    ['sleep exp 4ms', ['sleep', { exponential: 4_000 }]],
    ['run lognormal 4ms 0.5', ['run', { lognormal: { median: 4_000, sigma_permille: 500 } }]],
    ['periodic 16ms', ['periodic', 16_000, 0]],
    ['periodic 16ms offset 1.5ms', ['periodic', 16_000, 1_500]],
    ['until 100ms', ['until', 100_000]],
    ['write 0', ['write', 0]],
    ['wait 7', ['wait', 7]],
    ['yield', ['yield']],
    ['nice hog 5', ['nice', 'hog', 5]],
    ['nice "my hog" -5', ['nice', 'my hog', -5]],
    ['affinity hog 0 1', ['affinity', 'hog', [0, 1]]],
    ['policy hog BATCH', ['policy', 'hog', 'BATCH']],
    ['policy hog FIFO 10', ['policy', 'hog', 'FIFO', 10]],
    ['slice hog 3ms', ['slice', 'hog', 3_000_000]],
    ['slice hog 1500ns', ['slice', 'hog', 1_500]],
    ['slice hog default', ['slice', 'hog', 0]],
    ['group hog web', ['group', 'hog', 'web']],
    ['group hog /', ['group', 'hog', '']],
    ['group hog "/"', ['group', 'hog', '/']],
    ['weight web 200', ['weight', 'web', 200]],
    ['quota "my web" 20ms / 100ms', ['quota', 'my web', 20_000, 100_000]],
    ['quota web none / 50ms', ['quota', 'web', 0, 50_000]],
    ['spawn worker', ['spawn', 'worker']],
    ['exit', ['exit']],
    ['["nice","hog",2.5]', ['nice', 'hog', 2.5]],
  ])('%s is written and read', (text, step) => {
    expect(read(text)).toEqual([step]);
    expect(printStep(step)).toBe(text);
  });

  test.each<[string, Step]>([
    ['RUN 0.5 ms', ['run', 500]],
    ['run 0', ['run', 0]],
    ['sleep 700 µs', ['sleep', 700]],
    ['sleep exponential 4ms', ['sleep', { exponential: 4_000 }]],
    ['  run\t500us  ', ['run', 500]],
    ['policy hog batch', ['policy', 'hog', 'BATCH']],
    ['periodic 16ms + 2ms', ['periodic', 16_000, 2_000]],
    ['nice hog \u22125', ['nice', 'hog', -5]],
    ['quota web none', ['quota', 'web', 0, 100_000]],
    ['quota web 20ms 50ms', ['quota', 'web', 20_000, 50_000]],
  ])('%s is read too', (text, step) => expect(read(text)).toEqual([step]));

  test('every verb has an example that can be read', () => {
    for (const { example } of Object.values(FORMS)) {
      for (const text of example.split(', ')) expect(parse(text).errors.filter(({ message }) => !message.includes('without'))).toEqual([]);
    }
  });
});

describe('a wrong line says what would be right, and where', () => {
  test.each([
    ['slep 4ms', '“slep” is no step. Did you mean sleep?', 'slep'],
    ['s', '“s” is no step. Did you mean sleep or slice or spawn?', 's'],
    ['dance', '“dance” is no step. Begin with run,', 'dance'],
    ['constructor', '“constructor” is no step.', 'constructor'],
    ['run', 'run needs a time: run 500us', 'run'],
    ['run 500', '500 of what? Write 500us or 500ms.', '500'],
    ['run fast', '“fast” is no time. Write 500us', 'fast'],
    ['sleep 0.5us', 'Steps count in whole µs.', '0.5us'],
    ['sleep -1ms', 'A time cannot be negative.', '-1ms'],
    ['sleep 99999s', 'At most ten hours', '99999s'],
    ['run 4ms please', '“please” is too much here', 'please'],
    ['sleep uniform 5ms 1ms', 'The range begins above its end', '1ms'],
    ['sleep lognormal 5ms 9', '“9” is no spread', '9'],
    ['nice hog 20', '20 is outside -20 to 19.', '20'],
    ['nice "hog 5', 'A name that begins with a quote', '"hog 5'],
    ['quota web 500us', 'At least 1ms.', '500us'],
    ['quota web 20ms / 2s', 'A period is at most a second.', '2s'],
    ['weight web 0', '0 is outside 1 to 10000.', '0'],
    ['group hog', 'group needs the name of a group', 'hog'],
    ['policy hog FAST', '“FAST” is no policy. Write NORMAL', 'FAST'],
    ['loop twice', '“twice” is not a number of times', 'twice'],
    ['["run"', 'A line in brackets is a step as files have it', '["run"'],
    ['[1, 2]', 'A line in brackets is a step as files have it', '[1, 2]'],
  ])('%s', (text, message, part) => {
    const [error] = parse(`yield\n  ${text}`).errors;
    expect(error?.message).toContain(message);
    expect(error?.line).toBe(1);
    expect(`  ${text}`.slice(error!.from, error!.to)).toBe(part);
  });
});

describe('loops', () => {
  const LOOP: readonly Step[] = [['loop', 0], ['run', 300], ['loop', 3], ['yield'], ['end'], ['end']];
  test('are indented', () => {
    expect(print(LOOP)).toBe('loop\n  run 300us\n  loop 3\n    yield\n  end\nend');
    expect(read(print(LOOP))).toEqual(LOOP);
  });
  test('have their ends', () => {
    expect(parse('run 1ms\nloop\nyield').errors).toMatchObject([{ line: 1, message: expect.stringContaining('without its end') }]);
    expect(parse('end').errors).toMatchObject([{ line: 0, message: expect.stringContaining('without a loop') }]);
  });
  test('are not looked at while a line cannot be read: it may be the partner', () => {
    expect(parse('lop\nend').errors).toMatchObject([{ line: 0 }]);
  });
});

test('empty lines are no steps, and each step knows its line', () => {
  expect(parse('\nrun 1ms\n\n  \nyield\n')).toEqual({ steps: [['run', 1_000], ['yield']], lines: [1, 4], errors: [] });
});

/** Xorshift: the same numbers on every run, so that a failure can be looked at. */
function chance(seed: number): (below: number) => number {
  let x = seed * 2_654_435_761 + 1;
  return (below) => {
    for (const shift of [13, -17, 5]) x ^= shift > 0 ? x << shift : x >>> -shift;
    return (x >>> 0) % below;
  };
}
const pick = <T>(all: readonly T[], below: (n: number) => number): T => all[below(all.length)]!;

const TIMES = [0, 1, 999, 1_000, 1_001, 41_500, 999_999, 1_000_000, 1_000_001, 36_000_000_000, 36_000_000_001];
const JUNK: readonly unknown[] = [null, true, -1, 0.5, 1e300, '', ' ', 'hog', 'a "b"', 'ü\n', '\\', [], [1], {}, { uniform: [2, 1] }, { exponential: 0 }];
const SHAPES: readonly unknown[] = [{ uniform: [0, 7] }, { exponential: 4_000 }, { lognormal: { median: 7, sigma_permille: 3_000 } }, { exponential: 1, uniform: [1, 2] }];

function randomStep(below: (n: number) => number): Step {
  const verb = pick([...Object.keys(FORMS), 'dance', '__proto__', ''], below);
  const value = (): unknown => pick([pick(TIMES, below), pick(SHAPES, below), pick(JUNK, below), 'NORMAL', below(2_000)], below);
  return [verb, ...Array.from({ length: below(4) }, value)];
}

test('whatever a step list holds, its text gives it back', () => {
  for (let seed = 0; seed < 1_000; seed++) {
    const below = chance(seed);
    const script = Array.from({ length: below(8) }, () => randomStep(below));
    const { steps } = parse(print(script));
    expect(steps, `seed ${seed}: ${print(script)}`).toEqual(script);
  }
});

test('the gallery’s programs have no line in brackets', () => {
  for (const { threads } of GALLERY) for (const { script } of threads) expect(print(script)).not.toContain('[');
});

const ALPHABET = 'abcdelnoprstuwxy 0123456789.,-+µ"\\[]{}:\n\t\u202f';

function checkProgram(text: string, { steps, lines, errors }: Program): void {
  expect(lines).toHaveLength(steps.length);
  const rows = text.split('\n');
  for (const { line, from, to } of errors) {
    expect(from).toBeLessThanOrEqual(to);
    expect(to).toBeLessThanOrEqual(rows[line]!.length);
  }
}

test('whatever is typed, there is a program or a reason', () => {
  for (let seed = 0; seed < 1_000; seed++) {
    const below = chance(seed);
    const noise = Array.from({ length: below(60) }, () => pick([...ALPHABET], below)).join('');
    const text = below(2) ? noise : `${pick(Object.keys(FORMS), below)} ${noise}`;
    const program = parse(text);
    checkProgram(text, program);
    expect(parse(print(program.steps)).steps, `seed ${seed}: ${text}`).toEqual(program.steps);
  }
});

test('a text that is far too long is refused at the step that is too much', () => {
  const { steps, errors } = parse('yield\n'.repeat(10_002));
  expect(steps).toHaveLength(10_000);
  expect(errors.map(({ line }) => line)).toEqual([10_000, 10_001]);
});
