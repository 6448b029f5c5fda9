/** A hand without a plan: what it can do on the page, chosen by a generator of chance that a seed makes repeatable. */
import { linkTo } from './fragments.mjs';

/** Numbers from 0 to below 1, the same for a seed everywhere (mulberry32). */
export function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const CLICKABLE = 'button, input, select, summary, textarea, [role=tab], [role=row], [role=slider], [role=option], label, canvas';
const KEYS = [
  'ArrowRight', 'ArrowLeft', 'Shift+ArrowRight', 'Shift+ArrowLeft', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageDown', 'PageUp', 'w',
  's', 'a', 'd', 'f', ',', '.', '[', ']', '<', '>', '+', '-', ' ', 'Enter', 'Escape', 'Tab', 'Shift+Tab', '?', 'Delete', 'Backspace',
  'Control+z', 'Control+Shift+z', 'Control+y', 'Alt+ArrowUp', 'Alt+ArrowDown', 'Control+Enter',
];
const TEXTS = [
  '', ' ', '0', '-1', '1', '3ms', '700us', '0.7 ms', '1e6', '1e400', '99999999999999999999', 'NaN', '-0', '1s', '100000 s', 'ms', '1 fortnight',
  '−20', '19', '20', '-21', '<img src=x onerror=alert(1)>', 'hog', 'sleeper', '\u202e\u0000x', 'a'.repeat(300), '{"a":', 'run 500us',
  'loop 3\nrun 1ms\nend', 'loop', 'end', 'run', 'sleep exp 4ms', 'run 0',
];
const SIZES = [[1440, 900], [1280, 720], [390, 844], [844, 390], [1920, 1080], [720, 450]];
const DROPPED = [
  ['empty.json', ''],
  ['broken.json', '{"schedlens": 1, "threads": ['],
  ['list.json', '[]'],
  ['noise.jsonl.gz', '\u001f\u008b\u0000noise'],
  ['unknown.json', '{"schedlens": 1, "duration_us": 1000, "threads": [{"name": "x", "script": [["fly", 1]]}]}'],
  ['pair.json', '{"schedlens": 1, "duration_us": 20000, "threads": [{"name": "x", "script": [["run", 0]]}, {"name": "y", "script": [["run", 0]]}]}'],
];
const FRAGMENTS = [
  '#', '#1', '#2', '#zzz', '#1not-a-link', '#%00',
  linkTo({ schedlens: 1, duration_us: 30_000, threads: [{ name: 'only', script: [['run', 0]] }] }),
];

/** One of a list. */
const pick = (random, list) => list[Math.floor(random() * list.length)];
const within = (random, from, to) => Math.round(from + random() * (to - from));

/** What it does likely, some of it more than others, and what it does once in a while. */
const LIKELY = [
  'click', 'click', 'click', 'click', 'press', 'press', 'press', 'type', 'type', 'choose', 'slide', 'slide', 'drag', 'drag', 'wheel', 'wheel',
];
const RARE = ['resize', 'drop', 'follow'];
const RARELY = 0.06;

/** A monkey on a page: each `act` does something and says what, as a line to repeat it by. */
export function monkey(page, random) {
  const acts = { ...onControls(page, random), ...anywhere(page, random), ...withWholePage(page, random) };
  const act = async () => {
    const kind = pick(random, random() < RARELY ? RARE : LIKELY);
    return `${kind} ${await acts[kind]()}`;
  };
  return { act };
}

function onControls(page, random) {
  const control = async (selector) => pick(random, await page.evaluate(visible, selector));
  return {
    async click() {
      const found = await control(CLICKABLE);
      if (!found) return 'nothing to click';
      await page.mouse.click(found.x, found.y, { clickCount: random() < 0.1 ? 2 : 1 });
      return found.name;
    },
    async type() {
      const found = await control('input:not([type=range], [type=checkbox], [type=file]), textarea');
      if (!found) return 'nowhere to type';
      const [text, key] = [pick(random, TEXTS), pick(random, ['Enter', 'Tab', 'Escape', null])];
      await page.mouse.click(found.x, found.y, { clickCount: 3 });
      await page.keyboard.insertText(text);
      if (key) await page.keyboard.press(key);
      return `${JSON.stringify(text)} ${key} into ${found.name}`;
    },
    async choose() {
      const found = await control('select');
      if (!found) return 'nothing to choose';
      await page.mouse.move(found.x, found.y);
      return `${found.name}: ${await page.evaluate(chooseAt, [found.x, found.y, random()])}`;
    },
    async slide() {
      const found = await control('input[type=range]');
      if (!found) return 'nothing to slide';
      const by = within(random, -200, 200);
      await dragThrough(page, [[found.x, found.y], [found.x + by / 2, found.y], [found.x + by, found.y]]);
      return `${found.name} by ${by}`;
    },
  };
}

/** What needs no control. */
function anywhere(page, random) {
  const place = () => {
    const { width, height } = page.viewportSize();
    return [within(random, 0, width - 1), within(random, 0, height - 1)];
  };
  return {
    async press() {
      const [key, times] = [pick(random, KEYS), within(random, 1, 4)];
      for (let i = 0; i < times; i++) await page.keyboard.press(key);
      return `${key} × ${times}`;
    },
    async drag() {
      const [from, to] = [place(), place()];
      await dragThrough(page, [from, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], to]);
      return `${from} to ${to}`;
    },
    async wheel() {
      const at = place();
      const by = [within(random, -300, 300) * (random() < 0.3 ? 1 : 0), within(random, -400, 400)];
      await page.mouse.move(...at);
      await page.mouse.wheel(...by);
      return `${by} at ${at}`;
    },
  };
}

function withWholePage(page, random) {
  return {
    async resize() {
      const [width, height] = pick(random, SIZES);
      await page.setViewportSize({ width, height });
      return `${width} × ${height}`;
    },
    async drop() {
      const [name, text] = pick(random, DROPPED);
      await page.evaluate(dropFile, [name, text]);
      return name;
    },
    async follow() {
      const fragment = pick(random, FRAGMENTS);
      await page.evaluate((fragment) => void (location.hash = fragment), fragment);
      return fragment;
    },
  };
}

async function dragThrough(page, [from, ...places]) {
  await page.mouse.move(...from);
  await page.mouse.down();
  for (const place of places) await page.mouse.move(...place);
  await page.mouse.up();
}

/** In the page: what of a selector can be seen and used, with a point on it. */
function visible(selector) {
  const { innerWidth, innerHeight } = globalThis;
  return [...document.querySelectorAll(selector)].flatMap((element) => {
    const box = element.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const seen = box.width > 0 && box.height > 0 && x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
    if (!seen || element.disabled || !element.contains(document.elementFromPoint(x, y))) return [];
    const words = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
    return [{ x, y, name: `${element.localName} "${words}"` }];
  });
}

/** In the page: sets the list under a point to one of its options, as a hand does. */
function chooseAt([x, y, share]) {
  const list = document.elementFromPoint(x, y)?.closest('select');
  if (!list) return 'gone';
  list.selectedIndex = Math.floor(share * list.options.length);
  list.dispatchEvent(new Event('change', { bubbles: true }));
  return list.value;
}

/** In the page: lets go of a file over it. */
function dropFile([name, text]) {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  for (const type of ['dragenter', 'dragover', 'drop'])
    document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
}
