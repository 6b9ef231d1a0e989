import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { calls } from '@octavo/contract';
import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { copyOut } from '../../db/copy.ts';
import { migrate } from '../../db/migrate.ts';
import { createLogger } from '../../http/logger.ts';
import { openApplication } from '../../application.ts';
import { hashAllTables } from '../../../tests/helpers/database-content.ts';
import { TestClient } from '../../../tests/helpers/client.ts';
import { createTestDatabase } from '../../../tests/helpers/database.ts';
import { PASSWORD } from '../../../tests/helpers/factories.ts';
import { fetchFile, makeOwnedPage, uploadFile } from '../../../tests/helpers/upload.ts';
import { loadCorpus } from '../../../tests/helpers/load-corpus.ts';
import { testJobContext, NO_PROGRESS } from '../../../tests/helpers/job-context.ts';
import { openIsolatedSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { STORE_KINDS, storeEnv } from '../../../tests/helpers/stores.ts';
import { WAIT } from '../../../tests/helpers/wait.ts';
import { removeOrphans } from '../attachment/file-clean-up.ts';
import { storageFromEnv } from '../storage/stores.ts';
import { createBackupFile } from './backup-file.ts';
import { openSnapshot } from './backup.repository.ts';
import type { Snapshot } from './backup.repository.ts';
import { makeBackup } from './make-backup.ts';
import { TABLE_LIST } from './part-names.ts';
import type { TableList } from './part-names.ts';
import { restoreBackup, verifyBackup } from './restore-backup.ts';
import { listParts } from '../../lib/tar.ts';
import type { ArchivePart } from '../../lib/tar.ts';

/** A small site by default; the nightly run uses one of the size of a company. */
const PAGES = Number(process.env['BACKUP_PAGES'] ?? 0);
const MEGABYTES = Number(process.env['BACKUP_MB'] ?? 0);
const TIMEOUT_OPTIONS = { timeout: PAGES > 0 ? 7_200_000 : 300_000 };

const DEFAULTS = {
  progress: NO_PROGRESS,
  signal: new AbortController().signal,
  keyFingerprint: '',
};

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function makeTempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The rows of all tables at the time of the snapshot. */
async function rowsAt(site: TestSite, snapshot: Snapshot) {
  const { rows } = await snapshot.client.query<{ id: string }>('select pg_export_snapshot() as id');
  const other = new pg.Client({ connectionString: site.database.databaseUrl });
  await other.connect();
  await other.query('set idle_in_transaction_session_timeout = 0');
  // Reading a large table completely takes longer than the statement timeout of requests.
  await other.query('set statement_timeout = 0');
  await other.query('begin isolation level repeatable read');
  await other.query(`set transaction snapshot '${rows[0]?.id}'`);
  try {
    return await hashAllTables({
      ...site.database,
      query: async (sql) => (await other.query(sql)).rows as never,
    });
  } finally {
    await other.end();
  }
}

async function makeEmptySite(site: TestSite, env: Record<string, string> = {}) {
  const database = await createTestDatabase('empty');
  onTestFinished(() => database.drop());
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: database.databaseUrl,
    DATABASE_MIGRATE_URL: database.migrateUrl,
    PUBLIC_URL: 'http://octavo.test',
    STORAGE_DIR: await makeTempFolder(),
    SECRET_KEY: site.deps.config.secretKey.toString(),
    // A busy machine must not make the restored site reject requests.
    MAX_EVENT_LOOP_DELAY_MS: '0',
    ROLES: 'web',
    ...env,
  });
  return { database, config, storage: storageFromEnv(config) };
}

async function openRestored(config: ReturnType<typeof readConfig>) {
  const octavo = await openApplication(config, createLogger('silent'));
  onTestFinished(() => octavo.close());
  await octavo.app.ready();
  return new TestClient(octavo.app, config.publicUrl.origin);
}

/** Excludes jobs, and the file tables if the store changes. */
function comparable(rows: Record<string, string>, isOtherStore: boolean) {
  const left = isOtherStore ? ['upload_file', 'file_variant', 'task_file'] : [];
  return Object.entries(rows).filter(([name]) => ![...left, 'pgboss.job'].includes(name));
}

