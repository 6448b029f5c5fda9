import { expect, test } from 'vitest';
import { DEFAULT_LINES, DEFAULT_SIDES, plainDoc, type Doc, type Linked } from '../state/doc';
import { checkSize, exportName, fileText, kindOf, readFile, slug } from './files';
import { GALLERY } from './gallery';
import { fromFile } from './saved';
import { ns } from '../time';

const SCENARIO = { name: 'mine', duration_us: 80_000, threads: [{ name: 'H', script: [['run', 0]] as const }] };
const page = (change: Partial<Doc> = {}, playhead_ns = ns(0)): Linked => ({
  doc: { ...plainDoc(SCENARIO, DEFAULT_SIDES, 'system'), ...change },
  playhead_ns,
});

test.each<[string, Linked]>([
  ['defaults', page()],
  ['a window between two µs', page({ range: { from_ns: ns(1), to_ns: ns(999_999) } }, ns(17))],
  ['everything about the view', page({ alone: true, hidden: ['H'], highlight: 'H', theme: 'dark', recording: 'c-hog' })],
  ['lines', page({ lines: { ...DEFAULT_LINES, lag: 'off', deadline: 'absolute' } })],
  ['lanes of several CPUs', page({ lanes: { cpu: 3, follows: false, closed: ['LLC 1'], first: 4 } })],
  ['an idle CPU of several', page({ selection: { side: 0, kind: 'idle', task: '', t_ns: ns(5), row: -1, cpu: 2 } })],
  ['a selected event', page({ selection: { side: 1, kind: 'event', task: 'H', t_ns: ns(4_000_001), row: 12 } })],
  ['a selected stretch', page({ selection: { side: 0, kind: 'wait', task: 'H', t_ns: ns(5), row: -1 } })],
  [
    'a side with everything',
    page({
      sides: [
        { ...DEFAULT_SIDES[0], hz: 1_000, preemption: 'full', knobs: { latency_ns: 1 }, features: ['NO_X'], costs: { tick_ns: 5 } },
        DEFAULT_SIDES[1],
      ],
    }),
  ],
  ['a knob that is a word', page({ sides: [DEFAULT_SIDES[0], { ...DEFAULT_SIDES[1], knobs: { cgroup_mode: 'max' } }] })],
  ['what nobody knows', page({ scenario: { ...SCENARIO, seed: 7, later: [1], threads: [{ ...SCENARIO.threads[0]!, odd: 'x' }] } })],
])('a saved file opens to the same page: %s', (_, linked) => {
  const opened = readFile('mine.json', fileText(linked), 'system');
  expect(opened.doc.scenario['schedlens']).toBe(1);
  const { schedlens, ...scenario } = opened.doc.scenario;
  expect({ ...opened, doc: { ...opened.doc, scenario } }).toEqual(linked);
});

test('every example is written as it is read', () => {
  for (const scenario of GALLERY) {
    const linked = fromFile(scenario, 'light');
    expect(readFile('x.json', fileText(linked), 'light')).toEqual(linked);
  }
});

test('a file is readable', () => {
  expect(fileText(page({ range: { from_ns: ns(1_000_000), to_ns: ns(2_000_000) } }))).toBe(`{
  "schedlens": 1,
  "name": "mine",
  "duration_us": 80000,
  "threads": [{ "name": "H", "script": [["run", 0]] }],
  "a": { "kernel": "6.5", "hz": 250 },
  "b": { "kernel": "7.2", "hz": 250 },
  "view": { "from_us": 1000, "to_us": 2000 }
}
`);
});

test.each([
  ['{', /^a\.json: line 1: this is no JSON/],
  ['{\n"a": 1,\n}', /^a\.json: line 3: this is no JSON/],
  ['hello', /^a\.json: .*expected a scenario like/],
  ['[]', /^a\.json: scenario: expected an object/],
  ['{"duration_us": 1, "threads": [{"name": 5}]}', /^a\.json: threads\[0\]\.name: expected a text/],
  ['{"duration_us": 1, "threads": [], "a": 5}', /^a\.json: a: expected an object with a "kernel"/],
  ['{"duration_us": 1, "threads": [], "b": {"kernel": "7.2", "hz": "fast"}}', /^a\.json: b\.hz: expected a number/],
  ['{"duration_us": 1, "threads": [], "b": {"kernel": "7.2", "knobs": null}}', /^a\.json: b\.knobs: expected an object/],
  ['{"duration_us": 1, "threads": [], "b": {"kernel": "7.2", "features": [1]}}', /^a\.json: b\.features\[0\]: expected/],
  ['{"duration_us": 1, "threads": [], "b": {"kernel": "7.2", "costs": 5}}', /^a\.json: b\.costs: "5" is none of zero, recorded/],
  ['{"duration_us": 1, "threads": [], "view": 5}', /^a\.json: view: expected an object/],
  ['{"duration_us": 1, "threads": [], "view": {"from_us": 1}}', /^a\.json: view\.to_us: expected a number/],
  ['{"duration_us": 1, "threads": [], "view": {"from_us": 2, "to_us": 1}}', /^a\.json: view\.to_us: lies before/],
  ['{"duration_us": 1, "threads": [], "view": {"theme": "pink"}}', /^a\.json: view\.theme: "pink"/],
  ['{"duration_us": 1, "threads": [], "view": {"selection": {}}}', /^a\.json: view\.selection\.side/],
])('%s is refused', (text, message) => expect(() => readFile('a.json', text, 'system')).toThrow(message));

test.each([
  ['a.json', 2_000_000, 'a.json: 1.91 MB is too large; a scenario has at most 1 MB'],
  ['a.jsonl.gz', 70_000_000, 'too large; a recording has at most 64 MB'],
  ['a.json', 0, 'a.json: the file is empty'],
])('%s of %i bytes is not read', (name, bytes, message) => expect(() => checkSize(name, bytes)).toThrow(message));

test('sizes that are fine are', () => {
  checkSize('a.json', 1);
  checkSize('a.jsonl', 2_000_000);
});

test.each([
  ['a.json', 'scenario'],
  ['a', 'scenario'],
  ['c-hog.jsonl', 'recording'],
  ['C-HOG.JSONL.GZ', 'recording'],
])('%s is a %s', (name, kind) => expect(kindOf(name)).toBe(kind));

test.each([
  ['Long sleeper against a hog', 'long-sleeper-against-a-hog'],
  ['../../etc/passwd', 'etc-passwd'],
  ['<img onerror=1>', 'img-onerror-1'],
  ['', 'schedlens'],
  ['x'.repeat(100), 'x'.repeat(60)],
])('%s makes the file name %s', (text, name) => expect(slug(text)).toBe(name));

test('an export says what it is', () => {
  expect(exportName('long-sleeper', DEFAULT_SIDES, '', 'svg')).toBe('schedlens-long-sleeper-a-6.5-b-7.2.svg');
  expect(exportName('x', DEFAULT_SIDES, 'print 2x', 'png')).toBe('schedlens-x-a-6.5-b-7.2-print-2x.png');
  expect(exportName('long-sleeper', DEFAULT_SIDES.slice(0, 1), 'a-trace', 'csv')).toBe('schedlens-long-sleeper-a-6.5-a-trace.csv');
});
