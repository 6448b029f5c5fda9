import { describe, expect, it } from 'vitest';
import { betweenLines, entriesOf, operandsText, piecesOf, ROWS_MAX, type Test } from './between';

const test = (cpu: number, rule = 'Idle', decides = false): Test => ({
  cpu,
  finding: `CPU ${cpu} is ${decides ? '' : 'not '}idle`,
  holds: decides,
  decides,
  rule,
  source: 'kernel/sched/fair.c: available_idle_cpu',
  operands: [
    ['nr_running', '1'],
    ['idle_policy', '0'],
  ],
});

const many = (count: number, rule = 'Idle'): Test[] => Array.from({ length: count }, (_, cpu) => test(cpu, rule));
/** `3` is the row of CPU 3, `+5` five that are folded. */
const shown = (tests: readonly Test[]): (string | number)[] =>
  entriesOf(tests).map((entry) => (entry.kind === 'test' ? entry.test.cpu : `+${entry.tests.length}`));

describe('rows of tests', () => {
  it('stand one by one up to a bound', () => {
    expect(shown(many(ROWS_MAX))).toEqual([...many(ROWS_MAX).keys()]);
  });

  it('are folded between the first ones and the last', () => {
    expect(shown(many(64))).toEqual([...many(15).keys(), '+48', 63]);
  });

  it('always show what decides', () => {
    const tests = [...many(40), test(40, 'Idle', true), test(41), test(42)];
    expect(shown(tests)).toEqual([...many(15).keys(), '+25', 40, '+2']);
    const early = [test(0, 'Idle', true), ...many(20)];
    expect(shown(early).slice(-2)).toEqual(['+5', 19]);
  });

  it('are folded by search, whichever rules it has', () => {
    const mixed = many(20).flatMap(({ cpu }) => [test(cpu), test(cpu, 'Fits')]);
    expect(shown(mixed).filter((entry) => typeof entry === 'string')).toEqual(['+24']);
    const groups = many(20, 'GroupLeastBusy');
    expect(shown([...many(10), ...groups]).filter((entry) => typeof entry === 'string')).toEqual(['+4']);
  });

  it('are never folded where each rule asks once', () => {
    expect(shown(many(30, 'SharesCache'))).toHaveLength(30);
  });
});

describe('a finding', () => {
  it('has its CPUs apart from the words', () => {
    expect(piecesOf('CPU 12 shares the cache with CPU 3')).toEqual([{ cpu: 12 }, ' shares the cache with ', { cpu: 3 }]);
    expect(piecesOf('the search goes through the MC domain (CPUs 0-3) of CPU 0')).toEqual([
      'the search goes through the MC domain (CPUs 0-3) of ',
      { cpu: 0 },
    ]);
    expect(piecesOf('this group is overloaded')).toEqual(['this group is overloaded']);
  });

  it('has its numbers by name', () => {
    expect(operandsText(test(3))).toBe('nr_running = 1, idle_policy = 0');
    expect(betweenLines({ asked: 'S wakes, by CPU 0', tests: [test(0), test(1, 'Idle', true)] })).toEqual([
      '  S wakes, by CPU 0',
      '  - CPU 0 is not idle (nr_running = 1, idle_policy = 0)',
      '  > CPU 1 is idle (nr_running = 1, idle_policy = 0)',
    ]);
  });
});