async function backUp(
  site: TestSite,
  path: string,
  overrides: Partial<Snapshot> = {},
  { signal } = new AbortController(),
) {
  const snapshot = await openSnapshot(site.deps.config.databaseUrl);
  try {
    const { stores } = site.deps;
    const watched = { ...snapshot, ...overrides };
    return await makeBackup({ ...DEFAULTS, signal, snapshot: watched, stores, path });
  } finally {
    await snapshot.close();
  }
}

/** Adds pages of another item and large files to this page, as load for the nightly run. */
async function addLoad(
  site: TestSite,
  { client, page_id, uid }: Awaited<ReturnType<typeof makeOwnedPage>>,
) {
  const loader = new pg.Client({ connectionString: site.database.migrateUrl });
  await loader.connect();
  // Creating the index after the inserts is much faster than updating it for every page.
  const INDEX = 'page_search_grams';
  const { rows } = await loader.query<{ text: string }>(
    `select pg_get_indexdef('${INDEX}'::regclass) as text`,
  );
  await loader.query(`drop index ${INDEX}`);
  await loadCorpus(loader, [{ uid, pages: PAGES }], 7);
  await loader.query(`set maintenance_work_mem = '512MB'`);
  await loader.query(rows[0]?.text ?? '');
  await loader.end();
  for (let sent = 0; sent < MEGABYTES; sent += 4)
    await uploadFile(client, calls.page.upload, { page_id }, { bytes: randomBytes(4_000_000) });
}

describe.each(STORE_KINDS)(
  'a backup of a site with files in the %s store',
  TIMEOUT_OPTIONS,
  (store) => {
    it('is consistent during concurrent writes and restores the same site', async () => {
      const site = await openIsolatedSite({ ...(await storeEnv(store)), ROLES: 'web' });
      const own = await makeOwnedPage(site);
      const { client, page_id, username } = own;
      if (PAGES > 0 && store === 'local') await addLoad(site, own);
      const sent = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const bytes = randomBytes(70_000);
          const { data } = await uploadFile(client, calls.page.upload, { page_id }, { bytes });
          return { ...data, bytes };
        }),
      );
      const [deleted] = sent;
      const writesDone = new AbortController();
      let saves = 0;
      const writing = (async () => {
        for (; !writesDone.signal.aborted; saves += 1) {
          const page_content = `text ${saves} 正文 \t \\N \u0001 "quoted"`;
          await client.callOk(calls.page.save, { page_id, page_content });
          await uploadFile(client, calls.page.upload, { page_id }, { bytes: randomBytes(100) });
        }
      })();
      await expect.poll(() => saves).toBeGreaterThan(2);
      const path = join(await makeTempFolder(), 'site.tar');
      const snapshot = await openSnapshot(site.deps.config.databaseUrl);
      let expected: Record<string, string> = {};
      const made = await makeBackup({
        path,
        stores: site.deps.stores,
        ...DEFAULTS,
        snapshot: {
          ...snapshot,
          async begin() {
            const time = await snapshot.begin();
            expected = await rowsAt(site, snapshot);
            return time;
          },
          async endReading() {
            await snapshot.endReading();
            // The row is already in the backup, so the object must not be removed before it is read.
            await client.callOk(calls.attachment.deleteMyAttachment, {
              file_id: deleted?.file_id ?? 0,
            });
            await removeOrphans(testJobContext(site), -60_000);
          },
        },
      }).finally(() => snapshot.close());
      writesDone.abort();
      await writing;
      console.log(
        `${PAGES} pages and ${MEGABYTES} MB of files: ${JSON.stringify(made)}, ${saves} saves beside it`,
      );
      expect(made.errors).toEqual([]);
      expect(made.files).toBeGreaterThanOrEqual(sent.length);
      expect((await verifyBackup(path, NO_PROGRESS)).errors).toEqual([]);
      // After the backup, the clean-up removes orphaned objects again.
      await removeOrphans(testJobContext(site), -60_000);
      expect(await (await site.deps.stores.current()).find(hash(deleted!.bytes))).toBeUndefined();

      const target = await makeEmptySite(site);
      await restoreBackup({ ...target, path, progress: NO_PROGRESS });
      const restored = await hashAllTables(target.database);
      const isOtherStore = store !== 'local';
      expect(comparable(restored, isOtherStore)).toEqual(comparable(expected, isOtherStore));
      let objects = 0;
      for await (const { key } of target.storage.list()) {
        const parts = [];
        for await (const piece of (await target.storage.open(key)) ?? [])
          parts.push(piece as Buffer);
        expect(hash(Buffer.concat(parts))).toBe(key);
        objects += 1;
      }
      expect(objects).toBe(made.files);

      const again = await openRestored(target.config);
      await again.callOk(calls.user.login, { username, password: PASSWORD });
      for (const { url, bytes } of sent)
        expect((await fetchFile(again, url)).rawPayload.equals(bytes)).toBe(true);
      // Sequences continue after their last value.
      const { page_id: next } = await again.callOk(calls.page.save, {
        item_id: (await again.callOk(calls.page.info, { page_id })).item_id,
        page_title: 'After',
        page_content: 'after',
      });
      expect(next).toBeGreaterThan(page_id);
    });
  },
);

