import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Somebody whom we know sends a large file: it may take as long as it moves. */
    isPatient: boolean;
  }
}

const TICK_MS = 1000;
/** Ticks in which the body of an ordinary call must be here. */
const WHOLE = 30;
/** A patient one must bring so many bytes within so many ticks: 8 KB in a second. */
const WINDOW = 60;
const LEAST_BYTES = WINDOW * 8 * 1024;

/** Of silence on the line. */
const LONG_MS = 600_000;

const CUT = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

interface Watched {
  ticks: number;
  /** Of the connection, when the window began. */
  bytes: number;
}

/** A request that is only acted, as in tests, has none. */
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

/** Also what is then done with a large file takes its time, and nothing is said meanwhile. */
export function allowTime(request: FastifyRequest): void {
  request.isPatient = true;
  if (hasLine(request)) request.raw.socket.setTimeout(LONG_MS);
}

/**
 * The engine's own limit is one for all requests, and an archive over a slow line takes longer than
 * any ordinary body may. One look in a second at those that are not whole yet costs a request nothing.
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
