import { rm } from 'node:fs/promises';
import { reasonOf } from '../../fail.ts';
import { spool, spoolFolder } from '../../http/spool.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import type { NamedObject } from './file-object.repository.ts';
import type { Progress } from './progress.ts';
import type { Storage } from './storage/storage.ts';

export type Operating = Pick<JobContext, 'repos' | 'stores' | 'transaction' | 'config'>;

const AT_ONCE = 200;
const SIDE_BY_SIDE = 4;
const MORE_WALKS = 3;
/** Older objects have a shorter random key, which cannot be compared with their content. */
const SHA256 = 64;

/** Copies through a local file, to compare size and hash before the object is put into the new store. */
async function copy(from: Storage, to: Storage, object: NamedObject, folder: string) {
  const { object_key, file_size } = object;
  const bytes = await from.open(object_key);
  if (!bytes) throw new Error(`${object_key} is missing in the store ${from.name}`);
  const file = await spool(bytes, object_key, folder);
  try {
    if (file.size !== file_size || (object_key.length === SHA256 && file.sha256 !== object_key))
      throw new Error(`${object_key} has other bytes in the store ${from.name}`);
    await to.put(object_key, file);
  } finally {
    await rm(file.path, { force: true });
  }
}

async function move(ctx: Operating, to: Storage, object: NamedObject): Promise<void> {
  const from = await ctx.stores.of(object.store);
  await copy(from, to, object, spoolFolder(ctx.config.storageDir));
  const moved = { store: to.name, object_key: object.object_key };
  await ctx.transaction(async ({ attachments, fileObjects }) => {
    await attachments.lockObject(moved, 'keep');
    const found = await to.find(object.object_key);
    if (found?.size !== object.file_size)
      throw new Error(`${object.object_key} did not arrive in the store ${to.name}`);
    await fileObjects.move(object, to.name);
  });
}

/** One pass over all objects in other stores. Returns the number of moved objects and the errors. */
async function walk(ctx: Operating, to: Storage, progress: Progress) {
  const failed: string[] = [];
  let moved = 0;
  for (let after = ''; ;) {
    const objects = await ctx.repos.fileObjects.listElsewhere(to.name, after, AT_ONCE);
    const waiting = objects.values();
    const work = async () => {
      for (const object of waiting)
        try {
          await move(ctx, to, object);
          moved += 1;
          progress.step();
        } catch (error) {
          failed.push(reasonOf(error));
        }
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
    after = objects.at(-1)?.object_key ?? '';
    if (objects.length < AT_ONCE) return { moved, failed };
  }
}

/**
 * Moves the objects of all files into one store while the site runs. A row is updated only after its object has been
 * copied, so the migration can be interrupted and resumed. The nightly clean-up removes the objects left in the old
 * store. Returns an error message for each object that could not be moved.
 */
export async function migrateFiles(
  ctx: Operating,
  name: Storage['name'],
  progress: Progress,
): Promise<string[]> {
  const to = await ctx.stores.of(name);
  progress.start(await ctx.repos.fileObjects.countElsewhere(name));
  let last = await walk(ctx, to, progress);
  // Further passes move files that were uploaded to the old store in the meantime.
  for (let more = 0; more < MORE_WALKS && last.moved > 0; more += 1)
    last = await walk(ctx, to, progress);
  progress.end();
  return last.failed;
}
