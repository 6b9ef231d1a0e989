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

/** Well below the silence after which our own server, and most proxies, cut a connection. */
const BEAT_MS = 20_000;
/** While messages may be lost, logins are asked for as often as everywhere else. */
const LOOK_MS = 3000;
/** One browser has one; a person with some devices and profiles stays far below. */
const MOST_OF_ONE_PERSON = 12;
const MOST_OF_ONE_ADDRESS = 200;
const MOST_OPENED_IN_A_MINUTE = 60;
/** A client that does not read what it is sent is let go. */
const MOST_UNREAD_BYTES = 64 * 1024;

interface Stream {
  readonly uid: number;
  readonly block: string;
  readonly body: PassThrough;
  /** True while the login that opened it holds. */
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
    // Without an answer nobody is sent away: the next look comes soon.
    if (!(await stream.isWelcome().catch(() => true))) drop(stream);
  }

  return {
    drop,
    /** Counts and adds in one step: requests that arrive together must not share the last place. */
    add(stream: Stream): void {
      const all = [...streams];
      if (
        all.filter(({ uid }) => uid === stream.uid).length >= MOST_OF_ONE_PERSON ||
        all.filter(({ block }) => block === stream.block).length >= MOST_OF_ONE_ADDRESS
      )
        throw new AppError('tooManyRequests');
      streams.add(stream);
    },
    /** Without a person: everybody may have missed something. */
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

/** A key that names nobody is for everybody, as is a gap in what we heard. */
function personOf(key: string | undefined): number | undefined {
  return key === undefined || key === EVERYBODY ? undefined : Number(key);
}

/**
 * `GET /api/events`: says that there is news, never what. Whoever hears it asks by a call of their own,
 * so a stream has no rights to get wrong. It ends with the login that opened it and with the process.
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
  // Before the server waits for its connections: these would never end by themselves.
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
        // A client that has left meanwhile closes no second time.
        if (reply.raw.destroyed) hub.drop(stream);
        // The login may have ended while it was being looked up.
        hub.checkLogins(stream.uid);
        stream.body.write('retry: 3000\n\n');
        return await reply
          .headers({
            'content-type': 'text/event-stream',
            'cache-control': 'no-store, no-transform',
            // nginx would otherwise keep small pieces back.
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
