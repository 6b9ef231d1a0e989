import { appendFile, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { calls } from '@octavo/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeLoggedInUser, uniqueName } from '../../../tests/helpers/factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { createSyslogReceiver } from '../../../tests/helpers/syslog-receiver.ts';
import type { SyslogReceiver } from '../../../tests/helpers/syslog-receiver.ts';
import { WAIT } from '../../../tests/helpers/wait.ts';
import { withTransaction } from '../../db/repository.ts';
import { auditRepository } from './audit.repository.ts';
import { streamAudit } from './stream-audit.ts';

const HEADER =
  /^<(?<priority>\d+)>1 (?<time>\S+) (?<host>\S+) octavo - (?<action>\S+) - (?<line>\{.*)$/;

let site: TestSite;
const receivers: SyslogReceiver[] = [];
beforeEach(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
  await site.close();
});

async function startReceiver(options?: Parameters<typeof createSyslogReceiver>[0]) {
  const receiver = await createSyslogReceiver(options);
  receivers.push(receiver);
  await receiver.start();
  return receiver;
}

const run = (url: URL) => streamAudit(site.deps, url);

async function write(count: number): Promise<void> {
  const list = Array.from({ length: count }, (_, number) => ({
    action: 'adminUser.setRole',
    subject: `user ${number} 林`,
    facts: { groupid: 1, was: { groupid: 2 } },
  }));
  await auditRepository(site.deps.db).insertMany(list);
}

const allIds = async () =>
  (
    await site.database.query<{ audit_id: string }>('select audit_id from audit_log order by 1')
  ).map(({ audit_id }) => Number(audit_id));

const idOf = (line: string) => (JSON.parse(line) as { id: number }).id;
const lineOf = (message: string) => HEADER.exec(message)?.groups?.['line'] ?? '';
const received = (receiver: SyslogReceiver) => receiver.messages().map(lineOf).map(idOf);

const state = async () =>
  (await site.database.query('select sent_id::int, error from audit_stream'))[0];

describe('the stream to a syslog server', () => {
  it('sends each entry once, in order, as RFC 5424 with the line of the export', async () => {
    const receiver = await startReceiver();
    const { client } = await makeLoggedInUser(site, { admin: true });
    await client.call(calls.user.login, { username: 'no.such', password: 'unknown horse 5' });
    await vi.waitFor(
      async () =>
        expect(
          await site.database.query(`select from audit_log where action = 'user.loginFailed'`),
        ).toHaveLength(1),
      WAIT,
    );
    await write(250);
    await run(receiver.url);
    await run(receiver.url);
    const ids = await allIds();
    expect(received(receiver)).toEqual(ids);
    const exported = await client.request({ method: 'GET', url: calls.audit.exportLines.path });
    const lines = exported.body.trimEnd().split('\n').toReversed();
    // The export itself is the newest entry.
    expect(receiver.messages().map(lineOf)).toEqual(lines.slice(0, ids.length));
    const parsed = receiver.messages().map((message) => HEADER.exec(message)?.groups);
    expect(parsed.find((groups) => groups?.['action'] === 'user.loginFailed')).toMatchObject({
      priority: '108',
    });
    expect(parsed.at(-1)).toMatchObject({ priority: '110', action: 'adminUser.setRole' });
    expect(JSON.parse(parsed.at(-1)?.['line'] ?? '')).toMatchObject({
      object: { user: { name: expect.stringMatching(/^user \d+ 林$/) } },
      changes: [{ field: 'groupid', old: 2, new: 1 }],
    });
  });

  it('uses TLS, and sends nothing to a server whose certificate is unknown', async () => {
    const receiver = await startReceiver({ withTls: true });
    await write(3);
    await run(receiver.url);
    expect(receiver.messages()).toEqual([]);
    expect(await state()).toEqual({ sent_id: 0, error: expect.stringMatching(/self.signed/) });
    const known = getCACertificates('default');
    setDefaultCACertificates([...known, receiver.certificate]);
    try {
      await run(receiver.url);
    } finally {
      setDefaultCACertificates(known);
    }
    expect(received(receiver)).toEqual(await allIds());
    expect(await state()).toMatchObject({ error: '' });
  });

  it('loses and repeats nothing in an outage, of which the diagnostics tell', async () => {
    const receiver = await startReceiver();
    await write(150);
    await run(receiver.url);
    await receiver.kill();
    await write(150);
    await run(receiver.url);
    await run(receiver.url);
    expect(await state()).toMatchObject({ error: expect.stringContaining('ECONNREFUSED') });
    await receiver.start();
    await write(5);
    await run(receiver.url);
    expect(received(receiver)).toEqual(await allIds());
    expect(await state()).toMatchObject({ error: '' });
  });

  it.each([50, 250, 430])(
    'sends every entry once to a server that is killed after %i messages and keeps whole batches',
    async (count) => {
      const receiver = await startReceiver({ keep: 'end' });
      await write(600);
      const running = run(receiver.url);
      const kept = Math.floor(count / 100) * 100;
      await vi.waitFor(() => expect(receiver.messages().length).toBeGreaterThanOrEqual(kept), {
        ...WAIT,
        interval: 1,
      });
      await receiver.kill();
      await running;
      expect(receiver.messages().length).toBeLessThan(600);
      await receiver.start();
      await run(receiver.url);
      expect(received(receiver)).toEqual(await allIds());
    },
  );

  it('repeats at most the batch in which a server was killed that keeps each message, with the same ids', async () => {
    const receiver = await startReceiver();
    await write(600);
    const running = run(receiver.url);
    await vi.waitFor(() => expect(receiver.messages().length).toBeGreaterThan(250), {
      ...WAIT,
      interval: 1,
    });
    await receiver.kill();
    await running;
    const before = received(receiver);
    await receiver.start();
    await run(receiver.url);
    const ids = await allIds();
    const after = received(receiver).slice(before.length);
    const [first = 0] = after;
    expect([...before.filter((id) => id < first), ...after]).toEqual(ids);
    expect(before.filter((id) => id >= first).length).toBeLessThanOrEqual(100);
    expect(before).toEqual(ids.slice(0, before.length));
  });

  it('sends every entry once if several processes run at the same time', async () => {
    const receiver = await startReceiver();
    await write(350);
    await Promise.all([1, 2, 3, 4].map(() => run(receiver.url)));
    await run(receiver.url);
    expect(received(receiver)).toEqual(await allIds());
  });

  it('waits for a transaction that has a lower id and commits later', async () => {
    const receiver = await startReceiver();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isWritten = false;
    const slow = withTransaction(site.deps.db, async (trx) => {
      await auditRepository(trx).insertMany([{ action: 'user.setup', facts: {} }]);
      isWritten = true;
      await held;
    });
    await vi.waitFor(() => expect(isWritten).toBe(true), WAIT);
    await write(2);
    expect(await allIds()).toHaveLength(2);
    const running = run(receiver.url);
    await vi.waitFor(
      async () => expect(await site.database.query('select from audit_stream')).toHaveLength(1),
      WAIT,
    );
    expect(receiver.messages()).toEqual([]);
    release();
    await Promise.all([slow, running]);
    const ids = await allIds();
    expect(ids).toHaveLength(3);
    expect(received(receiver)).toEqual(ids);
  });

  it('delays no request while the server does not respond', async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket.pause()));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    await write(10);
    const running = run(new URL(`syslog+tcp://127.0.0.1:${port}`));
    await vi.waitFor(() => expect(sockets.size).toBe(1), WAIT);
    const { client } = await makeLoggedInUser(site);
    await client.callOk(calls.user.updateInfo, { name: uniqueName() });
    expect(await state()).toEqual({ sent_id: 0, error: '' });
    for (const socket of sockets) socket.resetAndDestroy();
    await running;
    silent.close();
    expect(await state()).toEqual({ sent_id: 0, error: expect.stringMatching(/./) });
  });
});

