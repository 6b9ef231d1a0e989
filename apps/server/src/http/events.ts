import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PassThrough } from 'node:stream';
import { AppError } from '../app-error.ts';
import { EVERYBODY } from '../live/bus.ts';
import { addressBlock } from '../live/address-block.ts';
import { identify } from './identify.ts';
import { preferredLanguage } from './language.ts';
import type { Mount } from './mount-calls.ts';
import { refuse } from './refuse.ts';
import { siteLanguage } from './site-identity.ts';
import { EVENTS_PATH } from './request-log.ts';

/** Well below the idle timeout of this server and of most proxies. */
const BEAT_MS = 20_000;
/** How often due heartbeats are sent. While bus messages may be lost, logins are checked at the same interval. */
const LOOK_MS = 3000;
/** Each browser opens one stream, so a user with several devices and profiles stays far below. */
const MOST_OF_ONE_PERSON = 12;
const MOST_OF_ONE_ADDRESS = 200;
const MOST_OPENED_IN_A_MINUTE = 60;
/** The stream of a client that does not read is closed at this buffer size. */
const MOST_UNREAD_BYTES = 64 * 1024;

interface Stream {
  readonly uid: number;
  readonly block: string;
  readonly body: PassThrough;
  /** True while the login that opened the stream is valid. */
  isWelcome(): Promise<boolean>;
  lastBeat: number;
}

/** All open streams of this process. */
function createStreams() {
  const streams = new Set<Stream>();

  function drop(stream: Stream): void {
    streams.delete(stream);
    stream.body.end();
  }

  function send(stream: Stream, text: string): void {
    if (stream.body.writableLength > MOST_UNREAD_BYTES) drop(stream);
    else stream.body.write(text);
  }

  async function check(stream: Stream): Promise<void> {
    // The stream stays open if the login cannot be checked; the next check follows soon.
    if (!(await stream.isWelcome().catch(() => true))) drop(stream);
  }

  return {
    drop,
    /** Counts and adds synchronously, so that concurrent requests cannot exceed the limit. */
    add(stream: Stream): void {
      const all = [...streams];
      if (
        all.filter(({ uid }) => uid === stream.uid).length >= MOST_OF_ONE_PERSON ||
        all.filter(({ block }) => block === stream.block).length >= MOST_OF_ONE_ADDRESS
      )
        throw new AppError('tooManyRequests');
      streams.add(stream);
    },
    /** Without `uid` the event goes to all users. */
    ring(name: string, uid: number | undefined): void {
      for (const stream of streams)
        if (uid === undefined || stream.uid === uid) send(stream, `event: ${name}\ndata: 1\n\n`);
    },
    checkLogins(uid: number | undefined): void {
      for (const stream of streams) if (uid === undefined || stream.uid === uid) void check(stream);
    },
    beat(now: number): void {
      for (const stream of streams) {
        if (now - stream.lastBeat < BEAT_MS) continue;
        stream.lastBeat = now;
        send(stream, ':\n\n');
        void check(stream);
      }
    },
    endAll(): void {
      for (const stream of streams) drop(stream);
    },
  };
}

/** Undefined means all users: for the key `ALL_USERS`, and if bus messages may have been lost. */
function personOf(key: string | undefined): number | undefined {
  return key === undefined || key === EVERYBODY ? undefined : Number(key);
}

/**
 * `GET /api/events`: sends an event for each new notice, without its content. Clients then load the notices with a
 * call, so the stream itself needs no authorization. It ends with the login that opened it and with the process.
 */
export function serveEvents(app: FastifyInstance, mount: Mount): void {
  const { deps } = mount;
  const hub = createStreams();
  deps.bus.subscribe('notice', (key) => hub.ring('notice', personOf(key)));
  deps.bus.subscribe('account', (key) => hub.checkLogins(personOf(key)));
  const look = setInterval(() => {
    if (!deps.bus.trusted()) hub.checkLogins(undefined);
    hub.beat(Date.now());
  }, LOOK_MS);
  look.unref();
  // Runs before the server waits for open connections, because streams do not end by themselves.
  app.addHook('preClose', async () => {
    clearInterval(look);
    hub.endAll();
  });

  async function open(request: FastifyRequest): Promise<Stream> {
    const person = () => identify(request, {}, false, mount).then(({ viewer }) => viewer);
    const viewer = await person();
    if (viewer.kind !== 'user') throw new AppError('loginNeeded');
    request.uid = viewer.uid;
    const block = addressBlock(request.ip);
    const opened = await deps.limiter.hit(`events:${viewer.uid}`, 60);
    if (opened > MOST_OPENED_IN_A_MINUTE) throw new AppError('tooManyRequests');
    const isWelcome = async () => {
      const now = await person();
      return now.kind === 'user' && now.uid === viewer.uid;
    };
    return { uid: viewer.uid, block, body: new PassThrough(), isWelcome, lastBeat: Date.now() };
  }

  app.get(
    EVENTS_PATH,
    { exposeHeadRoute: false, compress: false },
    async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        const stream = await open(request);
        hub.add(stream);
        reply.raw.once('close', () => hub.drop(stream));
        // If the client has already disconnected, no `close` event follows.
        if (reply.raw.destroyed) hub.drop(stream);
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
        return reply.send(refuse(error, request, reply, language));
      }
    },
  );
}
