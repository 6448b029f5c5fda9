/** What the browser tests share: a real Chromium, the built page in it, and the native engine to compare with. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { serve } from './server.mjs';

/** The page's packages are installed beside the page. */
export const packages = createRequire(new URL('../../www/package.json', import.meta.url));
const { chromium } = packages('playwright-core');

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
export const DIST = path('../../www/dist/');
export const SCENARIOS = path('../scenarios/');
export const SHOTS = path('./shots/');
export const ONE_FILE = new URL('../../www/dist/schedlens.html', import.meta.url).href;

/** A path that the page was not built for: it must work under any. */
export const SUB_PATH = '/some/where/';

/** Calm and repeatable: nothing fetched by the browser for itself, the same pixels on every machine. */
const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--disable-lcd-text', '--font-render-hinting=none',
  '--force-device-scale-factor=1', '--disable-font-subpixel-positioning', '--hide-scrollbars',
];

/** Longest wait for anything on the page; ten times what it takes on a busy machine. */
const PATIENCE_MS = 30_000;

/** A browser and a server for a test file; `close` ends both. */
export async function launch(folders = {}) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
  const server = await serve({ [SUB_PATH]: DIST, ...folders });
  const close = async () => {
    await browser.close();
    server.close();
  };
  return { browser, origin: server.origin, url: server.origin + SUB_PATH, close };
}

/** In the page, before its own scripts: as if the hints of the first visit had been read. */
function hintsRead() {
  try {
    localStorage.setItem('schedlens.hints', '0');
  } catch {
    // A page that may keep nothing shows its hints.
  }
}

/**
 * Opens an address in a fresh profile and waits for the first picture. The page that it gives remembers every request
 * and every complaint; `before` runs in it before its own scripts, `hints` shows what a first visit shows; further options are
 * Playwright's for a context.
 */
export async function open(browser, address, { before, hints = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  if (!hints) await context.addInitScript(hintsRead);
  if (before) await context.addInitScript(before);
  return visit(context, address);
}

/** The same in a profile that is open already; `viewport` if its size is another. */
export async function visit(context, address, viewport) {
  const page = await context.newPage();
  page.requested = [];
  page.complaints = [];
  context.on('request', (request) => page.requested.push(request.url()));
  page.on('pageerror', (error) => page.complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && page.complaints.push(message.text()));
  if (viewport) await page.setViewportSize(viewport);
  await page.goto(address);
  await drawn(page);
  return page;
}

/** Waits until the page says that a picture is drawn. */
export const drawn = (page) => page.waitForFunction(() => document.documentElement.dataset.ready === 'true');

/** The trace hashes of both sides, as the page has them from the engine in its worker. */
export const hashes = (page) => page.evaluate(() => [document.documentElement.dataset.hashA, document.documentElement.dataset.hashB]);

/** Waits until one of the hashes is another than before; gives the new ones. */
export async function newHashes(page, before) {
  await page.waitForFunction(([a, b]) => {
    const { hashA, hashB } = document.documentElement.dataset;
    return hashA !== a || hashB !== b;
  }, before);
  return hashes(page);
}

/** The hash of one side of a scenario file, by the same engine as a native command. */
export function nativeHash(file, side) {
  const command = process.env.SCHEDLENS;
  assert.ok(command, 'SCHEDLENS must name the native command; `cargo xtask test` sets it');
  return execFileSync(command, ['run', file, '--side', side, '--format', 'hash'], { encoding: 'utf8' }).trim();
}

/** Fails if the page asked anybody but its own folder for anything. */
export function assertAlone(page, home) {
  const strange = page.requested.filter((url) => !url.startsWith(home) && !/^(data|blob):/.test(url));
  assert.deepEqual(strange, [], 'the page asks no other host');
}

/** Fails if the browser complained about anything. */
export const assertCalm = (page) => assert.deepEqual(page.complaints, [], 'no errors in the console');
