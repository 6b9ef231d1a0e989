import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../tests/helpers/database.ts';
import type { TestDatabase } from '../../tests/helpers/database.ts';
import { startTcpProxy } from '../../tests/helpers/tcp-proxy.ts';
import { copyIn, copyOut } from './copy.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase('empty');
  return () => database.drop();
});

async function connect(url = database.migrateUrl): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function connectThroughProxy() {
  const proxy = await startTcpProxy(database.migrateUrl);
  onTestFinished(() => proxy.close());
  return { proxy, client: await connect(proxy.url) };
}

/** Returns a function that ends the connection on the side of PostgreSQL. */
async function terminator(client: pg.Client) {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return () => database.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
}

/** The message depends on what arrives first: the error of PostgreSQL or the end of the connection. */
const LOST = /terminat|ECONNRESET|EPIPE/;

/** 30 MB, more than all buffers between PostgreSQL and a reader can hold. */
const manyRows = `copy (select repeat('x', 10000) from generate_series(1, 3000)) to stdout`;

describe('copyOut', () => {
  it('streams every row, counts them and leaves the connection usable', async () => {
    const client = await connect();
    for (const rows of [0, 1, 100_000]) {
      const { bytes, countRows } = copyOut(
        client,
        `copy (select n, repeat('x', n % 50) from generate_series(1, ${rows}) n) to stdout`,
      );
      const lines = (await text(bytes)).split('\n');
      expect(lines.pop()).toBe('');
      expect(lines).toEqual(
        Array.from({ length: rows }, (_, index) => `${index + 1}\t${'x'.repeat((index + 1) % 50)}`),
      );
      expect(await countRows()).toBe(rows);
    }
  });

  it('streams a row that is larger than every buffer', async () => {
    const client = await connect();
    const { bytes, countRows } = copyOut(client, `copy (select repeat('x', 5000000)) to stdout`);
    expect(await text(bytes)).toBe(`${'x'.repeat(5_000_000)}\n`);
    expect(await countRows()).toBe(1);
  });

  it('does not read ahead of a slow reader', async () => {
    const client = await connect();
    const { bytes } = copyOut(client, manyRows);
    await once(bytes, 'readable');
    await setTimeout(200);
    expect(bytes.readableLength).toBeLessThan(1_000_000);
    expect((await text(bytes)).length).toBeGreaterThan(20_000_000);
  });

  it('lets the connection be closed after the reader has stopped early', async () => {
    const client = await connect();
    const { bytes } = copyOut(client, manyRows);
    for await (const _ of bytes) break;
    await expect(client.end()).resolves.toBeUndefined();
  });

  it('fails on an error of the statement and leaves the connection usable', async () => {
    const client = await connect();
    const { bytes } = copyOut(client, 'copy (select missing) to stdout');
    await expect(text(bytes)).rejects.toThrow('column "missing" does not exist');
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('fails on an error between two rows and leaves the connection usable', async () => {
    const client = await connect();
    const { bytes } = copyOut(
      client,
      'copy (select 1 / (500000 - n) from generate_series(1, 600000) n) to stdout',
    );
    await expect(text(bytes)).rejects.toThrow('division by zero');
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('fails when PostgreSQL ends the connection', async () => {
    const client = await connect();
    const terminate = await terminator(client);
    const { bytes } = copyOut(client, manyRows);
    await once(bytes, 'readable');
    await terminate();
    await expect(text(bytes)).rejects.toThrow(LOST);
  });

  it('fails when the connection is lost', async () => {
    const { proxy, client } = await connectThroughProxy();
    const { bytes } = copyOut(client, manyRows);
    await once(bytes, 'readable');
    await proxy.cut();
    await expect(text(bytes)).rejects.toThrow(LOST);
  });
});

describe('copyIn', () => {
  async function createTarget(client: pg.Client) {
    await client.query('drop table if exists target');
    await client.query('create table target (n int, content text)');
    return 'copy target from stdin';
  }
  const countTarget = async () =>
    (await database.query<{ count: number }>('select count(*)::int from target'))[0]?.count;

  const CHUNK = Buffer.from(`1\t${'x'.repeat(20_000)}\n`);
  /** Yields more bytes than all buffers can hold, then `last`. */
  async function* chunks(count: number, last?: Buffer, onYield?: (at: number) => unknown) {
    for (let at = 0; at < count; at += 1) {
      await onYield?.(at);
      yield CHUNK;
    }
    if (last) yield last;
  }

  it('inserts every row and counts them', async () => {
    const client = await connect();
    const sql = await createTarget(client);
    expect(await copyIn(client, sql, chunks(500))).toBe(500);
    expect(await copyIn(client, sql, Readable.from([]))).toBe(0);
    expect(await countTarget()).toBe(500);
  });

  it('does not read ahead of a stalled connection', async () => {
    const { proxy, client } = await connectThroughProxy();
    const sql = await createTarget(client);
    let sent = 0;
    const copied = copyIn(
      client,
      sql,
      chunks(2000, undefined, (at) => {
        sent = at;
        if (at === 5) proxy.stall();
      }),
    );
    await expect.poll(() => sent).toBeGreaterThan(5);
    await setTimeout(300);
    expect(sent).toBeLessThan(1500);
    await proxy.restore();
    expect(await copied).toBe(2000);
  });

  it('inserts nothing when the source fails, and leaves the connection usable', async () => {
    const client = await connect();
    const sql = await createTarget(client);
    const failing = chunks(10, undefined, (at) => {
      if (at === 9) throw new Error('the source failed');
    });
    await expect(copyIn(client, sql, failing)).rejects.toThrow('the source failed');
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(await countTarget()).toBe(0);
  });

  it('fails on an error of the statement without waiting for the source', async () => {
    const client = await connect();
    await expect(copyIn(client, 'copy missing from stdin', chunks(2000))).rejects.toThrow(
      'relation "missing" does not exist',
    );
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('fails on a malformed row, in the middle and at the end', async () => {
    const client = await connect();
    const sql = await createTarget(client);
    async function* malformed(after: number) {
      yield* chunks(5, Buffer.from('no number\t\n'));
      yield* chunks(after);
    }
    for (const after of [0, 500]) {
      await expect(copyIn(client, sql, malformed(after))).rejects.toThrow(
        'invalid input syntax for type integer: "no number"',
      );
      expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    }
    expect(await countTarget()).toBe(0);
  });

  it('fails when PostgreSQL ends the connection', async () => {
    const client = await connect();
    const sql = await createTarget(client);
    const terminate = await terminator(client);
    const source = chunks(2000, undefined, (at) => (at === 20 ? terminate() : at));
    await expect(copyIn(client, sql, source)).rejects.toThrow(LOST);
    expect(await countTarget()).toBe(0);
  });

  it('fails when the connection is lost', async () => {
    const { proxy, client } = await connectThroughProxy();
    const sql = await createTarget(client);
    const source = chunks(2000, undefined, (at) => (at === 20 ? proxy.cut() : at));
    await expect(copyIn(client, sql, source)).rejects.toThrow(LOST);
    await expect.poll(countTarget).toBe(0);
  });
});
