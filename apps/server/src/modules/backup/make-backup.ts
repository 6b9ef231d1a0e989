import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { pipeline, Readable } from 'node:stream';
import { createZstdCompress } from 'node:zlib';
import { reasonOf } from '../../fail.ts';
import { VERSION } from '../../version.ts';
import type { Progress } from '../attachment/progress.ts';
import type { Storage } from '../attachment/storage/storage.ts';
import type { Stores } from '../attachment/storage/stores.ts';
import { createBackupFile } from './backup-file.ts';
import type { Snapshot } from './backup.repository.ts';
import { OBJECT_LIST, objectPart, TABLE_LIST, tablePart } from './parts.ts';
import type { TableList } from './parts.ts';
import type { Part } from './tar.ts';

type NewFile = Awaited<ReturnType<typeof createBackupFile>>;

interface Backup {
  readonly snapshot: Snapshot;
  readonly stores: Stores;
  readonly path: string;
  readonly progress: Progress;
  /** Aborts the backup and removes the temporary files. */
  readonly signal: AbortSignal;
  /** Fingerprint of the SECRET_KEY of the site. */
  readonly keyMark: string;
}

export interface MadeBackup {
  readonly size: number;
  readonly rows: number;
  readonly files: number;
  /** Errors for files that are missing or differ from their row, and are not in the backup. */
  readonly faults: readonly string[];
}

const MEGABYTE = 1024 ** 2;
const TRIES = 3;
/** Older objects have a shorter random key, which cannot be compared with their content. */
const SHA256 = 64;

/** Reports progress in megabytes of the estimated sizes of tables and objects. */
function counter(progress: Progress) {
  let bytes = 0;
  let told = 0;
  return (more: number) => {
    bytes += more;
    const whole = Math.floor(bytes / MEGABYTE);
    progress.step(whole - told);
    told = whole;
  };
}

async function addTables({ snapshot }: Backup, file: NewFile, count: (bytes: number) => void) {
  const tables: TableList['tables'] = [];
  for (const table of await snapshot.listTables()) {
    const { bytes, rows } = snapshot.copyTable(table);
    // Errors are handled by the reader of the compressed stream, so the callback ignores them.
    const packed = pipeline(bytes, createZstdCompress(), () => {});
    await file.add(tablePart(table.name), packed);
    tables.push({ name: table.name, columns: table.columns, rows: await rows });
    count(table.bytes);
  }
  return tables;
}

/** Streams an object and throws at the end if its size or hash is wrong. */
async function* trueBytes(storage: Storage, key: string, size: number) {
  const hash = createHash('sha256');
  let read = 0;
  const bytes = await storage.open(key);
  if (!bytes) throw new WrongObject(`${key} is missing in the store ${storage.name}`);
  for await (const piece of bytes as AsyncIterable<Buffer>) {
    hash.update(piece);
    read += piece.length;
    yield piece;
  }
  if (read !== size || (key.length === SHA256 && hash.digest('hex') !== key))
    throw new WrongObject(`${key} has other bytes in the store ${storage.name}`);
}

class WrongObject extends Error {}

/**
 * Returns an error message if the object is missing or corrupted. Other errors of the store are retried and then fail
 * the whole backup.
 */
async function addObject(
  { stores, signal }: Backup,
  file: NewFile,
  { store, key, size }: { store: string; key: string; size: number },
): Promise<string | undefined> {
  const storage = await stores.of(store);
  for (let tries = 1; ; tries += 1)
    try {
      await file.add(objectPart(store, key), trueBytes(storage, key, size));
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      if (tries < TRIES) continue;
      if (error instanceof WrongObject) return error.message;
      throw new Error(`${key} cannot be read from the store ${store}: ${reasonOf(error)}`, {
        cause: error,
      });
    }
}

async function addObjects(
  backup: Backup,
  file: NewFile,
  list: Part,
  count: (bytes: number) => void,
) {
  const faults: string[] = [];
  let files = 0;
  for await (const line of createInterface({ input: Readable.from(file.read(list)) })) {
    const [key = '', store = '', size = ''] = line.split('\t');
    const fault = await addObject(backup, file, { key, store, size: Number(size) });
    if (fault === undefined) files += 1;
    else faults.push(fault);
    count(Number(size));
  }
  return { files, faults };
}

/**
 * Makes a consistent backup while the site runs: the rows of one snapshot and the objects that they refer to, none of
 * which is removed before the end. Memory usage does not depend on the number of rows or files.
 */
export async function makeBackup(backup: Backup): Promise<MadeBackup> {
  const { snapshot, path, progress, signal, keyMark } = backup;
  const time = await snapshot.begin();
  const file = await createBackupFile(path, signal);
  try {
    const found = await snapshot.listTables();
    const bytes = found.reduce((sum, table) => sum + table.bytes, await snapshot.sumObjects());
    progress.start(Math.floor(bytes / MEGABYTE));
    const count = counter(progress);
    const tables = await addTables(backup, file, count);
    const migrations = await snapshot.listMigrations();
    const list: TableList = { tables, migrations, sequences: await snapshot.listSequences() };
    await file.add(TABLE_LIST, Readable.from([Buffer.from(JSON.stringify(list, undefined, 1))]));
    const objects = snapshot.copyObjects();
    const objectList = await file.add(OBJECT_LIST, objects.bytes);
    await objects.rows;
    await snapshot.endReading();
    const { files, faults } = await addObjects(backup, file, objectList, count);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const migration = migrations.at(-1) ?? '';
    const size = await file.finish({
      version: VERSION,
      migration,
      time: time.toISOString(),
      rows,
      files,
      key_mark: keyMark,
    });
    progress.end();
    return { size, rows, files, faults };
  } catch (error) {
    await file.discard();
    signal.throwIfAborted();
    throw error;
  }
}
