import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** True for large files of authenticated callers, which may take any time while data keeps arriving. */
    allowsSlowBody: boolean;
  }
}

const TICK_MS = 1000;
/** Ticks within which the body of an ordinary call must be complete. */
const MAX_TICKS = 30;
/** A slow body must make progress in each window of this many ticks: 8 KB per second on average. */
const WINDOW_TICKS = 60;
const MIN_WINDOW_BYTES = WINDOW_TICKS * 8 * 1024;

/** Idle timeout of the socket while a large file is sent and processed. */
const SLOW_IDLE_TIMEOUT_MS = 600_000;

const TIMEOUT_RESPONSE =
  'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

interface BodyProgress {
  ticks: number;
  /** Bytes received on the connection when the window began. */
  bytes: number;
}

/** Requests that tests inject have no socket. */
const hasSocket = ({ raw }: FastifyRequest) => raw.socket instanceof Socket;

const bytesReceived = ({ raw }: FastifyRequest) => raw.socket.bytesRead;

function isTooSlow(request: FastifyRequest, progress: BodyProgress): boolean {
  progress.ticks += 1;
  if (!request.allowsSlowBody) return progress.ticks >= MAX_TICKS;
  if (progress.ticks < WINDOW_TICKS) return false;
  const bytes = bytesReceived(request);
  const newBytes = bytes - progress.bytes;
  progress.ticks = 0;
  progress.bytes = bytes;
  return newBytes < MIN_WINDOW_BYTES;
}

function closeWithTimeout({ raw: { socket }, log }: FastifyRequest): void {
  log.info('connection closed: the request body arrived too slowly');
  socket.write(TIMEOUT_RESPONSE);
  socket.destroySoon();
}

/** Also raises the idle timeout of the socket, because processing a large file takes time without traffic. */
export function allowSlowBody(request: FastifyRequest): void {
  request.allowsSlowBody = true;
  if (hasSocket(request)) request.raw.socket.setTimeout(SLOW_IDLE_TIMEOUT_MS);
}

/**
 * The `requestTimeout` of Node is the same for all requests, but a large archive on a slow connection takes longer
 * than an ordinary body may. Incomplete bodies are checked once a second, which adds no cost to a request.
 */
export function enforceBodyTimeouts(app: FastifyInstance): void {
  const pending = new Map<FastifyRequest, BodyProgress>();
  app.decorateRequest('allowsSlowBody', false);
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasSocket(request) && !request.raw.complete)
      pending.set(request, { ticks: 0, bytes: bytesReceived(request) });
    done();
  });
  const timer = setInterval(() => {
    for (const [request, progress] of pending) {
      const isFinished = request.raw.complete || request.raw.destroyed;
      const isTimedOut = !isFinished && isTooSlow(request, progress);
      if (isTimedOut) closeWithTimeout(request);
      if (isFinished || isTimedOut) pending.delete(request);
    }
  }, TICK_MS);
  timer.unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}
