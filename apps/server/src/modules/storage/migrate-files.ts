import { rm } from 'node:fs/promises';
import { errorMessage } from '../../error-reporting.ts';
import { spool, spoolFolder } from '../../http/spool.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import type { ReferencedObject } from './file-object.repository.ts';
import type { Progress } from '../../lib/progress-bar.ts';
import type { Storage } from './storage.ts';
import { attachmentRepository } from './attachment.repository.ts';
import { fileObjectRepository } from './file-object.repository.ts';

export type OperatorContext = Pick<JobContext, 'db' | 'stores' | 'transaction' | 'config'>;

const BATCH_SIZE = 200;
const CONCURRENCY = 4;
const MAX_EXTRA_PASSES = 3;
/** Older objects have a shorter random key, which cannot be compared with their content. */
const SHA256_HEX_LENGTH = 64;

/** Copies through a local file, to compare size and hash before the object is put into the new store. */
async function copyObject(from: Storage, to: Storage, object: ReferencedObject, folder: string) {
  const { object_key, file_size } = object;
  const bytes = await from.open(object_key);
  if (!bytes) throw new Error(`${object_key} is missing in the store ${from.name}`);
  const file = await spool(bytes, object_key, folder);
  try {
    if (
      file.size !== file_size ||
      (object_key.length === SHA256_HEX_LENGTH && file.sha256 !== object_key)
    )
      throw new Error(`${object_key} has different content in the store ${from.name}`);
    await to.put(object_key, file);
  } finally {
    await rm(file.path, { force: true });
  }
}

async function moveObject(
  ctx: OperatorContext,
  to: Storage,
  object: ReferencedObject,
): Promise<void> {
  const from = await ctx.stores.get(object.store);
  await copyObject(from, to, object, spoolFolder(ctx.config.storageDir));
  const moved = { store: to.name, object_key: object.object_key };
  await ctx.transaction(async (db) => {
    await attachmentRepository(db).lockObject(moved, 'keep');
    const storedObject = await to.find(object.object_key);
    if (storedObject?.size !== object.file_size)
      throw new Error(`${object.object_key} was not stored in the store ${to.name}`);
    await fileObjectRepository(db).setStore(object, to.name);
  });
}

/** One pass over all objects in other stores. Returns the number of moved objects and the errors. */
async function runPass(ctx: OperatorContext, to: Storage, progress: Progress) {
  const failed: string[] = [];
  let moved = 0;
  for (let after = ''; ;) {
    const objects = await fileObjectRepository(ctx.db).listOutsideStore(to.name, after, BATCH_SIZE);
    const queue = objects.values();
    const runWorker = async () => {
      for (const object of queue)
        try {
          await moveObject(ctx, to, object);
          moved += 1;
          progress.step();
        } catch (error) {
          failed.push(errorMessage(error));
        }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, runWorker));
    after = objects.at(-1)?.object_key ?? '';
    if (objects.length < BATCH_SIZE) return { moved, failed };
  }
}

/**
 * Moves the objects of all files into one store while the site runs. A row is updated only after its object has been
 * copied, so the migration can be interrupted and resumed. The nightly clean-up removes the objects left in the old
 * store. Returns an error message for each object that could not be moved.
 */
export async function migrateFiles(
  ctx: OperatorContext,
  name: Storage['name'],
  progress: Progress,
): Promise<string[]> {
  const to = await ctx.stores.get(name);
  progress.start(await fileObjectRepository(ctx.db).countOutsideStore(name));
  let lastPass = await runPass(ctx, to, progress);
  // Further passes move files that were uploaded to the old store in the meantime.
  for (let pass = 0; pass < MAX_EXTRA_PASSES && lastPass.moved > 0; pass += 1)
    lastPass = await runPass(ctx, to, progress);
  progress.end();
  return lastPass.failed;
}
