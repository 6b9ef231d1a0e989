import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressors = { br: promisify(brotliCompress), gz: promisify(gzip) };
const MIN_BYTES = 1024;

/** Compresses the assets at build time, so that the server only sends files. */
export function precompress(): Plugin {
  return {
    name: 'octavo-precompress',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const large = Object.values(bundle)
          .map((file) => ({
            name: file.fileName,
            bytes: Buffer.from(file.type === 'chunk' ? file.code : file.source),
          }))
          .filter(({ name, bytes }) => /\.(js|css)$/.test(name) && bytes.length >= MIN_BYTES);
        // All are started together: libuv's thread pool limits how many run in parallel.
        const compressed = large.flatMap(({ name, bytes }) =>
          Object.entries(compressors).map(async ([extension, compress]) => ({
            fileName: `${name}.${extension}`,
            source: await compress(bytes),
          })),
        );
        for (const file of await Promise.all(compressed)) this.emitFile({ type: 'asset', ...file });
      },
    },
  };
}
