/** The engine as the page has it, without a page: every question, its answers next to the native command's, and refusals. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { gunzipSync } from 'node:zlib';

import { Engine, initSync } from '../../www/src/pkg/web.js';
import { nativeHash, SCENARIOS } from './harness.mjs';

const at = (relative) => new URL(relative, import.meta.url);
initSync({ module: readFileSync(at('../../www/src/pkg/web_bg.wasm')) });

const RECORDING = readFileSync(at('../recordings/7.2/c-hog-longsleeper.jsonl.gz'));
const FILES = readdirSync(SCENARIOS).map((name) => SCENARIOS + name);
const GROUPS = ['wakeup', 'preemption', 'tick', 'slice timer', 'block', 'yield', 'exit', 'keep', 'change', 'throttle', 'placement', 'balance'];

/** An engine with the scenario of a file open; its summary beside it. */
function opened(file) {
  const { a, b, ...scenario } = JSON.parse(readFileSync(file, 'utf8'));
  const engine = new Engine();
  engine.open(scenario, [a, b]);
  while (engine.advance(1_000) < 1);
  return { engine, summary: engine.summary() };
}

const native = (file, side, format) =>
  execFileSync(process.env.SCHEDLENS, ['run', file, '--side', side, '--format', format], { encoding: 'utf8', maxBuffer: 1 << 26 });

test('hash, trace and table are those of the native command', () => {
  for (const file of FILES) {
    const { engine, summary } = opened(file);
    for (const [index, side] of ['a', 'b'].entries()) {
      assert.equal(summary.sides[index].hash, nativeHash(file, side), file);
      assert.equal(engine.text(index, 'csv'), native(file, side, 'csv'), file);
      assert.equal(engine.text(index, 'table'), native(file, side, 'table'), file);
    }
  }
});

test('the log has each decision once, in one group', () => {
  for (const file of FILES) {
    const { engine } = opened(file);
    const log = (groups, find) => engine.log({ side: 1, task: '', groups, from: 0, count: 2_000, find });
    const all = log([]);
    assert.equal(all.total, GROUPS.reduce((sum, group) => sum + log([group]).total, 0), file);
    for (const [position, { row, sentence }] of all.rows.entries()) {
      assert.equal(log([], row).position, position);
      assert.equal(engine.decision(1, 0, row, 0, 'row').sentence, sentence);
    }
    assert.equal(engine.log({ side: 1, task: 'nobody', groups: [], from: 0, count: 9 }).total, 0);
  }
});

test('stretches follow each other, with the decisions between them', () => {
  const { engine, summary } = opened(SCENARIOS + 'long-sleeper.json');
  const [{ name: task }] = summary.sides[1].tasks;
  let span = engine.span({ side: 1, kind: 'run', task, t_ns: 0, step: 0 });
  const kinds = new Set();
  for (let next; span; span = next) {
    kinds.add(span.kind);
    next = engine.span({ side: 1, kind: span.kind, task, t_ns: span.from_ns, step: 1 });
    if (next) assert.ok(span.ends.t_ns === span.to_ns && next.from_ns >= span.to_ns && next.begins.sentence);
    else assert.ok(span.ends === null || span.to_ns < summary.sides[1].end_ns);
  }
  assert.deepEqual([...kinds].sort(), ['delayed', 'run', 'wait']);
  assert.equal(engine.span({ side: 2, kind: 'run', task, t_ns: 0, step: 0 }), null);
});

test('values are what the candidates of a decision were', () => {
  const { engine } = opened(SCENARIOS + 'short-sleeper.json');
  for (const { t_ns, row } of engine.log({ side: 1, task: '', groups: ['tick'], from: 0, count: 50 }).rows) {
    const { candidates } = engine.decision(1, t_ns, row, 0, 'row');
    const { tasks, weight_sum, lag_sum } = engine.values(t_ns)[1];
    for (const { name, vruntime_ns } of candidates) assert.equal(tasks.find((task) => task.name === name).vruntime_ns, vruntime_ns);
    assert.ok(BigInt(lag_sum) <= 0n && -BigInt(lag_sum) < BigInt(weight_sum), `${lag_sum} of ${weight_sum}`);
  }
});

test('a recording tells the numbers of its header and opens as a scenario', () => {
  const engine = new Engine();
  const { kernel, scenario, side, tasks } = engine.recording(RECORDING);
  const { summary } = JSON.parse(gunzipSync(RECORDING).toString().split('\n')[0]);
  assert.equal(kernel, '7.2');
  for (const task of tasks) assert.equal(task.cpu_ns, summary[task.name].runtime_ns, task.name);
  engine.open(scenario, [side]);
  while (engine.advance(1_000) < 1);
  const span = engine.span({ side: 2, kind: 'run', task: 's0', t_ns: 26e6, step: 0 });
  assert.deepEqual([span.side, span.begins, Math.round((span.to_ns - span.from_ns) / 1e3)], [2, null, 2809]);
  assert.equal(engine.recording(undefined), null);
  assert.equal(engine.span({ side: 2, kind: 'run', task: 's0', t_ns: 26e6, step: 0 }), null);
});

test('refusals say where; what was open stays open', () => {
  const { engine, summary } = opened(SCENARIOS + 'long-sleeper.json');
  const refused = (place, ask) => assert.throws(ask, (error) => error.place === place && error.message.startsWith(place || 'scenario'));
  const open = (thread, ...sides) => engine.open({ duration_us: 1, threads: [{ name: 'a', script: [], ...thread }] }, sides);
  refused('threads[0].nice', () => open({ nice: 20 }, { kernel: '7.2' }));
  refused('side B: knobs.base_slice_ns', () => open({}, { kernel: '6.5' }, { kernel: '7.2', knobs: { base_slice_ns: 5 } }));
  refused('groups', () => engine.log({ side: 0, task: '', groups: ['tock'], from: 0, count: 1 }));
  refused('line 1, field "format"', () => engine.recording(new TextEncoder().encode('{}\n')));
  assert.deepEqual(engine.summary(), summary);
});
