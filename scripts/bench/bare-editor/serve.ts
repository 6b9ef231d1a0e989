import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

/** Builds the bare editor like the product and serves it with the given text. */
export async function serveBareEditor(text: string) {
  const outDir = await mkdtemp(path.join(tmpdir(), 'octavo-bare-editor-'));
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, target: 'esnext' },
  });
  const server = createServer((request, response) => {
    const name = request.url === '/' ? '/index.html' : (request.url ?? '');
    if (name === '/text') {
      response.end(text);
      return;
    }
    readFile(path.join(outDir, path.normalize(name))).then(
      (bytes) => response.setHeader('content-type', TYPES[path.extname(name)] ?? '').end(bytes),
      () => response.writeHead(404).end(),
    );
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(outDir, { recursive: true });
    },
  };
}
