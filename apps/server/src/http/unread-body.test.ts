import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openKeepAliveSocket } from '../../tests/helpers/raw-socket.ts';
import { discardUnreadBodies } from './unread-body.ts';

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
  discardUnreadBodies(app);
  app.addHook('onRequest', (_request, reply) => reply.status(503).send('refused'));
  app.post('/', () => '');
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

const open = () => openKeepAliveSocket((app.server.address() as AddressInfo).port);
const head = (length: number) =>
  `POST / HTTP/1.1\r\nhost: octavo.test\r\ncontent-length: ${length}\r\n\r\n`;
const rejected = { status: 503, body: 'refused' };

describe('a rejected body', () => {
  it('is discarded, and the connection stays open', async () => {
    const socket = await open();
    const bytes = Buffer.alloc(1024 * 1024);
    for (const _ of [1, 2])
      expect(await socket.request(Buffer.concat([Buffer.from(head(bytes.length)), bytes]))).toEqual(
        {
          ...rejected,
          closes: false,
        },
      );
  });

  it('that does not end in time closes the connection', async () => {
    const socket = await open();
    const answer = socket.request(`${head(10)}half`);
    await arrived;
    vi.advanceTimersByTime(5000);
    expect(await answer).toEqual({ ...rejected, closes: true });
    await socket.closed;
  });

  it('that is longer than the limit closes the connection at once', async () => {
    const socket = await open();
    expect(await socket.request(head(64 * 1024 * 1024 + 1))).toEqual({ ...rejected, closes: true });
    await socket.closed;
  });
});
