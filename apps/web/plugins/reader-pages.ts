import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { reservedWords } from '@octavo/contract/paths';
import type { Plugin } from 'vite';

/** Matches `/item`, `/item/12`, `/page/12` and `/p/key`, like the routes of the server. */
function isReaderUrl(url: string): boolean {
  const [, first = '', second, ...rest] = (url.split(/[?#]/)[0] ?? '').split('/');
  if (rest.length > 0) return false;
  if (first === 'p') return second !== undefined;
  const isNumber = /^\d+$/.test(second ?? '');
  if (first === 'page') return isNumber;
  const isItem = /^[a-z0-9]{1,30}$/i.test(first) && !reservedWords.has(first.toLowerCase());
  const isBuiltInItem = first === 'help' || first === 'demo';
  return (isItem || isBuiltInItem) && (second === undefined || isNumber);
}

/** The development server has no server-side rendering: it sends an empty reader document, which loads its data. */
export function readerPages(): Plugin {
  return {
    name: 'octavo-reader-pages',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const { url = '', headers } = request;
        if (!headers.accept?.includes('text/html') || !isReaderUrl(url)) return next();
        readFile(path.join(server.config.root, 'reader.html'), 'utf8')
          .then((html) => server.transformIndexHtml('/reader.html', html))
          .then((html) => response.setHeader('content-type', 'text/html').end(html))
          .catch(next);
      });
    },
  };
}
