import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { spoolFolder } from '../../http/spool.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { removeUnusedObject } from './remove-file.ts';
import { fileObjectRepository } from '../storage/file-object.repository.ts';
import { attachmentRepository } from '../storage/attachment.repository.ts';
import { pictureRepository } from '../picture/picture.repository.ts';

type CleanUpContext = Pick<JobContext, 'db' | 'stores' | 'transaction' | 'config' | 'log'>;

const BATCH_SIZE = 500;
const DAY_MS = 86_400_000;

/** Deletes files whose pages have all been purged, and their objects unless another row refers to them. */
export async function removePurged(ctx: CleanUpContext): Promise<void> {
  const { db, transaction } = ctx;
  for (let after = 0; ;) {
    const fileIds = await fileObjectRepository(db).listPurged(after, BATCH_SIZE);
    for (const fileId of fileIds) {
      const objects = await transaction(async (trx) => {
        const attachments = attachmentRepository(trx);
        const file = await attachments.lockFile(fileId);
        if (!file || !(await fileObjectRepository(trx).isPurged(fileId))) return [];
        const variants = await pictureRepository(trx).listVariants(fileId);
        await attachments.delete(fileId);
        return [file, ...variants];
      });
      for (const object of objects) await removeUnusedObject(ctx, object);
    }
    after = fileIds.at(-1) ?? 0;
    if (fileIds.length < BATCH_SIZE) return;
  }
}

/** Removes objects without a row, left by aborted uploads and by migrations to another store. */
export async function removeOrphans(ctx: CleanUpContext, minAgeMs = 7 * DAY_MS): Promise<void> {
  const { db, stores, log } = ctx;
  for (const storage of await stores.all()) {
    const removeUnused = async (keys: readonly string[]) => {
      const unused = await fileObjectRepository(db).listUnused(storage.name, keys);
      for (const object_key of unused)
        await removeUnusedObject(ctx, { store: storage.name, object_key });
    };
    let oldKeys: string[] = [];
    try {
      for await (const { key, modified } of storage.list()) {
        if (Date.now() - modified.getTime() < minAgeMs) continue;
        oldKeys.push(key);
        if (oldKeys.length < BATCH_SIZE) continue;
        await removeUnused(oldKeys);
        oldKeys = [];
      }
      await removeUnused(oldKeys);
    } catch (error) {
      // Continue with the other store; the next nightly run retries this one.
      log.error({ err: error, store: storage.name }, 'storage clean-up failed');
    }
  }
}

/** Removes temporary files that a crashed process has left in the spool folder and in the store. */
export async function removeUnfinished(
  { config }: CleanUpContext,
  minAgeMs = DAY_MS,
): Promise<void> {
  const names = await readdir(config.storageDir, { recursive: true }).catch(() => []);
  const incoming = spoolFolder(config.storageDir);
  for (const name of names) {
    const path = join(config.storageDir, name);
    if (!path.startsWith(`${incoming}/`) && !name.endsWith('.part')) continue;
    const stats = await stat(path).catch(() => undefined);
    if (stats && Date.now() - stats.mtimeMs >= minAgeMs) await rm(path, { force: true });
  }
}
