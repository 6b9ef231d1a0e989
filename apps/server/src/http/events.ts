import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PassThrough } from 'node:stream';
import { assertScope } from '../access/token-limits.ts';
import { AppError } from '../app-error.ts';
import { ALL_USERS } from '../realtime/bus.ts';
import { addressBlock } from '../realtime/address-block.ts';
import { identify } from './identify.ts';
import { preferredLanguage } from './language.ts';
import type { HttpDeps } from './mount-calls.ts';
import { toErrorResponse } from './error-response.ts';
import { siteLanguage } from './site-identity.ts';
import { EVENTS_PATH } from './request-log.ts';

/** Well below the idle timeout of this server and of most proxies. */
const HEARTBEAT_INTERVAL_MS = 20_000;
/** How often due heartbeats are sent. While bus messages may be lost, logins are checked at the same interval. */
const CHECK_INTERVAL_MS = 3000;
/** Each browser opens one stream, so a user with several devices and profiles stays far below. */
const MAX_STREAMS_PER_USER = 12;
const MAX_STREAMS_PER_ADDRESS = 200;
const MAX_OPENED_PER_MINUTE = 60;
/** The stream of a client that does not read is closed at this buffer size. */
const MAX_BUFFERED_BYTES = 64 * 1024;

interface EventStream {
  readonly uid: number;
  readonly block: string;
  readonly body: PassThrough;
  /** True while the login that opened the stream is valid. */
  isLoginValid(): Promise<boolean>;
  lastHeartbeat: number;
}

/** All open streams of this process. */
function createStreams() {
  const streams = new Set<EventStream>();

  function close(stream: EventStream): void {
    streams.delete(stream);
    stream.body.end();
  }

  function send(stream: EventStream, text: string): void {
    if (stream.body.writableLength > MAX_BUFFERED_BYTES) close(stream);
    else stream.body.write(text);
  }

  async function closeIfLoggedOut(stream: EventStream): Promise<void> {
    // The stream stays open if the login cannot be checked; the next check follows soon. A rejection is an answer.
    const isValid = await stream
      .isLoginValid()
      .catch((error: unknown) => !(error instanceof AppError));
    if (!isValid) close(stream);
  }

  return {
    close,
    /** Counts and adds synchronously, so that concurrent requests cannot exceed the limit. */
    add(stream: EventStream): void {
      const all = [...streams];
      if (
        all.filter(({ uid }) => uid === stream.uid).length >= MAX_STREAMS_PER_USER ||
        all.filter(({ block }) => block === stream.block).length >= MAX_STREAMS_PER_ADDRESS
      )
        throw new AppError('tooManyRequests');
      streams.add(stream);
    },
    /** Without `uid` the event goes to all users. */
    publish(name: string, uid: number | undefined): void {
      for (const stream of streams)
        if (uid === undefined || stream.uid === uid) send(stream, `event: ${name}\ndata: 1\n\n`);
    },
    checkLogins(uid: number | undefined): void {
      for (const stream of streams)
        if (uid === undefined || stream.uid === uid) void closeIfLoggedOut(stream);
    },
    sendHeartbeats(now: number): void {
      for (const stream of streams) {
        if (now - stream.lastHeartbeat < HEARTBEAT_INTERVAL_MS) continue;
        stream.lastHeartbeat = now;
        send(stream, ':\n\n');
        void closeIfLoggedOut(stream);
      }
    },
    closeAll(): void {
      for (const stream of streams) close(stream);
    },
  };
}

/** Undefined means all users: for the key `ALL_USERS`, and if bus messages may have been lost. */
function userIdOf(key: string | undefined): number | undefined {
  return key === undefined || key === ALL_USERS ? undefined : Number(key);
}

/**
 * `GET /api/events`: sends an event when the notices of the user may have changed, without their content. Clients then
 * load them with a call, which is authorized, so the stream exposes no data. Opening it requires a login, and it ends
 * with that login and with the process.
 */
export function serveEvents(app: FastifyInstance, httpDeps: HttpDeps): void {
  const { deps } = httpDeps;
  const hub = createStreams();
  deps.bus.subscribe('notice', (key) => hub.publish('notice', userIdOf(key)));
  deps.bus.subscribe('account', (key) => hub.checkLogins(userIdOf(key)));
  // The site may require a second factor now.
  deps.bus.subscribe('setting', () => hub.checkLogins(undefined));
  const timer = setInterval(() => {
    if (!deps.bus.isHealthy()) hub.checkLogins(undefined);
    hub.sendHeartbeats(Date.now());
  }, CHECK_INTERVAL_MS);
  timer.unref();
  // Runs before the server waits for open connections, because streams do not end by themselves.
  app.addHook('preClose', async () => {
    clearInterval(timer);
    hub.closeAll();
  });

  async function open(request: FastifyRequest): Promise<EventStream> {
    const loadViewer = () => identify(request, {}, false, httpDeps).then(({ viewer }) => viewer);
    const viewer = await loadViewer();
    // A script polls by calls; a stream would outlive the checks of its token.
    assertScope(viewer, { scope: 'none' });
    if (viewer.kind !== 'user') throw new AppError('loginNeeded');
    request.uid = viewer.uid;
    const block = addressBlock(request.ip);
    const openedCount = await deps.limiter.hit(`events:${viewer.uid}`, 60);
    if (openedCount > MAX_OPENED_PER_MINUTE) throw new AppError('tooManyRequests');
    const isLoginValid = async () => {
      const now = await loadViewer();
      return now.kind === 'user' && now.uid === viewer.uid;
    };
    return {
      uid: viewer.uid,
      block,
      body: new PassThrough(),
      isLoginValid,
      lastHeartbeat: Date.now(),
    };
  }

  app.get(
    EVENTS_PATH,
    { exposeHeadRoute: false, compress: false },
    async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        const stream = await open(request);
        hub.add(stream);
        reply.raw.once('close', () => hub.close(stream));
        // If the client has already disconnected, no `close` event follows.
        if (reply.raw.destroyed) hub.close(stream);
        // The login may have been revoked while it was loading.
        hub.checkLogins(stream.uid);
        stream.body.write('retry: 3000\n\n');
        return await reply
          .headers({
            'content-type': 'text/event-stream',
            'cache-control': 'no-store, no-transform',
            // Disables the buffering of nginx, which delays small chunks.
            'x-accel-buffering': 'no',
          })
          .send(stream.body);
      } catch (error) {
        const language = preferredLanguage(request.headers['accept-language'], siteLanguage(deps));
        return reply.send(toErrorResponse(error, request, reply, language));
      }
    },
  );
}
