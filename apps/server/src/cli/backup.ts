import { stat } from 'node:fs/promises';
import { formatSize } from '@octavo/texts/format-size';
import { fillText } from '@octavo/texts/translate';
import { basename, join } from 'node:path';
import type { Config } from '../config.ts';
import { connect } from '../db/connect.ts';
import { repositories } from '../db/repositories.ts';
import { blame, reasonOf } from '../fail.ts';
import { progressBar } from '../modules/attachment/progress.ts';
import { createStores, storageOfEnvironment } from '../modules/attachment/storage/stores.ts';
import { openSnapshot } from '../modules/backup/backup.repository.ts';
import { makeBackup } from '../modules/backup/make-backup.ts';
import { restoreBackup, verifyBackup } from '../modules/backup/restore-backup.ts';
import type { BackupHead } from '../modules/backup/backup-file.ts';
import { createSealer, keyMark } from '../secrets.ts';

type Say = (line: string) => void;

function counted({ rows, files }: { readonly rows: number; readonly files: number }): string {
  return fillText('{rows|# row|# rows}, {files|# file|# files}', { rows, files });
}

/** In a directory, the backup is named by its time. */
async function pathOf(to: string): Promise<string> {
  const isFolder = await stat(to).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return isFolder ? join(to, `octavo-${time}.tar`) : to;
}

/** Aborts on Ctrl-C, hangup and termination, so that the unfinished backup is removed before the process ends. */
function untilStopped(): AbortSignal {
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () =>
      stopped.abort(new Error(`broken off by ${signal}, nothing of it is kept`)),
    );
  return stopped.signal;
}

/** Failed backups are recorded too, so that administrators see them in the console. */
export async function backup(
  config: Config,
  { to }: { readonly to?: string | undefined },
  say: Say,
): Promise<number> {
  if (!to) throw new Error('--to is needed: a file or a folder');
  const path = await pathOf(to);
  const database = connect(config.databaseUrl, 2);
  const repos = repositories(database.db);
  const begun = performance.now();
  const nothing = { file_size: 0, row_count: 0, file_count: 0, fault_count: 0 };
  const record = (outcome: typeof nothing & { error?: string }) =>
    repos.backups.insert({
      ...outcome,
      file_name: basename(path),
      seconds: Math.round((performance.now() - begun) / 1000),
    });
  const sealer = createSealer(config.secretKey, 'setting');
  const signal = untilStopped();
  try {
    const snapshot = await openSnapshot(config.databaseUrl).catch(blame('DATABASE_URL'));
    // Closing the connection also aborts a statement that waits for a lock or a slow disk.
    signal.addEventListener('abort', () => void snapshot.close());
    try {
      const { size, rows, files, faults } = await makeBackup({
        snapshot,
        stores: createStores({
          config,
          settings: repos.settings.load,
          sealer,
          now: () => new Date(),
        }),
        path,
        progress: progressBar(process.stderr),
        signal,
        keyMark: keyMark(config.secretKey),
      });
      await record({
        file_size: size,
        row_count: rows,
        file_count: files,
        fault_count: faults.length,
      });
      say(`${path}: ${counted({ rows, files })}, ${formatSize(size)}`);
      for (const fault of faults) say(fault);
      return faults.length > 0 ? 1 : 0;
    } finally {
      await snapshot.close();
    }
  } catch (error) {
    await record({ ...nothing, error: reasonOf(error).slice(0, 500) }).catch(() => {});
    throw error;
  } finally {
    await database.close();
  }
}

/** Encrypted values are restored unchanged, so the SECRET_KEY of the backup must be set before the first start. */
function tellKey(config: Config, { key_mark }: BackupHead, say: Say): void {
  if (key_mark === keyMark(config.secretKey)) say('SECRET_KEY is the one of that site');
  else if (key_mark !== undefined)
    say('SECRET_KEY is NOT the one of that site: set that one before you start this one here,');
  else say('SECRET_KEY must be the one of that site: set it before you start this one here,');
  if (key_mark !== keyMark(config.secretKey))
    say('or the keys of items and the stored passwords of LDAP, cloud and mail are lost');
}

export async function restore(
  config: Config,
  { from, verify }: { readonly from?: string | undefined; readonly verify: boolean },
  say: Say,
): Promise<number> {
  if (!from) throw new Error('--from is needed: a backup');
  const progress = progressBar(process.stderr);
  if (verify) {
    const { head, faults } = await verifyBackup(from, progress);
    for (const fault of faults) say(fault);
    if (head && faults.length === 0) {
      say(`whole: version ${head.version}, ${head.time}, ${counted(head)}`);
      tellKey(config, head, say);
    }
    return faults.length > 0 ? 1 : 0;
  }
  const storage = storageOfEnvironment(config);
  const head = await restoreBackup({ path: from, config, storage, progress });
  say(`restored as of ${head.time}: ${counted(head)} in ${storage.name}`);
  tellKey(config, head, say);
  return 0;
}
