import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressors = { br: promisify(brotliCompress), gz: promisify(gzip) };
const LEAST_BYTES = 1024;

/** Compresses the assets once at build time, so that the server only hands out files. */
export function precompress(): Plugin {
  return {
    name: 'octavo-precompress',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          if (!/\.(js|css)$/.test(file.fileName) || bytes.length < LEAST_BYTES) continue;
          for (const [ending, compress] of Object.entries(compressors))
            this.emitFile({
              type: 'asset',
              fileName: `${file.fileName}.${ending}`,
              // One after the other: the build machine may have a single core.
              // oxlint-disable-next-line no-await-in-loop
              source: await compress(bytes),
            });
        }
      },
    },
  };
}
