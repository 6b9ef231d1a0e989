import type { IncomingMessage } from 'node:http';
import { Transform, pipeline } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyRequest, preParsingHookHandler } from 'fastify';
import { AppError } from '../app-error.ts';

/** Maximum inflated size of a body from an unauthenticated caller. */
const MAX_ANONYMOUS_BYTES = 256 * 1024;

/** Fails with `tooLarge` as soon as the inflated body exceeds the limit. */
class InflatedBody extends Transform {
  /** Fastify compares this with the declared length, which is that of the compressed body. */
  receivedEncodedLength = 0;
  readonly #limit: number;
  #bytes = 0;

  constructor(limit: number) {
    super();
    this.#limit = limit;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#limit) done(new AppError('tooLarge'));
    else done(null, chunk);
  }
}

/** The request itself is not part of the pipeline, because the rest of a rejected body must stay readable. */
function inflate(raw: IncomingMessage, limit: number): InflatedBody {
  const gunzip = createGunzip();
  const body = new InflatedBody(limit);
  raw.on('data', (chunk: Buffer) => (body.receivedEncodedLength += chunk.length));
  raw.once('close', () => {
    if (!raw.readableEnded) gunzip.destroy(new Error('the request was aborted'));
  });
  raw.pipe(gunzip);
  pipeline(gunzip, body, () => {});
  return body;
}

/**
 * A body of some kilobytes can become thousands of times larger. Callers who are authenticated by the request
 * headers may use the call's whole body limit, all others only a size that is cheap to inflate.
 */
export function inflateBodies(
  isAuthenticated: (request: FastifyRequest) => Promise<boolean>,
): preParsingHookHandler {
  return (request, _reply, payload, done) => {
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding === 'identity') return done(null, payload);
    if (encoding !== 'gzip') throw new AppError('invalidRequest', { field: 'body' });
    const { bodyLimit } = request.routeOptions;
    isAuthenticated(request).then((authenticated) => {
      const limit = authenticated ? bodyLimit : Math.min(bodyLimit, MAX_ANONYMOUS_BYTES);
      done(null, inflate(request.raw, limit));
    }, done);
  };
}
