import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';

interface ExpectedObject {
  readonly file_id: number;
  readonly object_key: string;
}

/** Older objects have a shorter random key, which cannot be compared with their content. */
const SHA256_HEX_LENGTH = 64;

/**
 * Passes an object through and compares its hash with its key. The last chunk is held back until the hash is known,
 * so that a corrupted object ends as an aborted response and never as a complete one.
 */
export function verifyHashStream(
  bytes: Readable,
  { file_id, object_key }: ExpectedObject,
  log: Pick<FastifyBaseLogger, 'error'>,
): Readable {
  const hash = createHash('sha256');
  let pendingChunk: Buffer | undefined;
  const verified = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      if (pendingChunk) this.push(pendingChunk);
      pendingChunk = chunk;
      done();
    },
    flush(done) {
      if (object_key.length === SHA256_HEX_LENGTH && hash.digest('hex') !== object_key) {
        log.error({ file_id }, 'the content of a stored file does not match its hash');
        done(new Error('content does not match its hash'));
        return;
      }
      if (pendingChunk) this.push(pendingChunk);
      done();
    },
  });
  bytes.once('error', (error) => verified.destroy(error));
  verified.once('close', () => bytes.destroy());
  return bytes.pipe(verified);
}