describe('a backup', () => {
  it('reports missing and corrupted files and contains all others', async () => {
    const site = await openIsolatedSite({ ROLES: 'web' });
    const { client, page_id } = await makeOwnedPage(site);
    const [lost, corrupted, fine] = [randomBytes(10), randomBytes(20), randomBytes(30)];
    for (const bytes of [lost, corrupted, fine])
      await uploadFile(client, calls.page.upload, { page_id }, { bytes });
    const storage = await site.deps.stores.get('local');
    await storage.remove(hash(lost));
    await storage.put(hash(corrupted), randomBytes(20));
    const path = join(await makeTempFolder(), 'site.tar');
    const { files, errors } = await backUp(site, path);
    expect(files).toBe(1);
    expect(errors.toSorted()).toEqual(
      [
        `${hash(lost)} is missing in the store local`,
        `${hash(corrupted)} has different content in the store local`,
      ].toSorted(),
    );
    expect((await verifyBackup(path, NO_PROGRESS)).errors).toEqual([]);
  });

  it('removes its temporary files when it fails, and rejects a concurrent backup', async () => {
    const site = await openIsolatedSite({ ROLES: 'web' });
    const folder = await makeTempFolder();
    const path = join(folder, 'site.tar');
    const away = new Error('the database is gone');
    const endReading = () => Promise.reject(away);
    await expect(backUp(site, path, { endReading })).rejects.toBe(away);
    expect(await readdir(folder)).toEqual([]);
    const stop = new AbortController();
    const { client, page_id } = await makeOwnedPage(site);
    await uploadFile(client, calls.page.upload, { page_id }, { bytes: randomBytes(10) });
    const stopHere = { endReading: async () => stop.abort(away) };
    await expect(backUp(site, path, stopHere, stop)).rejects.toBe(away);
    expect(await readdir(folder)).toEqual([]);
    // A killed process leaves its temporary files; the next backup overwrites them.
    await writeFile(`${path}.part`, randomBytes(5_000_000));
    await writeFile(`${path}.lines.part`, 'half a line');
    await backUp(site, path);
    expect(await readdir(folder)).toEqual(['site.tar']);
    expect((await verifyBackup(path, NO_PROGRESS)).errors).toEqual([]);
    // Closing the connection does not hang after the reader has stopped early, for example on a full disk.
    const broken = await openSnapshot(site.deps.config.databaseUrl);
    const { bytes } = copyOut(broken.client, 'copy (select generate_series(1, 9999999)) to stdout');
    for await (const _ of bytes) break;
    await broken.close();
    const first = await openSnapshot(site.deps.config.databaseUrl);
    await first.begin();
    await expect(backUp(site, path)).rejects.toThrow('another backup is running');
    await first.close();
    await vi.waitFor(() => backUp(site, path), WAIT);
  });

  it('that is damaged is rejected with the name of the damaged part', async () => {
    const site = await openIsolatedSite({ ROLES: 'web' });
    const { client, page_id } = await makeOwnedPage(site);
    for (let count = 0; count < 3; count += 1)
      await uploadFile(client, calls.page.upload, { page_id }, { bytes: randomBytes(1500) });
    const folder = await makeTempFolder();
    const path = join(folder, 'site.tar');
    await backUp(site, path);
    const whole = await readFile(path);
    const file = await open(path);
    const parts: ArchivePart[] = [];
    for await (const part of listParts(file)) parts.push(part);
    await file.close();
    expect(parts.length).toBeGreaterThan(30);
    const damaged = join(folder, 'damaged.tar');
    const verifyErrors = async (bytes: Buffer) => {
      await writeFile(damaged, bytes);
      return (await verifyBackup(damaged, NO_PROGRESS)).errors;
    };
    for (const { name, offset, size } of parts.filter((part) => part.size > 0)) {
      const bytes = Buffer.from(whole);
      const at = offset + Math.floor(size / 2);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      expect(await verifyErrors(bytes)).toEqual([`${name} is damaged`]);
    }
    // Flip a bit at many positions: in headers, content, padding and at the end.
    for (let at = 0; at < whole.length; at += 331) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 0x40;
      expect(await verifyErrors(bytes)).not.toEqual([]);
    }
    const object = parts.find(({ name }) => name.startsWith('objects/'))!;
    expect(await verifyErrors(whole.subarray(0, object.offset + 700))).toEqual([
      `${object.name} is truncated`,
    ]);
    for (const missing of [1, 512, 1024, 5000])
      expect(await verifyErrors(whole.subarray(0, whole.length - missing))).not.toEqual([]);
    const without = Buffer.concat([
      whole.subarray(0, object.offset - 512),
      whole.subarray(object.offset + 1536),
    ]);
    expect(await verifyErrors(without)).toEqual([`${object.name} is missing`]);
    const target = await makeEmptySite(site);
    await expect(
      restoreBackup({ ...target, path: damaged, progress: NO_PROGRESS }),
    ).rejects.toThrow(`${object.name} is missing`);
    expect(
      await target.database.query(`select from pg_tables where schemaname = 'public'`),
    ).toEqual([]);
  });

  it('is distinguished from other files, which are rejected with a reason before anything is written', async () => {
    const site = await openIsolatedSite({ ROLES: 'web' });
    const folder = await makeTempFolder();
    const whole = join(folder, 'whole.tar');
    await backUp(site, whole);
    const bytes = await readFile(whole);
    // A valid header with a format version of a future release.
    const text = bytes.toString('utf8', 512, 512 + 1024 - 66).replace('"format":1', '"format":2');
    const checksum = hash(Buffer.from(text));
    const future = Buffer.concat([
      bytes.subarray(0, 512),
      Buffer.from(`${text}\n${checksum}\n`),
      bytes.subarray(1536),
    ]);
    const lines = 'milk, bread\n'.repeat(1000);
    const cases: [name: string, bytes: Uint8Array | string | undefined, reason: string][] = [
      ['missing.tar', undefined, 'FILE: file not found'],
      ['.', undefined, 'FILE is a folder: specify a backup file in it'],
      ['empty.tar', '', 'FILE is not an Octavo backup: it is empty'],
      ['short.txt', 'milk, bread\n', 'FILE is not an Octavo backup'],
      ['long.txt', lines, 'FILE is not an Octavo backup'],
      ['zeros.tar', Buffer.alloc(10_240), 'FILE is not an Octavo backup'],
      ['other.gz', gzipSync(lines), 'FILE is not an Octavo backup: it is compressed with gzip. If'],
      [
        'whole.tar.gz',
        gzipSync(bytes),
        'FILE is not an Octavo backup: it is compressed with gzip. If',
      ],
      ['cut.tar', bytes.subarray(0, 100), 'the archive is truncated after the beginning'],
      ['future.tar', future, 'which is newer: its format is 2. Restore it with that version'],
    ];
    const target = await makeEmptySite(site);
    for (const [name, content, reason] of cases) {
      const path = join(folder, name);
      if (content !== undefined) await writeFile(path, content);
      const message = await verifyBackup(path, NO_PROGRESS).then(
        ({ errors }) => errors.join('\n'),
        (error: Error) => error.message,
      );
      expect(message).toContain(reason.replace('FILE', path));
      await expect(restoreBackup({ ...target, path, progress: NO_PROGRESS })).rejects.toThrow(
        message,
      );
    }
    expect(
      await target.database.query(`select from pg_tables where schemaname = 'public'`),
    ).toEqual([]);
    expect(await readdir(target.config.storageDir)).toEqual([]);
  });

  it.each(['objects/local/..', 'objects/local/ab/../../../escaped', 'objects/'])(
    'with a file named %s is not restored',
    async (name) => {
      const site = await openIsolatedSite({ ROLES: 'web' });
      const path = join(await makeTempFolder(), 'site.tar');
      const file = await createBackupFile(path, DEFAULTS.signal);
      const list: TableList = { tables: [], migrations: [], sequences: [] };
      await file.add(TABLE_LIST, Readable.from([Buffer.from(JSON.stringify(list))]));
      await file.add(name, Readable.from([Buffer.from('escaped')]));
      const time = new Date().toISOString();
      await file.finish({ version: '1', migration: '', time, rows: 0, files: 1 });
      expect((await verifyBackup(path, NO_PROGRESS)).errors).toEqual([]);
      const target = await makeEmptySite(site);
      await expect(restoreBackup({ ...target, path, progress: NO_PROGRESS })).rejects.toThrow(
        'invalid object key',
      );
      for await (const { key } of target.storage.list()) expect(key).toBeUndefined();
      expect(
        await target.database.query(`select from pg_tables where schemaname = 'public'`),
      ).toEqual([]);
    },
  );

  it('is only restored into an empty site of the same or a newer version', async () => {
    const site = await openIsolatedSite({ ROLES: 'web' });
    const { client, page_id } = await makeOwnedPage(site);
    const bytes = randomBytes(1500);
    await uploadFile(client, calls.page.upload, { page_id }, { bytes });
    // Simulates an older site, in which a later migration has not been applied.
    const LATER = '0035-backups.sql';
    await site.database.query('drop table backup');
    await site.database.query('delete from migration where name = $1', [LATER]);
    const path = join(await makeTempFolder(), 'site.tar');
    await backUp(site, path);

    const used = await makeEmptySite(site);
    await migrate(used.config);
    const restoreInto = (target: typeof used) =>
      restoreBackup({ ...target, path, progress: NO_PROGRESS });
    await expect(restoreInto(used)).rejects.toThrow('the database is not empty');
    const full = await makeEmptySite(site);
    await full.storage.put(hash(bytes), bytes);
    await expect(restoreInto(full)).rejects.toThrow('set STORAGE_DIR to an empty folder');
    const target = await makeEmptySite(site);
    await restoreInto(target);
    expect(
      await target.database.query('select name from migration where name = $1', [LATER]),
    ).toHaveLength(1);
    expect(await target.database.query('select * from backup')).toEqual([]);

    await site.database.query(`insert into migration (name) values ('9999-tomorrow.sql')`);
    const later = join(await makeTempFolder(), 'later.tar');
    await backUp(site, later);
    const older = await makeEmptySite(site);
    await expect(restoreBackup({ ...older, path: later, progress: NO_PROGRESS })).rejects.toThrow(
      'it has 9999-tomorrow.sql',
    );
    const { errors } = await verifyBackup(later, NO_PROGRESS);
    expect(errors).toEqual([expect.stringContaining('it has 9999-tomorrow.sql')]);
    expect(await older.database.query(`select from pg_tables where schemaname = 'public'`)).toEqual(
      [],
    );
  });
});
