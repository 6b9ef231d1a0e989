import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';

interface Expected {
  readonly file_id: number;
  readonly object_key: string;
}

/** Older objects have a shorter random key, which cannot be compared with their content. */
const SHA256 = 64;

/**
 * Passes an object through and compares its hash with its key. The last chunk is held back until the hash is known,
 * so that a corrupted object ends as an aborted response and never as a complete one.
 */
export function proven(
  bytes: Readable,
  { file_id, object_key }: Expected,
  log: Pick<FastifyBaseLogger, 'error'>,
): Readable {
  const hash = createHash('sha256');
  let held: Buffer | undefined;
  const checked = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      if (held) this.push(held);
      held = piece;
      done();
    },
    flush(done) {
      if (object_key.length === SHA256 && hash.digest('hex') !== object_key) {
        log.error({ file_id }, 'the store gives other bytes than it was given');
        done(new Error('wrong bytes'));
        return;
      }
      if (held) this.push(held);
      done();
    },
  });
  bytes.once('error', (error) => checked.destroy(error));
  checked.once('close', () => bytes.destroy());
  return bytes.pipe(checked);
}
