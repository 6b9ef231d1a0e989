import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { pipeline, Readable } from 'node:stream';
import { createZstdCompress } from 'node:zlib';
import { errorMessage } from '../../error-reporting.ts';
import { VERSION } from '../../version.ts';
import type { Progress } from '../../lib/progress-bar.ts';
import type { Storage } from '../storage/storage.ts';
import type { Stores } from '../storage/stores.ts';
import { createBackupFile } from './backup-file.ts';
import type { Snapshot } from './backup.repository.ts';
import { OBJECT_LIST, objectPartName, TABLE_LIST, tablePartName } from './part-names.ts';
import type { TableList } from './part-names.ts';
import type { ArchivePart } from '../../lib/tar.ts';

type BackupWriter = Awaited<ReturnType<typeof createBackupFile>>;

interface BackupOptions {
  readonly snapshot: Snapshot;
  readonly stores: Stores;
  readonly path: string;
  readonly progress: Progress;
  /** Aborts the backup and removes the temporary files. */
  readonly signal: AbortSignal;
  /** Fingerprint of the SECRET_KEY of the site. */
  readonly keyFingerprint: string;
}

export interface BackupResult {
  readonly size: number;
  readonly rows: number;
  readonly files: number;
  /** Errors for files that are missing or differ from their row, and are not in the backup. */
  readonly errors: readonly string[];
}

const MEGABYTE = 1024 ** 2;
const MAX_ATTEMPTS = 3;
/** Older objects have a shorter random key, which cannot be compared with their content. */
const SHA256_HEX_LENGTH = 64;

/** Reports progress in megabytes of the estimated sizes of tables and objects. */
function createByteCounter(progress: Progress) {
  let bytes = 0;
  let reported = 0;
  return (byteCount: number) => {
    bytes += byteCount;
    const megabytes = Math.floor(bytes / MEGABYTE);
    progress.step(megabytes - reported);
    reported = megabytes;
  };
}

async function addTables(
  { snapshot }: BackupOptions,
  file: BackupWriter,
  count: (bytes: number) => void,
) {
  const tables: TableList['tables'] = [];
  for (const table of await snapshot.listTables()) {
    const { bytes, countRows } = snapshot.copyTable(table);
    // Errors are handled by the reader of the compressed stream, so the callback ignores them.
    const compressed = pipeline(bytes, createZstdCompress(), () => {});
    await file.add(tablePartName(table.name), compressed);
    tables.push({ name: table.name, columns: table.columns, rows: await countRows() });
    count(table.bytes);
  }
  return tables;
}

/** Streams an object and throws at the end if its size or hash is wrong. */
async function* readVerified(storage: Storage, key: string, size: number) {
  const hash = createHash('sha256');
  let bytesRead = 0;
  const bytes = await storage.open(key);
  if (!bytes) throw new ObjectMismatchError(`${key} is missing in the store ${storage.name}`);
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytesRead += chunk.length;
    yield chunk;
  }
  if (bytesRead !== size || (key.length === SHA256_HEX_LENGTH && hash.digest('hex') !== key))
    throw new ObjectMismatchError(`${key} has different content in the store ${storage.name}`);
}

class ObjectMismatchError extends Error {}

/**
 * Returns an error message if the object is missing or corrupted. Other errors of the store are retried and then fail
 * the whole backup.
 */
async function addObject(
  { stores, signal }: BackupOptions,
  file: BackupWriter,
  { store, key, size }: { store: string; key: string; size: number },
): Promise<string | undefined> {
  const storage = await stores.get(store);
  for (let attempt = 1; ; attempt += 1)
    try {
      await file.add(objectPartName(store, key), readVerified(storage, key, size));
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      if (attempt < MAX_ATTEMPTS) continue;
      if (error instanceof ObjectMismatchError) return error.message;
      throw new Error(`${key} cannot be read from the store ${store}: ${errorMessage(error)}`, {
        cause: error,
      });
    }
}

async function addObjects(
  backup: BackupOptions,
  file: BackupWriter,
  list: ArchivePart,
  count: (bytes: number) => void,
) {
  const errors: string[] = [];
  let files = 0;
  for await (const line of createInterface({ input: Readable.from(file.read(list)) })) {
    const [key = '', store = '', size = ''] = line.split('\t');
    const error = await addObject(backup, file, { key, store, size: Number(size) });
    if (error === undefined) files += 1;
    else errors.push(error);
    count(Number(size));
  }
  return { files, errors };
}

/**
 * Makes a consistent backup while the site runs: the rows of one snapshot and the objects that they refer to, none of
 * which is removed before the end. Memory usage does not depend on the number of rows or files.
 */
export async function makeBackup(backup: BackupOptions): Promise<BackupResult> {
  const { snapshot, path, progress, signal, keyFingerprint } = backup;
  const time = await snapshot.begin();
  const file = await createBackupFile(path, signal);
  try {
    const tableInfos = await snapshot.listTables();
    const bytes = tableInfos.reduce((sum, table) => sum + table.bytes, await snapshot.sumObjects());
    progress.start(Math.floor(bytes / MEGABYTE));
    const count = createByteCounter(progress);
    const tables = await addTables(backup, file, count);
    const migrations = await snapshot.listMigrations();
    const list: TableList = { tables, migrations, sequences: await snapshot.listSequences() };
    await file.add(TABLE_LIST, Readable.from([Buffer.from(JSON.stringify(list, undefined, 1))]));
    const objectList = await file.add(OBJECT_LIST, snapshot.copyObjects().bytes);
    await snapshot.endReading();
    const { files, errors } = await addObjects(backup, file, objectList, count);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const migration = migrations.at(-1) ?? '';
    const size = await file.finish({
      version: VERSION,
      migration,
      time: time.toISOString(),
      rows,
      files,
      key_mark: keyFingerprint,
    });
    progress.end();
    return { size, rows, files, errors };
  } catch (error) {
    await file.discard();
    signal.throwIfAborted();
    throw error;
  }
}
