import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A zip that is read while it is written: nothing of it waits in memory. */
export interface Archive {
  readonly output: Readable;
  add(name: string, content: string | Uint8Array): void;
  /** As `add`, but what is written next waits until this one was taken. */
  put(name: string, content: string): Promise<void>;
  /** Resolves when all of it is in the archive. */
  stream(name: string, pieces: AsyncIterable<string | Uint8Array>): Promise<void>;
  end(): void;
  fail(error: unknown): void;
}

/** The same content makes the same bytes, on every day and in every time zone. */
const ALWAYS = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, mode: 0o100644 };
/** These are packed already. */
const PACKED = /\.(?:png|jpe?g|gif|webp|zip|gz|7z|rar|mp[34]|mov|docx|xlsx|pptx|pdf)$/i;

/** Without compression an archive costs readers' requests next to no processor time. */
export function createArchive({ compress = true } = {}): Archive {
  const zip = new ZipFile();
  const output = new PassThrough();
  const fail = (error: unknown) =>
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  zip.outputStream.pipe(output);
  const options = (name: string) => ({ ...ALWAYS, compress: compress && !PACKED.test(name) });
  async function stream(name: string, pieces: AsyncIterable<string | Uint8Array>) {
    const input = Readable.from(pieces, { objectMode: false });
    zip.addReadStream(input, name, options(name));
    const ended = new AbortController();
    const broken = once(output, 'close', { signal: ended.signal }).then(() => {
      input.destroy();
      throw new Error('nobody reads the archive any more');
    });
    try {
      await Promise.race([once(input, 'close'), broken]);
    } finally {
      ended.abort();
      await broken.catch(() => {});
    }
    if (input.errored) throw input.errored;
  }
  return {
    output,
    put: (name, content) => stream(name, pieceOf(content)),
    stream,
    add(name, content) {
      const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content);
      zip.addBuffer(bytes, name, options(name));
    },
    end: () => zip.end(),
    fail,
  };
}

async function* pieceOf(text: string): AsyncIterable<string> {
  if (text !== '') yield text;
}
