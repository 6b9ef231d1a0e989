import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { spoolFolder } from '../../http/spool.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { dropObject } from './remove-file.ts';

type CleanUp = Pick<JobContext, 'repos' | 'stores' | 'transaction' | 'config' | 'log'>;

const AT_ONCE = 500;
const DAY = 86_400_000;

/** Deletes files whose pages have all been purged, and their objects unless another row refers to them. */
export async function removePurged(ctx: CleanUp): Promise<void> {
  const { repos, transaction } = ctx;
  for (let after = 0; ;) {
    const fileIds = await repos.fileObjects.listPurged(after, AT_ONCE);
    for (const fileId of fileIds) {
      const objects = await transaction(async ({ attachments, fileObjects, pictures }) => {
        const held = await attachments.hold(fileId);
        if (!held || !(await fileObjects.isPurged(fileId))) return [];
        const copies = await pictures.listVariants(fileId);
        await attachments.delete(fileId);
        return [held, ...copies];
      });
      for (const object of objects) await dropObject(ctx, object);
    }
    after = fileIds.at(-1) ?? 0;
    if (fileIds.length < AT_ONCE) return;
  }
}

/** Removes objects without a row, left by aborted uploads and by migrations to another store. */
export async function removeOrphans(ctx: CleanUp, olderThan = 7 * DAY): Promise<void> {
  const { repos, stores, log } = ctx;
  for (const storage of await stores.all()) {
    const drop = async (keys: readonly string[]) => {
      const unused = await repos.fileObjects.listUnused(storage.name, keys);
      for (const object_key of unused) await dropObject(ctx, { store: storage.name, object_key });
    };
    let old: string[] = [];
    try {
      for await (const { key, modified } of storage.list()) {
        if (Date.now() - modified.getTime() < olderThan) continue;
        old.push(key);
        if (old.length < AT_ONCE) continue;
        await drop(old);
        old = [];
      }
      await drop(old);
    } catch (error) {
      // Continue with the other store; the next nightly run retries this one.
      log.error({ err: error, store: storage.name }, 'a store cannot be cleaned up');
    }
  }
}

/** Removes temporary files that a crashed process has left in the spool folder and in the store. */
export async function removeUnfinished({ config }: CleanUp, olderThan = DAY): Promise<void> {
  const names = await readdir(config.storageDir, { recursive: true }).catch(() => []);
  const incoming = spoolFolder(config.storageDir);
  for (const name of names) {
    const path = join(config.storageDir, name);
    if (!path.startsWith(`${incoming}/`) && !name.endsWith('.part')) continue;
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs >= olderThan) await rm(path, { force: true });
  }
}
