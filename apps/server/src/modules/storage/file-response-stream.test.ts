import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readlink, rm, truncate, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localStorage } from './local-storage.ts';
import { shardedPath } from './storage.ts';

const SIZE = 3_000_001;
const keyOf = (number: number) => String(number).padStart(64, '0');

let folder: string;
const app = fastify();
const files = Array.from({ length: 40 }, () => randomBytes(SIZE));

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'octavo-sent-'));
  const storage = localStorage(folder);
  for (const [number, bytes] of files.entries()) await storage.put(keyOf(number), bytes);
  app.get('/:number', async (request, reply) => {
    const { number } = request.params as { number: string };
    const whole = { start: 0, end: SIZE - 1 };
    reply.header('content-length', SIZE);
    return reply.send(await storage.openForResponse?.(keyOf(Number(number)), whole));
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

function requestFile(number: number): Promise<IncomingMessage> {
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: `/${number}`, agent: false }, resolve).on('error', reject);
  });
}

async function openFiles(): Promise<number> {
  const links = (await readdir('/proc/self/fd')).map((fd) =>
    readlink(`/proc/self/fd/${fd}`).catch(() => ''),
  );
  return (await Promise.all(links)).filter((link) => link.startsWith(folder)).length;
}

describe('a streamed file response', () => {
  it('is never mixed with other responses, with slow, aborted and concurrent clients', async () => {
    const slow = await Promise.all([0, 1, 2, 3].map(requestFile));
    for (let round = 0; round < 3; round += 1) {
      const aborted = await Promise.all([4, 5, 6, 7].map(requestFile));
      for (const response of aborted) response.on('error', () => {}).destroy();
      const numbers = Array.from({ length: 16 }, (_, number) => 8 + ((number * 7 + round) % 32));
      const bodies = await Promise.all(
        numbers.map(async (number) => buffer(await requestFile(number))),
      );
      expect(
        bodies.every((bytes, at) => bytes.equals(files[numbers[at] ?? 0] ?? bytes.subarray(1))),
      ).toBe(true);
    }
    for (const [number, response] of slow.entries())
      expect((await buffer(response)).equals(files[number] ?? Buffer.of())).toBe(true);
    await expect.poll(openFiles).toBe(0);
  });

  it('is aborted when the file has become shorter', async () => {
    await truncate(path.join(folder, shardedPath(keyOf(39))), 1_000_000);
    await expect(buffer(await requestFile(39))).rejects.toThrow('aborted');
    await writeFile(path.join(folder, shardedPath(keyOf(39))), '');
    const empty = await requestFile(39);
    expect(empty.resume().statusCode).toBe(500);
    await expect.poll(openFiles).toBe(0);
  });
});
