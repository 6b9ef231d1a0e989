import { stat } from 'node:fs/promises';
import { formatSize } from '@octavo/texts/format-size';
import { fillText } from '@octavo/texts/translate';
import { basename, join } from 'node:path';
import type { Config } from '../config.ts';
import { connect } from '../db/connect.ts';
import { withVariableName, errorMessage } from '../error-reporting.ts';
import { progressBar } from '../lib/progress-bar.ts';
import { createStores, storageFromEnv } from '../modules/storage/stores.ts';
import { openSnapshot } from '../modules/backup/backup.repository.ts';
import { makeBackup } from '../modules/backup/make-backup.ts';
import { restoreBackup, verifyBackup } from '../modules/backup/restore-backup.ts';
import type { BackupHeader } from '../modules/backup/backup-file.ts';
import { createCipher, keyFingerprint } from '../secrets.ts';
import { COMMAND_LINE } from '../modules/audit/audit-entry.ts';
import { auditRepository } from '../modules/audit/audit.repository.ts';
import { backupRecordRepository } from '../modules/backup/backup-record.repository.ts';
import { settingRepository } from '../modules/setting/setting.repository.ts';

type Print = (line: string) => void;

function formatCounts({ rows, files }: { readonly rows: number; readonly files: number }): string {
  return fillText('{rows|# row|# rows}, {files|# file|# files}', { rows, files });
}

/** In a directory, the backup is named by its time. */
async function backupPath(to: string): Promise<string> {
  const isFolder = await stat(to).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return isFolder ? join(to, `octavo-${time}.tar`) : to;
}

/** Aborts on Ctrl-C, hangup and termination, so that the unfinished backup is removed before the process ends. */
function abortOnSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () =>
      controller.abort(new Error(`interrupted by ${signal}; the incomplete backup was removed`)),
    );
  return controller.signal;
}

/** Failed backups are recorded too, so that administrators see them in the console. */
export async function backup(
  config: Config,
  { to }: { readonly to?: string | undefined },
  print: Print,
): Promise<number> {
  if (!to) throw new Error('--to FILE|FOLDER is required');
  const path = await backupPath(to);
  const database = connect(config.databaseUrl, 2);
  const { db } = database;
  const startedAt = performance.now();
  const emptyCounts = { file_size: 0, row_count: 0, file_count: 0, fault_count: 0 };
  const record = async (outcome: typeof emptyCounts & { error?: string }) => {
    const facts = { ...outcome, file_name: basename(path) };
    await backupRecordRepository(db).insert({
      ...facts,
      seconds: Math.round((performance.now() - startedAt) / 1000),
    });
    const result = outcome.error === undefined ? 'success' : 'failure';
    await auditRepository(db).insertMany(
      [{ action: 'backup.create', facts, result }],
      COMMAND_LINE,
    );
  };
  const cipher = createCipher(config.secretKey, 'setting');
  const signal = abortOnSignal();
  try {
    const snapshot = await openSnapshot(config.databaseUrl).catch(withVariableName('DATABASE_URL'));
    // Closing the connection also aborts a statement that waits for a lock or a slow disk.
    signal.addEventListener('abort', () => void snapshot.close());
    try {
      const { size, rows, files, errors } = await makeBackup({
        snapshot,
        stores: createStores({
          config,
          settings: settingRepository(db).load,
          cipher,
          now: () => new Date(),
        }),
        path,
        progress: progressBar(process.stderr),
        signal,
        keyFingerprint: keyFingerprint(config.secretKey),
      });
      await record({
        file_size: size,
        row_count: rows,
        file_count: files,
        fault_count: errors.length,
      });
      print(`${path}: ${formatCounts({ rows, files })}, ${formatSize(size)}`);
      for (const message of errors) print(message);
      return errors.length > 0 ? 1 : 0;
    } finally {
      await snapshot.close();
    }
  } catch (error) {
    await record({ ...emptyCounts, error: errorMessage(error).slice(0, 500) }).catch(() => {});
    throw error;
  } finally {
    await database.close();
  }
}

/** Encrypted values are restored unchanged, so the SECRET_KEY of the backup must be set before the first start. */
function printKeyCheck(config: Config, { key_mark }: BackupHeader, print: Print): void {
  if (key_mark === keyFingerprint(config.secretKey))
    print('SECRET_KEY matches the key of the backup');
  else if (key_mark !== undefined)
    print(
      'SECRET_KEY does NOT match the key of the backup: set that key before you start this site,',
    );
  else
    print('SECRET_KEY must be the key of the backed-up site: set it before you start this site,');
  if (key_mark !== keyFingerprint(config.secretKey))
    print('otherwise item keys and the stored LDAP, cloud and mail passwords are lost');
}

export async function restore(
  config: Config,
  { from, verify }: { readonly from?: string | undefined; readonly verify: boolean },
  print: Print,
): Promise<number> {
  if (!from) throw new Error('--from FILE is required');
  const progress = progressBar(process.stderr);
  if (verify) {
    const { header, errors } = await verifyBackup(from, progress);
    for (const message of errors) print(message);
    if (header && errors.length === 0) {
      print(`intact: version ${header.version}, ${header.time}, ${formatCounts(header)}`);
      printKeyCheck(config, header, print);
    }
    return errors.length > 0 ? 1 : 0;
  }
  const storage = storageFromEnv(config);
  const header = await restoreBackup({ path: from, config, storage, progress });
  const database = connect(config.databaseUrl, 1);
  try {
    const { rows, files, time } = header;
    const facts = { file_name: basename(from), row_count: rows, file_count: files, as_of: time };
    await auditRepository(database.db).insertMany(
      [{ action: 'backup.restore', facts }],
      COMMAND_LINE,
    );
  } finally {
    await database.close();
  }
  print(`restored as of ${header.time}: ${formatCounts(header)} in ${storage.name}`);
  printKeyCheck(config, header, print);
  return 0;
}