describe('the stream to a file', () => {
  it('has every entry once, also after a rotation and if a process dies while it writes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'octavo-audit-'));
    const path = join(folder, 'audit.jsonl');
    const url = pathToFileURL(path);
    const ids = async (file = path) =>
      (await readFile(file, 'utf8')).trimEnd().split('\n').map(idOf);
    await write(250);
    await run(url);
    expect(await ids()).toEqual(await allIds());
    // The process has written these lines and a part of the next one, and then died.
    await write(50);
    await run(url);
    await site.database.query('update audit_stream set sent_id = sent_id - 50');
    const whole = (await readFile(path, 'utf8')).split('\n');
    await rm(path);
    await appendFile(path, [...whole.slice(0, 270), whole[270]?.slice(0, 40)].join('\n'));
    await run(url);
    expect(await ids()).toEqual(await allIds());
    await rename(path, `${path}.1`);
    await write(10);
    await run(url);
    const all = [...(await ids(`${path}.1`)), ...(await ids())];
    expect(all).toEqual(await allIds());
    await rm(folder, { recursive: true });
  });

  it('reports a folder that cannot be written, and catches up', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'octavo-audit-'));
    const path = join(folder, 'logs', 'audit.jsonl');
    await write(3);
    await run(pathToFileURL(path));
    expect(await state()).toEqual({ sent_id: 0, error: expect.stringContaining('ENOENT') });
    await run(pathToFileURL(join(folder, 'audit.jsonl')));
    expect(await state()).toMatchObject({ error: '' });
    await rm(folder, { recursive: true });
  });
});
