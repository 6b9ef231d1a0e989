import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { enforceBodyTimeouts } from './body-timeout.ts';

const CHUNK = Buffer.alloc(600 * 1024, 'x');

let app: FastifyInstance;
let arrived: Promise<FastifyRequest>;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  app = fastify({ bodyLimit: 8 * 1024 * 1024 });
  enforceBodyTimeouts(app);
  arrived = new Promise((resolve) => {
    app.addHook('onRequest', (request, _reply, done) => {
      request.allowsSlowBody = request.url === '/slow';
      resolve(request);
      done();
    });
  });
  for (const url of ['/ordinary', '/slow'])
    app.post(url, ({ body }) => ({ length: String(body).length }));
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

/** A client that sends a body in chunks and records the response. */
async function openSender(path: string, length: number) {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (bytes) => (received += String(bytes))).on('error', () => {});
  const closed = once(socket, 'close');
  const head = ['content-type: text/plain', `content-length: ${length}`, 'host: octavo.test'];
  socket.write(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
  const request = await arrived;
  let sent = request.raw.socket.bytesRead;
  return {
    socket,
    closed,
    received: () => received,
    async send(bytes: Buffer) {
      sent += bytes.length;
      socket.write(bytes);
      await expect.poll(() => request.raw.socket.bytesRead).toBe(sent);
    },
  };
}

const wait = (seconds: number) => vi.advanceTimersByTime(seconds * 1000);

describe('a slow body', () => {
  it('times out after 30 s, even if data keeps arriving', async () => {
    const { closed, received, send } = await openSender('/ordinary', 2 * CHUNK.length);
    wait(29);
    await send(CHUNK);
    expect(received()).toBe('');
    wait(1);
    await closed;
    expect(received()).toMatch(/^HTTP\/1.1 408 /);
  });

  it('may take minutes if it is a large file of an authenticated caller', async () => {
    const { socket, received, send } = await openSender('/slow', 3 * CHUNK.length);
    for (const _ of [1, 2, 3]) {
      wait(59);
      await send(CHUNK);
      wait(1);
    }
    await expect.poll(received).toContain(`{"length":${3 * CHUNK.length}}`);
    socket.destroy();
  });

  it('of a large file times out if it makes no progress', async () => {
    const { closed, received, send } = await openSender('/slow', 3 * CHUNK.length);
    wait(59);
    await send(CHUNK);
    wait(60);
    expect(received()).toBe('');
    wait(1);
    await closed;
    expect(received()).toMatch(/^HTTP\/1.1 408 /);
  });
});
