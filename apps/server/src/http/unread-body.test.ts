import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openKeptSocket } from '../testing/raw-socket.ts';
import { releaseUnreadBodies } from './unread-body.ts';

let app: FastifyInstance;
let arrived: Promise<void>;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  app = fastify();
  arrived = new Promise((resolve) => {
    app.addHook('onSend', (_request, _reply, _payload, done) => {
      resolve();
      done();
    });
  });
  releaseUnreadBodies(app);
  app.addHook('onRequest', (_request, reply) => reply.status(503).send('refused'));
  app.post('/', () => '');
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

const open = () => openKeptSocket((app.server.address() as AddressInfo).port);
const head = (length: number) =>
  `POST / HTTP/1.1\r\nhost: octavo.test\r\ncontent-length: ${length}\r\n\r\n`;
const refused = { status: 503, body: 'refused' };

describe('a rejected body', () => {
  it('is discarded, and the connection stays open', async () => {
    const line = await open();
    const bytes = Buffer.alloc(1024 * 1024);
    for (const _ of [1, 2])
      expect(await line.ask(Buffer.concat([Buffer.from(head(bytes.length)), bytes]))).toEqual({
        ...refused,
        closes: false,
      });
  });

  it('that does not end in time closes the connection', async () => {
    const line = await open();
    const answer = line.ask(`${head(10)}half`);
    await arrived;
    vi.advanceTimersByTime(5000);
    expect(await answer).toEqual({ ...refused, closes: true });
    await line.closed;
  });

  it('that is longer than the limit closes the connection at once', async () => {
    const line = await open();
    expect(await line.ask(head(64 * 1024 * 1024 + 1))).toEqual({ ...refused, closes: true });
    await line.closed;
  });
});
