import { expect, test } from 'vitest';
import { plainSide } from '../state/doc';
import { Thumbs, type Subject } from './thumbs';
import type { Picture } from '../worker/protocol';

const subject = (key: string): Subject => ({ key, scenario: { name: key, duration_us: 1, threads: [] }, sides: [] });
const PICTURE: Picture = { ops: new Float64Array(), texts: [], width: 1, height: 1 };

/** An engine that refuses `bad` and pictures everything else. */
function engine(): { asked: string[]; query: never } {
  const asked: string[] = [];
  const query = async ({ scenario }: { scenario: { name: string } }) => {
    asked.push(scenario.name);
    return scenario.name === 'bad' ? { type: 'refused' } : { type: 'picture', picture: PICTURE };
  };
  return { asked, query: query as never };
}

test('pictures come in order, without those that cannot be drawn, and each is asked for once', async () => {
  const session = engine();
  const thumbs = new Thumbs(session);
  const shown: string[] = [];
  const subjects = ['a', 'bad', 'b'].map(subject);
  const make = () => thumbs.make(subjects, 'light', (key) => shown.push(key), () => false);
  await make();
  await make();
  expect(shown).toEqual(['a', 'b', 'a', 'b']);
  expect(session.asked).toEqual(['a', 'bad', 'b', 'bad']);
});

test('other colours and other sides are other pictures', async () => {
  const session = engine();
  const thumbs = new Thumbs(session);
  const [a, b] = [subject('a'), { ...subject('a'), sides: [plainSide('6.1')] }];
  const both = [a, { ...b, scenario: a.scenario }];
  for (const theme of ['light', 'dark', 'light'] as const) await thumbs.make(both, theme, () => undefined, () => false);
  expect(session.asked).toEqual(['a', 'a', 'a', 'a']);
});

test('nothing is asked or shown once it is stopped', async () => {
  const session = engine();
  const shown: string[] = [];
  await new Thumbs(session).make(['a', 'b'].map(subject), 'light', (key) => shown.push(key), () => session.asked.length > 0);
  expect(session.asked).toEqual(['a']);
  expect(shown).toEqual([]);
});
