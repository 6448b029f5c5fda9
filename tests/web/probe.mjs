/** A stop-watch inside the page: when a hand did something, what the worker answered, and when that was on the canvas. */

/** Waits until the page waits for nothing: no question without its answer in several of the browser's frames, address written. */
export const idle = (page) => page.waitForFunction(() => {
  const { pending } = globalThis.probe;
  globalThis.probe.calm = pending.size === 0 ? globalThis.probe.calm + 1 : 0;
  return globalThis.probe.calm >= 5;
});

/**
 * For `before` of `open`: runs in the page before its own scripts and leaves `globalThis.probe`.
 *
 * It stands between page and worker, so that it times what the page really does and needs nothing from it.
 */
export const probe = { content: [notebook, watchInputs, watchWorker, watchAddress].map((part) => `(${part})();`).join('\n') };

function notebook() {
  globalThis.probe = {
    /** Events of the last run that opened, on the side that has more. */
    events: 0,
    /** How often a field or slider was moved, and how many of these moves are on the canvas. */
    inputs: 0,
    answered: 0,
    /** When the last move happened that is not on the canvas yet, and whether its run has opened. */
    input_at_ms: null,
    opened: false,
    /** From the input event to the drawn frame. */
    inputs_ms: [],
    /** From the question for a frame to the drawn frame. */
    frames_ms: [],
    /** The last frame's operations. */
    ops: null,
    /** The questions that the worker has not answered: number to kind. */
    pending: new Map(),
    /** Looks in a row that found none. */
    calm: 0,
    /** How often the page wrote its address. */
    addressed: 0,
  };
}

function watchInputs() {
  const seen = globalThis.probe;
  document.addEventListener('input', () => {
    Object.assign(seen, { inputs: seen.inputs + 1, input_at_ms: performance.now(), opened: false });
  }, true);
}

/** A canvas only notes what is to be drawn; reading one pixel back makes it draw. */
function watchWorker() {
  const seen = globalThis.probe;
  const asked_at_ms = new Map();
  const answers = {
    opened: ({ summary }) => {
      seen.opened = true;
      seen.events = Math.max(...summary.sides.map(({ events }) => events));
    },
    frame: ({ id, ops }) => {
      document.querySelector('.figure canvas').getContext('2d').getImageData(0, 0, 1, 1);
      const now_ms = performance.now();
      seen.ops = ops;
      seen.frames_ms.push(now_ms - asked_at_ms.get(id));
      if (seen.input_at_ms === null || !seen.opened) return;
      seen.inputs_ms.push(now_ms - seen.input_at_ms);
      Object.assign(seen, { answered: seen.inputs, input_at_ms: null });
    },
  };
  globalThis.Worker = class extends Worker {
    postMessage(message, ...rest) {
      // A question that is cancelled is not answered; the cancelling has its number.
      if (message.type === 'cancel') seen.pending.delete(message.id);
      else seen.pending.set(message.id, message.type);
      asked_at_ms.set(message.id, performance.now());
      super.postMessage(message, ...rest);
    }

    /** Nothing is answered any more. */
    terminate() {
      seen.pending.clear();
      super.terminate();
    }

    set onmessage(listener) {
      super.onmessage = (event) => {
        listener(event);
        if (event.data.type !== 'progress') seen.pending.delete(event.data.id);
        answers[event.data.type]?.(event.data);
      };
    }
  };
}

function watchAddress() {
  const replaceState = history.replaceState.bind(history);
  history.replaceState = (...args) => {
    replaceState(...args);
    globalThis.probe.addressed++;
  };
}
