import { defineConfig, type Plugin } from 'vite';

/** Folds the one script and the style into the page, so that it opens from `file://`. */
const inlineAll: Plugin = {
  name: 'inline-all',
  enforce: 'post',
  generateBundle(_, bundle) {
    const page = bundle['index.html'];
    if (page?.type !== 'asset') return;
    let html = String(page.source).replace(/<script[^>]*src="[^"]*"[^>]*><\/script>/, '').replace(/<link[^>]*rel="stylesheet"[^>]*>/, '');
    for (const [name, part] of Object.entries(bundle)) {
      if (part.type === 'chunk') {
        const code = part.code.replaceAll('</script', '<\\/script');
        html = html.replace('</body>', () => `<script type="module">${code}</script></body>`);
      } else if (name.endsWith('.css')) {
        html = html.replace('</head>', () => `<style>${part.source}</style></head>`);
      } else continue;
      delete bundle[name];
    }
    page.source = html;
  },
};

export default defineConfig(({ mode }) => {
  const single = mode === 'single';
  return {
    base: './',
    build: {
      target: 'es2022',
      outDir: single ? 'dist-single' : 'dist',
      modulePreload: { polyfill: false },
      assetsInlineLimit: single ? Number.MAX_SAFE_INTEGER : 0,
    },
    // A worker stays a file of its own, however much is inlined, unless its import asks for more.
    resolve: { alias: single ? [{ find: /^(.*\/worker)\?worker$/, replacement: '$1?worker&inline' }] : [] },
    worker: { format: single ? 'iife' : 'es' },
    plugins: single ? [inlineAll] : [],
  };
});
