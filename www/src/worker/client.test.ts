import { beforeEach, describe, expect, test } from 'vitest';
import { Client, type Listener, type Port } from './client';
import type { Decision, FromWorker, Scenario, Side, Summary, ToWorker, View } from './protocol';

const SCENARIO = (n: number): Scenario => ({ name: String(n), duration_us: 1, threads: [] });
const SIDES: Side[] = [];
const VIEW = (from_ns: number): View => ({
  from_ns,
  to_ns: from_ns + 1,
  width: 1,
  height: 1,
  cpu: 0,
  closed: [],
  first_row: 0,
  theme: 'light',
  lines: { lag: 'off', vruntime: 'off', deadline: 'off' },
  hidden: [],
  highlight: '',
});
const SUMMARY = { sides: [] } as Summary;
const DECISION = { index: 7 } as Decision;
const NEXT = { side: 0, t_ns: 5, index: 3, step: 1, of: 'decision' } as const;

/** A worker that answers only when the test says so. */
class FakePort implements Port {
  sent: ToWorker[] = [];
  ended = false;
  onmessage: Port['onmessage'] = null;
  onerror: Port['onerror'] = null;
  postMessage(message: ToWorker): void {
    this.sent.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  say(message: FromWorker): void {
    this.onmessage?.({ data: message } as MessageEvent<FromWorker>);
  }
  get last(): ToWorker {
    return this.sent.at(-1)!;
  }
}

let ports: FakePort[];
let heard: string[];
let client: Client;
const port = () => ports.at(-1)!;
let listener: Listener;
const writing = (): Listener => ({
  presets: (cpus) => heard.push(`presets ${cpus}`),
  progress: (done) => heard.push(`progress ${done}`),
  opened: () => heard.push('opened'),
  frame: ({ view }) => heard.push(`frame ${view.from_ns}`),
  decision: (side) => heard.push(`decision ${side}`),
  refused: ({ message, place }) => heard.push(`refused ${message} at ${place}`),
  failed: (message, recovered) => heard.push(`failed ${message} ${recovered}`),
});
const frameAnswer = (id: number): FromWorker => ({ type: 'frame', id, ops: new Float64Array(), texts: [], layout: {} as never });

beforeEach(() => {
  ports = [];
  heard = [];
  listener = writing();
  client = new Client(() => (ports.push(new FakePort()), port()), listener);
});

describe('one question of a kind at a time', () => {
  test('the newest waits, those between are forgotten', () => {
    for (const n of [1, 2, 3, 4]) client.frame(VIEW(n));
    expect(port().sent).toHaveLength(1);
    port().say(frameAnswer(port().last.id));
    expect(heard).toEqual(['frame 1']);
    expect(port().last).toMatchObject({ type: 'frame', view: { from_ns: 4 } });
    port().say(frameAnswer(port().last.id));
    expect(heard).toEqual(['frame 1', 'frame 4']);
    expect(port().sent).toHaveLength(2);
  });
  test('kinds and sides do not wait for each other', () => {
    client.open(SCENARIO(1), SIDES);
    client.frame(VIEW(1));
    client.decisionAt(0, 5);
    client.decisionAt(1, 5);
    client.presets(8);
    expect(port().sent.map((m) => m.type)).toEqual(['open', 'frame', 'decision', 'decision', 'presets']);
  });
  test('an answer that nobody waits for is dropped', () => {
    client.frame(VIEW(1));
    port().say(frameAnswer(99));
    expect(heard).toEqual([]);
  });
  test('presets come with the number of CPUs that was asked for', () => {
    client.presets(8);
    port().say({ type: 'presets', id: port().last.id, presets: [] });
    expect(heard).toEqual(['presets 8']);
  });
});

describe('long runs', () => {
  test('progress is passed on', () => {
    client.open(SCENARIO(1), SIDES);
    port().say({ type: 'progress', id: port().last.id, done: 0.5 });
    expect(heard).toEqual(['progress 0.5']);
  });
  test('a long run gives way to a newer one', () => {
    client.open(SCENARIO(1), SIDES);
    const first = port().last.id;
    client.open(SCENARIO(2), SIDES);
    port().say({ type: 'progress', id: first, done: 0.1 });
    expect(port().sent.slice(1)).toMatchObject([
      { type: 'cancel', id: first },
      { type: 'open', scenario: { name: '2' } },
    ]);
    port().say({ type: 'opened', id: first, summary: SUMMARY });
    expect(heard).toEqual([]);
  });
  test('cancel forgets the running and the waiting one', () => {
    client.open(SCENARIO(1), SIDES);
    const first = port().last.id;
    client.open(SCENARIO(2), SIDES);
    client.cancel();
    expect(port().last).toEqual({ type: 'cancel', id: first });
    port().say({ type: 'opened', id: first, summary: SUMMARY });
    expect(heard).toEqual([]);
  });
  test('cancel with nothing to cancel says nothing', () => {
    client.frame(VIEW(1));
    client.cancel();
    expect(port().sent).toHaveLength(1);
  });
});

test('what is refused is reported, and the next one is asked', () => {
  client.open(SCENARIO(1), SIDES);
  client.open(SCENARIO(2), SIDES);
  port().say({ type: 'refused', id: port().last.id, message: 'nice 25', place: 'threads[0].nice' });
  expect(heard).toEqual(['refused nice 25 at threads[0].nice']);
  expect(port().last).toMatchObject({ type: 'open', scenario: { name: '2' } });
});

test('what is answered comes with the objects that were asked for', () => {
  const scenario = SCENARIO(1);
  const seen: unknown[] = [];
  listener.opened = (_, asked) => seen.push(asked.scenario === scenario, asked.sides === SIDES);
  client.open(scenario, SIDES);
  port().say({ type: 'opened', id: port().last.id, summary: SUMMARY });
  expect(seen).toEqual([true, true]);
});

test('a picture that is refused is nobody’s mistake', () => {
  client.frame(VIEW(1));
  port().say({ type: 'refused', id: port().last.id, message: 'nothing is open yet', place: '' });
  expect(heard).toEqual([]);
});

describe('steps', () => {
  test('resolve with their own answer', async () => {
    const forward = client.decision(NEXT);
    const asked = port().last;
    expect(asked).toMatchObject({ side: 0, index: 3, step: 1 });
    port().say({ type: 'decision', id: asked.id, decision: DECISION });
    expect(await forward).toBe(DECISION);
    expect(heard).toEqual([]);
  });
  test('are not undone by an older question', () => {
    client.decisionAt(0, 5);
    const older = port().last.id;
    void client.decision(NEXT);
    port().say({ type: 'decision', id: older, decision: DECISION });
    expect(heard).toEqual([]);
  });
  test('end empty when nothing is open', async () => {
    const step = client.decision(NEXT);
    port().say({ type: 'refused', id: port().last.id, message: 'nothing is open yet', place: '' });
    expect(await step).toBeNull();
    expect(heard).toEqual([]);
  });
  test('end empty when the engine breaks down', async () => {
    const step = client.decision(NEXT);
    port().say({ type: 'failed', message: 'unreachable' });
    expect(await step).toBeNull();
  });
});

describe('queries', () => {
  const values = (t_ns: number) => client.query({ type: 'values', t_ns }, 'values');
  const answer = (id: number) => port().say({ type: 'values', id, sides: [] });
  test('of a lane: one on its way, the newest behind it', async () => {
    const [first, second, third] = [values(1), values(2), values(3)];
    expect(port().sent).toHaveLength(1);
    expect(await second).toBeNull();
    answer(port().last.id);
    expect(await first).toMatchObject({ type: 'values' });
    expect(port().last).toMatchObject({ t_ns: 3 });
    answer(port().last.id);
    expect(await third).toMatchObject({ type: 'values' });
  });
  test('without a lane each is asked', () => {
    void client.query({ type: 'hit', x: 1, y: 1 });
    void client.query({ type: 'hit', x: 2, y: 2 });
    expect(port().sent).toHaveLength(2);
  });
  test('a refusal is an answer, and the next one is asked', async () => {
    const [first] = [values(1), values(2)];
    port().say({ type: 'refused', id: port().last.id, message: 'no', place: '' });
    expect(await first).toMatchObject({ type: 'refused', message: 'no' });
    expect(port().last).toMatchObject({ t_ns: 2 });
  });
  test('end empty when the engine breaks down, and go on with the next one', async () => {
    const [first, second] = [values(1), values(2)];
    port().say({ type: 'failed', message: 'unreachable' });
    expect(await Promise.all([first, second])).toEqual([null, null]);
    void values(3);
    expect(port().last).toMatchObject({ t_ns: 3 });
  });
});

describe('a breakdown', () => {
  const opened = (n: number) => {
    client.open(SCENARIO(n), SIDES);
    port().say({ type: 'opened', id: port().last.id, summary: SUMMARY });
  };
  test('replaces the worker and opens the last good scenario again', () => {
    opened(1);
    client.open(SCENARIO(2), SIDES);
    const broken = port();
    broken.say({ type: 'failed', message: 'unreachable' });
    expect(broken.ended).toBe(true);
    expect(ports).toHaveLength(2);
    expect(port().last).toMatchObject({ type: 'open', scenario: { name: '1' } });
    expect(heard).toEqual(['opened', 'failed unreachable true']);
  });
  test('twice in a row is not tried a third time', () => {
    opened(1);
    port().say({ type: 'failed', message: 'x' });
    port().say({ type: 'failed', message: 'y' });
    expect(ports).toHaveLength(2);
    expect(heard.at(-1)).toBe('failed y false');
  });
  test('the next question starts a new engine all the same', () => {
    client.open(SCENARIO(1), SIDES);
    port().onerror?.({ message: '' } as ErrorEvent);
    expect(heard).toEqual(['failed the worker could not be loaded false']);
    client.open(SCENARIO(2), SIDES);
    expect(ports).toHaveLength(2);
    expect(port().last).toMatchObject({ scenario: { name: '2' } });
  });
});
