import { expect, test } from 'vitest';
import { cpuList, parseCpuList } from './cpulist';

test.each<[number[], string]>([
  [[], ''],
  [[3], '3'],
  [[0, 1, 2, 3, 8], '0-3,8'],
  [[9, 8, 8, 0], '0,8-9'],
])('%j is written as "%s"', (cpus, text) => expect(cpuList(cpus)).toBe(text));

test('what is written is read again', () => expect(parseCpuList(' 0-3, 8 ')).toEqual([0, 1, 2, 3, 8]));

test.each(['', '0-', '3-1', 'a', '0,,1', '0-9999'])('"%s" is no list', (text) => expect(parseCpuList(text)).toBeNull());
