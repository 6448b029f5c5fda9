import { defineConfig, type Plugin, type Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** Folds everything into the page and names it for what it is: one file that opens from `file://`. */
const oneFile: Plugin = {
  name: 'one-file',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const page = bundle['index.html'];
    if (page?.type !== 'asset') return;
    delete bundle['index.html'];
    const source = foldAll(String(page.source), bundle);
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
    plugins: single ? [oneFile] : [],
  };
});
