import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The maximum size of a rejected body that is read and discarded; beyond it the connection is closed. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;
const DISCARD_TIMEOUT_MS = 5000;

const declaredBytes = ({ headers }: FastifyRequest) => Number(headers['content-length'] ?? 0);

function hasBody(request: FastifyRequest): boolean {
  return declaredBytes(request) > 0 || request.headers['transfer-encoding'] !== undefined;
}

const isRead = (raw: IncomingMessage) => raw.complete || raw.readableEnded;

/** Resolves when the body has ended, or has become longer or slower than the limits allow. */
function discard(raw: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const stop = () => {
      clearTimeout(timer);
      raw.off('data', count).off('end', stop).off('close', stop);
      resolve();
    };
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_DISCARDED_BYTES) stop();
    };
    const timer = setTimeout(stop, DISCARD_TIMEOUT_MS);
    raw.on('data', count).once('end', stop).once('close', stop);
    // The parser that rejected the body may still be attached, and would pause it again.
    raw.unpipe();
    raw.resume();
  });
}

/**
 * The next request on a connection follows the rest of this one's body. Proxies share connections
 * between users, so a response must not leave a body unread: it is discarded first, and a connection
 * whose body does not end within the limits is closed.
 */
export function discardUnreadBodies(app: FastifyInstance): void {
  const release = async (request: FastifyRequest, reply: FastifyReply) => {
    const { raw } = request;
    if (!raw.destroyed && declaredBytes(request) <= MAX_DISCARDED_BYTES) await discard(raw);
    if (!isRead(raw)) reply.header('connection', 'close');
  };
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!hasBody(request) || isRead(request.raw)) done();
    else release(request, reply).then(() => done(), done);
  });
}
