import { expect, test } from 'vitest';
import { doesOf } from './describe';
import { parse, print } from './program';
import { patternOf } from './scenario';
import { TASK_TEMPLATES } from './templates';

test('every template has a name of its own and a program that the quick form knows', () => {
  const names = TASK_TEMPLATES.map(({ thread }) => thread.name);
  expect(new Set(names).size).toBe(names.length);
  for (const { thread } of TASK_TEMPLATES) {
    expect(patternOf(thread.script)).not.toBe('listed');
    expect(parse(print(thread.script)).steps).toEqual(thread.script);
  }
});

test('what a template says of its times is so', () => {
  const times = (text: string): string[] => text.replaceAll('\u202f', ' ').match(/\d+ ms/g) ?? [];
  for (const { thread, does } of TASK_TEMPLATES) if (times(does).length > 0) expect(times(doesOf(thread))).toEqual(times(does));
});
