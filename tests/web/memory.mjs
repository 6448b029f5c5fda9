/** What the page holds in memory once everything that can be collected is collected. */

/** Bytes of the engine's memory, and of what page and worker hold in JavaScript. */
export async function memoryOf(page) {
  const session = await page.context().newCDPSession(page);
  const own = await heap((method, params) => session.send(method, params));
  await session.detach();
  const worker = await workerOf(page.context().browser());
  const wasm_bytes = await wasmBytes(worker.ask);
  const js_bytes = own + (await heap(worker.ask));
  await worker.close();
  return { wasm_bytes, js_bytes };
}

async function heap(ask) {
  await ask('HeapProfiler.enable');
  await ask('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize } = await ask('Runtime.getHeapUsage');
  return usedSize + backingStorageSize;
}

/** Every `WebAssembly.Memory` of the worker: nothing in the page has to hand it out. */
async function wasmBytes(ask) {
  const { result } = await ask('Runtime.evaluate', { expression: 'WebAssembly.Memory.prototype' });
  const { objects } = await ask('Runtime.queryObjects', { prototypeObjectId: result.objectId });
  const sum = 'function () { return this.reduce((bytes, { buffer }) => bytes + buffer.byteLength, 0); }';
  const answer = await ask('Runtime.callFunctionOn', { objectId: objects.objectId, functionDeclaration: sum, returnByValue: true });
  return answer.result.value;
}

/** A line to the debugger of the browser's one worker: Playwright has none, so its messages go through the browser's. */
async function workerOf(browser) {
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{ type: 'worker' }] });
  if (targetInfos.length !== 1) throw new Error(`one worker expected, found ${targetInfos.length}`);
  const { sessionId } = await session.send('Target.attachToTarget', { targetId: targetInfos[0].targetId, flatten: false });
  const waiting = new Map();
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result, error } = JSON.parse(message);
    waiting.get(id)?.(result ?? Promise.reject(new Error(error.message)));
  });
  const ask = (method, params = {}) => new Promise((resolve) => {
    const id = waiting.size + 1;
    waiting.set(id, resolve);
    void session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) });
  });
  return { ask, close: () => session.detach() };
}
