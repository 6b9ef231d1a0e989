import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

interface StaticFile {
  readonly type: string;
  readonly bytes: Buffer;
  readonly isText: boolean;
}

const SCRIPTS = /<script\b[^>]*>.*?<\/script>|<link rel="modulepreload"[^>]*>/gs;
const LINKED_FILES = /<link\b[^>]*href="(\/[^"]+\.(?:css|woff2|svg))"/g;
const STYLED_FILES = /url\((\/[^)]+\.woff2)\)/g;

function listMatches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, file = '']) => file);
}

/**
 * Serves a copy of a rendered document without its scripts and their data: the same elements, text, style sheets and
 * fonts, in memory and compressed.
 */
export async function serveStaticPage(url: string) {
  const files = new Map<string, StaticFile>();
  const read = async (file: string) => {
    const response = await fetch(new URL(file, url));
    const type = response.headers.get('content-type') ?? '';
    const isText = !file.endsWith('.woff2');
    const bytes = Buffer.from(await response.arrayBuffer());
    files.set(file, { type, bytes: isText ? gzipSync(bytes) : bytes, isText });
    return bytes.toString();
  };
  // The theme is otherwise set by a script.
  const html = (await (await fetch(url)).text())
    .replaceAll(SCRIPTS, '')
    .replace('<html ', '<html data-theme="light" ');
  for (const file of listMatches(html, LINKED_FILES)) {
    const content = await read(file);
    if (file.endsWith('.css'))
      for (const font of listMatches(content, STYLED_FILES)) await read(font);
  }
  files.set('/', { type: 'text/html; charset=utf-8', bytes: gzipSync(html), isText: true });

  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    if (!file) return response.writeHead(404).end();
    response.setHeader('content-type', file.type);
    if (file.isText) response.setHeader('content-encoding', 'gzip');
    return response.end(file.bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
