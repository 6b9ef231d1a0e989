import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';

interface Expected {
  readonly file_id: number;
  readonly object_key: string;
}

/** Objects from before have a key that says nothing of their bytes. */
const SHA256 = 64;

/**
 * The bytes of an object while they are compared with its key, which is their hash. The last piece is
 * held back until it is proven: wrong bytes end as a broken answer, never as a whole one.
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
