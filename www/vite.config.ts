import { defineConfig, type Plugin, type Rolldown } from 'vite';
import listed from './src/files/recordings.json';
import proof from './src/proof/conformance.json';

type Bundle = Rolldown.OutputBundle;

/** Folds everything into the page and names it for what it is: one file that opens from `file://`. */
const oneFile: Plugin = {
  name: 'one-file',
  enforce: 'post',
  async generateBundle(_options, bundle) {
    const page = bundle['index.html'];
    if (page?.type !== 'asset') return;
    delete bundle['index.html'];
    const source = await restrictOne(foldAll(String(page.source), bundle));
    this.emitFile({ type: 'asset', fileName: 'schedlens.html', source });
  },
};

/** The page with every other file of the bundle inside it; takes those files out of the bundle. */
function foldAll(html: string, bundle: Bundle): string {
  for (const [name, file] of Object.entries(bundle)) {
    html = fold(html, name, file);
    delete bundle[name];
  }
  if (/(src|href)="\.?\//.test(html)) throw new Error('one-file: the page still asks for another file');
  return html;
}

function fold(html: string, name: string, file: Bundle[string]): string {
  const at = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (file.type === 'chunk') {
    // `</script` inside it would end it early. A module runs once the document is parsed, wherever it stands.
    const code = file.code.replaceAll('</script', '<\\/script');
    return replace(html, new RegExp(`<script[^>]*src="[^"]*${at}"[^>]*></script>`), `<script type="module">${code}</script>`);
  }
  if (!name.endsWith('.css')) throw new Error(`one-file: ${name} is of a kind that the page has no place for`);
  return replace(html, new RegExp(`<link[^>]*href="[^"]*${at}"[^>]*>`), `<style>${file.source}</style>`);
}

/** Replaces the one match, or stops the build: a file left out would be missed only when somebody opens the page. */
function replace(html: string, pattern: RegExp, text: string): string {
  if (!pattern.test(html)) throw new Error(`one-file: nothing in the page matches ${pattern}`);
  return html.replace(pattern, () => text);
}

/** What no page of ours does: ask another host, load a plugin or a frame, send a form, run a script that is written into it. */
const NOTHING_ELSE = { 'default-src': "'none'", 'img-src': 'data:', 'base-uri': "'none'", 'form-action': "'none'" } as const;

/** The page with a Content-Security-Policy of these directives; before anything that it is about. */
function restrict(html: string, directives: Readonly<Record<string, string>>): string {
  const policy = Object.entries({ ...NOTHING_ELSE, ...directives }).map(([name, sources]) => `${name} ${sources}`);
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}" />`;
  return replace(html, /(?<=<meta charset="utf-8" \/>)/, `\n    ${meta}`);
}

/** The folder: scripts, styles, the worker and what they fetch are files beside the page. */
const policy: Plugin = {
  name: 'policy',
  apply: 'build',
  transformIndexHtml: (html) =>
    restrict(html, { 'script-src': "'self'", 'style-src': "'self'", 'worker-src': "'self'", 'connect-src': "'self'" }),
};

/** The one file: its script and its style by their hashes; the worker and the engine are made from what is inside of them. */
async function restrictOne(html: string): Promise<string> {
  const script = await hashOf(html, /<script type="module">([\s\S]*?)<\/script>/);
  const style = await hashOf(html, /<style>([\s\S]*?)<\/style>/);
  return restrict(html, {
    'script-src': `${script} 'wasm-unsafe-eval'`,
    'style-src': style,
    'worker-src': 'blob:',
    'connect-src': 'data:',
  });
}

async function hashOf(html: string, pattern: RegExp): Promise<string> {
  const text = pattern.exec(html)?.[1];
  if (text === undefined) throw new Error(`one-file: nothing in the page matches ${pattern}`);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

const TESTS = decodeURIComponent(new URL('../tests/', import.meta.url).pathname);

/** Where a recording lies that the agreement was measured on: those of several CPUs have a folder of their own. */
const sourceOf = (file: string): string => (file.startsWith('smp/') ? `${TESTS}recordings-smp/${file.slice(4)}` : `${TESTS}recordings/${file}`);

/** The code of `recordings.json?listed`: the listed recordings inside of it, or the folder in which all of them lie. */
function listedModule(single: boolean): string {
  const files = single ? listed.map(({ file }) => file) : [];
  const imports = files.map((file, i) => `import r${i} from ${JSON.stringify(`../../../tests/recordings/${file}?url`)};`);
  const addresses = files.map((file, i) => `${JSON.stringify(file)}: r${i}`);
  const folder = JSON.stringify(single ? null : 'recordings/');
  const code = [`export const listed = ${JSON.stringify(listed)};`, `export const addresses = { ${addresses.join(', ')} };`];
  return [...imports, ...code, `export const folder = ${folder};`].join('\n');
}

/**
 * The recordings: those that `recordings.json` lists inside of the one file; in the folder all that the agreement was measured
 * on, each as it is, fetched when it is opened.
 */
const recordings = (single: boolean): Plugin => ({
  name: 'recordings',
  enforce: 'pre',
  load(id) {
    return id.endsWith('/recordings.json?listed') ? { code: listedModule(single), moduleType: 'js' } : null;
  },
  async generateBundle() {
    if (single) return;
    for (const { file } of proof.recordings)
      this.emitFile({ type: 'asset', fileName: `recordings/${file}`, source: await this.fs.readFile(sourceOf(file)) });
  },
});

export default defineConfig(({ mode }) => {
  const single = mode === 'single';
  return {
    base: './',
    publicDir: false,
    build: {
      target: 'es2022',
      modulePreload: { polyfill: false },
      // The one file joins the folder, so only the folder's own build empties it.
      emptyOutDir: !single,
      assetsInlineLimit: single ? Number.MAX_SAFE_INTEGER : 0,
    },
    // A worker stays a file of its own, however much is inlined, unless its import asks for more.
    resolve: { alias: single ? [{ find: /^(.*\/worker)\?worker$/, replacement: '$1?worker&inline' }] : [] },
    // A blob's script has no address to import from: one classic script, without top-level await.
    worker: { format: single ? 'iife' : 'es' },
    plugins: [recordings(single), single ? oneFile : policy],
  };
});
