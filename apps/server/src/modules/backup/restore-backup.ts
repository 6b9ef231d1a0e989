import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createZstdDecompress } from 'node:zlib';
import { migrate, migrationFiles } from '../../db/migrate.ts';
import type { Config } from '../../config.ts';
import { spool, spoolFolder } from '../../http/spool.ts';
import type { Progress } from '../../lib/progress-bar.ts';
import type { Storage } from '../storage/storage.ts';
import { newerVersionMessage, openBackupFile } from './backup-file.ts';
import type { BackupFile, BackupHeader } from './backup-file.ts';
import { parseObjectKey, TABLE_LIST, tableList, tablePartName } from './part-names.ts';
import type { TableList } from './part-names.ts';
import { openTarget } from './restore.repository.ts';
import { DamagedArchiveError } from '../../lib/tar.ts';
import type { ArchivePart } from '../../lib/tar.ts';

const MEGABYTE = 1024 ** 2;

export interface VerifiedBackup {
  readonly header: BackupHeader | undefined;
  readonly errors: readonly string[];
}

async function verify(file: BackupFile, progress: Progress): Promise<string[]> {
  progress.start(Math.ceil(file.size / MEGABYTE));
  let bytes = 0;
  let reported = 0;
  const errors = await file.findErrors((size) => {
    bytes += size;
    const megabytes = Math.floor(bytes / MEGABYTE);
    progress.step(megabytes - reported);
    reported = megabytes;
  });
  progress.end();
  return errors;
}

/** Reads a whole backup and returns its damaged parts, or that it was made by a newer version. */
export async function verifyBackup(path: string, progress: Progress): Promise<VerifiedBackup> {
  try {
    const file = await openBackupFile(path);
    try {
      const errors = await verify(file, progress);
      if (errors.length === 0) await assertMigrationsKnown(file, await readTableList(file));
      return { header: file.header, errors };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof DamagedArchiveError) return { header: undefined, errors: [error.message] };
    throw error;
  }
}

async function assertEmpty(storage: Storage, folder: string): Promise<void> {
  for await (const _ of storage.list())
    throw new Error(
      storage.name === 'local'
        ? `the folder ${folder} is not empty: set STORAGE_DIR to an empty folder, or delete the files if a failed restore left them`
        : 'the bucket is not empty: set S3_PREFIX to an unused prefix, or delete the files if a failed restore left them',
    );
}

async function readTableList(file: BackupFile): Promise<TableList> {
  for await (const part of file.parts())
    if (part.name === TABLE_LIST)
      return tableList.parse(JSON.parse((await buffer(file.read(part))).toString('utf8')));
  throw new DamagedArchiveError(`${TABLE_LIST} is missing`);
}

async function assertMigrationsKnown(file: BackupFile, { migrations }: TableList): Promise<void> {
  const knownMigrations = new Set(await migrationFiles);
  const unknownMigration = migrations.find((name) => !knownMigrations.has(name));
  if (unknownMigration !== undefined)
    throw new DamagedArchiveError(
      newerVersionMessage(file.header.version, `it has ${unknownMigration}`),
    );
}

async function putObject(file: BackupFile, part: ArchivePart, storage: Storage, config: Config) {
  const key = parseObjectKey(part.name) ?? '';
  const spooled = await spool(file.read(part), key, spoolFolder(config.storageDir));
  try {
    await storage.put(key, spooled);
  } finally {
    await rm(spooled.path, { force: true });
  }
}

async function fillTables(file: BackupFile, list: TableList, target: RestoreTarget) {
  const byPart = new Map(list.tables.map((table) => [tablePartName(table.name), table]));
  for await (const part of file.parts()) {
    const table = byPart.get(part.name);
    if (!table) continue;
    const decompressed = pipeline(file.read(part), createZstdDecompress(), () => {});
    const rows = await target.copyRows(table, decompressed);
    if (rows !== table.rows) throw new Error(`${part.name} has ${rows} of ${table.rows} rows`);
  }
}

type RestoreTarget = Awaited<ReturnType<typeof openTarget>>;

/**
 * Restores into an empty site: first the files, then all rows in one transaction, with the tables at the migration of
 * the backup. Then the newer migrations of this version are applied.
 */
export async function restoreBackup(options: {
  readonly path: string;
  readonly config: Config;
  readonly storage: Storage;
  readonly progress: Progress;
}): Promise<BackupHeader> {
  const { path, config, storage, progress } = options;
  const file = await openBackupFile(path);
  const target = await openTarget(config.migrateUrl);
  try {
    if (!(await target.isEmpty()))
      throw new Error(
        'the database is not empty: create another one with createdb and set it in DATABASE_URL and DATABASE_MIGRATE_URL',
      );
    await assertEmpty(storage, config.storageDir);
    const list = await readTableList(file);
    await assertMigrationsKnown(file, list);
    const errors = await verify(file, progress);
    if (errors.length > 0) throw new DamagedArchiveError(errors.join('\n'));
    progress.start(file.header.files);
    for await (const part of file.parts())
      if (parseObjectKey(part.name) !== undefined) {
        await putObject(file, part, storage, config);
        progress.step();
      }
    await target.createTables(list.migrations);
    const foreignKeys = await target.dropForeignKeys();
    await fillTables(file, list, target);
    await target.setSequences(list.sequences);
    await target.setStore(storage.name);
    await target.finish(foreignKeys);
    await migrate(config);
    await target.analyze();
    progress.end();
    return file.header;
  } finally {
    await target.close();
    await file.close();
  }
}
