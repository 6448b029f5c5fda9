/** A static server for the tests: the built page under a path of its own, as somebody's web host would have it. */
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/**
 * Serves `folder` at `path` (`/some/where/`) of a free port; everything else is not found.
 * Give it further `folders`, path to folder, for what a test needs beside the page.
 */
export async function serve(folders) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const [path, folder] = Object.entries(folders).find(([path]) => pathname.startsWith(path)) ?? [];
    const name = folder && normalize(decodeURIComponent(pathname.slice(path.length)) || 'index.html');
    const body = name && !name.startsWith('..') ? await readFile(join(folder, name)).catch(() => null) : null;
    response.writeHead(body ? 200 : 404, { 'content-type': TYPES[extname(name ?? '')] ?? 'application/octet-stream' });
    response.end(body ?? 'not found');
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
