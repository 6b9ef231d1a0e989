import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ByteRange } from './storage.ts';

const PIECE = 256 * 1024;
/** What waits for the next answer: 8 MB. */
const MOST_FREE = 32;
const free: Buffer[] = [];

/** Until the piece is on its way and its buffer is ours again. */
function written(response: NodeJS.WritableStream, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    response.write(piece, (error) => (error ? reject(error) : resolve()));
  });
}

/**
 * A file for a response. A stream makes a new buffer for each piece, and collecting those costs three
 * times as much as reading and sending; here an answer borrows one buffer and gives it back. That is
 * right only where a piece is used up once its write is done, so it is piped into nothing else.
 */
export class SentFile extends Readable {
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
    const buffer = free.pop() ?? Buffer.allocUnsafeSlow(PIECE);
    for (let piece = await this.#next(buffer); piece; piece = await this.#next(buffer))
      await written(response, piece);
    if (free.length < MOST_FREE) free.push(buffer);
    this.push(null);
    this.resume();
    response.end();
  }

  /** Undefined at the end. Fewer bytes than were promised end as a broken answer, never as a whole one. */
  async #next(buffer: Buffer): Promise<Buffer | undefined> {
    const left = this.#range.end + 1 - this.#at;
    if (left === 0) return undefined;
    const { bytesRead } = await this.#file.read(buffer, 0, Math.min(left, PIECE), this.#at);
    if (bytesRead === 0) throw new Error('a file is shorter than it was');
    this.#at += bytesRead;
    return bytesRead === buffer.length ? buffer : buffer.subarray(0, bytesRead);
  }

  /** Read by somebody else, who may keep what they get. */
  override _read(): void {
    this.#next(Buffer.allocUnsafeSlow(PIECE)).then(
      (piece) => this.push(piece ?? null),
      (error: unknown) => this.destroy(error as Error),
    );
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#file.close().then(() => done(error), done);
  }
}
