import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createZstdDecompress } from 'node:zlib';
import { migrate, migrationFiles } from '../../db/migrate.ts';
import type { Config } from '../../config.ts';
import { spool, spoolFolder } from '../../http/spool.ts';
import type { Progress } from '../attachment/progress.ts';
import type { Storage } from '../attachment/storage/storage.ts';
import { newerThanThis, openBackupFile } from './backup-file.ts';
import type { BackupFile, BackupHead } from './backup-file.ts';
import { objectKey, TABLE_LIST, tableList, tablePart } from './parts.ts';
import type { TableList } from './parts.ts';
import { openTarget } from './restore.repository.ts';
import { DamagedArchive } from './tar.ts';
import type { Part } from './tar.ts';

const MEGABYTE = 1024 ** 2;

export interface VerifiedBackup {
  readonly head: BackupHead | undefined;
  readonly faults: readonly string[];
}

async function verify(file: BackupFile, progress: Progress): Promise<string[]> {
  progress.start(Math.ceil(file.size / MEGABYTE));
  let bytes = 0;
  let told = 0;
  const faults = await file.findFaults((size) => {
    bytes += size;
    const whole = Math.floor(bytes / MEGABYTE);
    progress.step(whole - told);
    told = whole;
  });
  progress.end();
  return faults;
}

/** Reads a whole backup and returns its damaged parts, or that it was made by a newer version. */
export async function verifyBackup(path: string, progress: Progress): Promise<VerifiedBackup> {
  try {
    const file = await openBackupFile(path);
    try {
      const faults = await verify(file, progress);
      if (faults.length === 0) await assertKnown(file, await readTableList(file));
      return { head: file.head, faults };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof DamagedArchive) return { head: undefined, faults: [error.message] };
    throw error;
  }
}

async function assertEmpty(storage: Storage, folder: string): Promise<void> {
  for await (const _ of storage.list())
    throw new Error(
      storage.name === 'local'
        ? `the folder ${folder} has files: set STORAGE_DIR to an empty one, or empty it if they are of a restore that failed`
        : 'the bucket has files: set S3_PREFIX to a name of its own, or empty it if they are of a restore that failed',
    );
}

async function readTableList(file: BackupFile): Promise<TableList> {
  for await (const part of file.parts())
    if (part.name === TABLE_LIST)
      return tableList.parse(JSON.parse((await buffer(file.read(part))).toString('utf8')));
  throw new DamagedArchive(`${TABLE_LIST} is missing`);
}

async function assertKnown(file: BackupFile, { migrations }: TableList): Promise<void> {
  const known = new Set(await migrationFiles);
  const unknown = migrations.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new DamagedArchive(newerThanThis(file.head.version, `it has ${unknown}`));
}

async function putObject(file: BackupFile, part: Part, storage: Storage, config: Config) {
  const key = objectKey(part.name) ?? '';
  const kept = await spool(file.read(part), key, spoolFolder(config.storageDir));
  try {
    await storage.put(key, kept);
  } finally {
    await rm(kept.path, { force: true });
  }
}

async function fillTables(file: BackupFile, list: TableList, target: Target) {
  const byPart = new Map(list.tables.map((table) => [tablePart(table.name), table]));
  for await (const part of file.parts()) {
    const table = byPart.get(part.name);
    if (!table) continue;
    const unpacked = pipeline(file.read(part), createZstdDecompress(), () => {});
    const rows = await target.fill(table, unpacked);
    if (rows !== table.rows) throw new Error(`${part.name} has ${rows} of ${table.rows} rows`);
  }
}

type Target = Awaited<ReturnType<typeof openTarget>>;

/**
 * Restores into an empty site: first the files, then all rows in one transaction, with the tables at the migration of
 * the backup. Then the newer migrations of this version are applied.
 */
export async function restoreBackup(parts: {
  readonly path: string;
  readonly config: Config;
  readonly storage: Storage;
  readonly progress: Progress;
}): Promise<BackupHead> {
  const { path, config, storage, progress } = parts;
  const file = await openBackupFile(path);
  const target = await openTarget(config.migrateUrl);
  try {
    if (!(await target.isEmpty()))
      throw new Error(
        'the database is not empty: make another one with createdb and name it in DATABASE_URL and DATABASE_MIGRATE_URL',
      );
    await assertEmpty(storage, config.storageDir);
    const list = await readTableList(file);
    await assertKnown(file, list);
    const faults = await verify(file, progress);
    if (faults.length > 0) throw new DamagedArchive(faults.join('\n'));
    progress.start(file.head.files);
    for await (const part of file.parts())
      if (objectKey(part.name) !== undefined) {
        await putObject(file, part, storage, config);
        progress.step();
      }
    await target.makeTables(list.migrations);
    const references = await target.dropReferences();
    await fillTables(file, list, target);
    await target.setSequences(list.sequences);
    await target.useStore(storage.name);
    await target.finish(references);
    await migrate(config);
    await target.analyze();
    progress.end();
    return file.head;
  } finally {
    await target.close();
    await file.close();
  }
}
