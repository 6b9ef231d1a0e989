import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A zip that is streamed while it is written, without buffering in memory. */
export interface Archive {
  readonly output: Readable;
  add(name: string, content: string | Uint8Array): void;
  /** Like `add`, but resolves after the reader has consumed the entry. */
  put(name: string, content: string): Promise<void>;
  /** Resolves when the whole entry is in the archive. */
  stream(name: string, chunks: AsyncIterable<string | Uint8Array>): Promise<void>;
  end(): void;
  fail(error: unknown): void;
}

/** Fixed metadata, so that the same content produces the same bytes at any time and in any time zone. */
const FIXED_METADATA = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, mode: 0o100644 };
/** Files that are already compressed. */
const COMPRESSED_FILES = /\.(?:png|jpe?g|gif|webp|zip|gz|7z|rar|mp[34]|mov|docx|xlsx|pptx|pdf)$/i;

/** `compress: false` saves processor time, which other requests need. */
export function createArchive({ compress = true } = {}): Archive {
  const zip = new ZipFile();
  const output = new PassThrough();
  const fail = (error: unknown) =>
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  zip.outputStream.pipe(output);
  const options = (name: string) => ({
    ...FIXED_METADATA,
    compress: compress && !COMPRESSED_FILES.test(name),
  });
  async function stream(name: string, chunks: AsyncIterable<string | Uint8Array>) {
    const input = Readable.from(chunks, { objectMode: false });
    zip.addReadStream(input, name, options(name));
    const ended = new AbortController();
    const outputClosed = once(output, 'close', { signal: ended.signal }).then(() => {
      input.destroy();
      throw new Error('the reader of the archive was closed');
    });
    try {
      await Promise.race([once(input, 'close'), outputClosed]);
    } finally {
      ended.abort();
      await outputClosed.catch(() => {});
    }
    if (input.errored) throw input.errored;
  }
  return {
    output,
    put: (name, content) => stream(name, singleChunk(content)),
    stream,
    add(name, content) {
      const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content);
      zip.addBuffer(bytes, name, options(name));
    },
    end: () => zip.end(),
    fail,
  };
}

async function* singleChunk(text: string): AsyncIterable<string> {
  if (text !== '') yield text;
}
