import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ByteRange } from './storage.ts';

const CHUNK_SIZE = 256 * 1024;
/** Limit of the buffer pool: 32 buffers of 256 KB are 8 MB. */
const MAX_POOLED_BUFFERS = 32;
const bufferPool: Buffer[] = [];

/** Resolves when the chunk has been written and its buffer can be reused. */
function writeChunk(response: NodeJS.WritableStream, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    response.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}

/**
 * Streams a file into a response with a pooled buffer. An ordinary stream allocates a buffer for each chunk, and
 * their garbage collection costs three times as much as reading and sending. Only pipe this stream into a response:
 * the buffer is reused as soon as the write of a chunk has completed.
 */
export class FileResponseStream extends Readable {
  readonly #file: FileHandle;
  readonly #range: ByteRange;
  #at: number;

  constructor(file: FileHandle, range: ByteRange) {
    super();
    this.#file = file;
    this.#range = range;
    this.#at = range.start;
  }

  override pipe<To extends NodeJS.WritableStream>(response: To): To {
    this.#sendTo(response).catch((error: unknown) => this.destroy(error as Error));
    return response;
  }

  async #sendTo(response: NodeJS.WritableStream): Promise<void> {
    const buffer = bufferPool.pop() ?? Buffer.allocUnsafeSlow(CHUNK_SIZE);
    for (let chunk = await this.#next(buffer); chunk; chunk = await this.#next(buffer))
      await writeChunk(response, chunk);
    if (bufferPool.length < MAX_POOLED_BUFFERS) bufferPool.push(buffer);
    this.push(null);
    this.resume();
    response.end();
  }

  /** Undefined at the end. A file that is shorter than the range aborts the response instead of ending it early. */
  async #next(buffer: Buffer): Promise<Buffer | undefined> {
    const remaining = this.#range.end + 1 - this.#at;
    if (remaining === 0) return undefined;
    const { bytesRead } = await this.#file.read(
      buffer,
      0,
      Math.min(remaining, CHUNK_SIZE),
      this.#at,
    );
    if (bytesRead === 0) throw new Error('the file was truncated while it was read');
    this.#at += bytesRead;
    return bytesRead === buffer.length ? buffer : buffer.subarray(0, bytesRead);
  }

  /** Used without `pipe`. Allocates a new buffer each time, because the consumer may keep it. */
  override _read(): void {
    this.#next(Buffer.allocUnsafeSlow(CHUNK_SIZE)).then(
      (chunk) => this.push(chunk ?? null),
      (error: unknown) => this.destroy(error as Error),
    );
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#file.close().then(() => done(error), done);
  }
}
