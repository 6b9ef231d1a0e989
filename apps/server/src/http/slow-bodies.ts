import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** True for large files of authenticated callers, which may take any time while data keeps arriving. */
    isPatient: boolean;
  }
}

const TICK_MS = 1000;
/** Ticks within which the body of an ordinary call must be complete. */
const WHOLE = 30;
/** A slow body must make progress in each window of this many ticks: 8 KB per second on average. */
const WINDOW = 60;
const LEAST_BYTES = WINDOW * 8 * 1024;

/** Idle timeout of the socket while a large file is sent and processed. */
const LONG_MS = 600_000;

const CUT = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

interface Watched {
  ticks: number;
  /** Bytes received on the connection when the window began. */
  bytes: number;
}

/** Requests that tests inject have no socket. */
const hasLine = ({ raw }: FastifyRequest) => raw.socket instanceof Socket;

const receivedBy = ({ raw }: FastifyRequest) => raw.socket.bytesRead;

function isTooSlow(request: FastifyRequest, watched: Watched): boolean {
  watched.ticks += 1;
  if (!request.isPatient) return watched.ticks >= WHOLE;
  if (watched.ticks < WINDOW) return false;
  const bytes = receivedBy(request);
  const brought = bytes - watched.bytes;
  watched.ticks = 0;
  watched.bytes = bytes;
  return brought < LEAST_BYTES;
}

function cut({ raw: { socket }, log }: FastifyRequest): void {
  log.info('a body that came too slowly was cut');
  socket.write(CUT);
  socket.destroySoon();
}

/** Also raises the idle timeout of the socket, because processing a large file takes time without traffic. */
export function allowTime(request: FastifyRequest): void {
  request.isPatient = true;
  if (hasLine(request)) request.raw.socket.setTimeout(LONG_MS);
}

/**
 * The `requestTimeout` of Node is the same for all requests, but a large archive on a slow connection takes longer
 * than an ordinary body may. Incomplete bodies are checked once a second, which adds no cost to a request.
 */
export function cutSlowBodies(app: FastifyInstance): void {
  const open = new Map<FastifyRequest, Watched>();
  app.decorateRequest('isPatient', false);
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasLine(request) && !request.raw.complete)
      open.set(request, { ticks: 0, bytes: receivedBy(request) });
    done();
  });
  const look = setInterval(() => {
    for (const [request, watched] of open) {
      const isOver = request.raw.complete || request.raw.destroyed;
      const isCut = !isOver && isTooSlow(request, watched);
      if (isCut) cut(request);
      if (isOver || isCut) open.delete(request);
    }
  }, TICK_MS);
  look.unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(look);
    done();
  });
}
