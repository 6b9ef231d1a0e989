import { createHash } from 'node:crypto';
import type { OperatorContext } from './migrate-files.ts';
import type { ReferencedObject } from './file-object.repository.ts';
import type { Progress } from '../../lib/progress-bar.ts';
import type { Storage } from './storage.ts';
import { fileObjectRepository } from './file-object.repository.ts';

const BATCH_SIZE = 200;
const CONCURRENCY = 8;
const SHA256_HEX_LENGTH = 64;

async function computeHash(storage: Storage, key: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of (await storage.open(key)) ?? []) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Returns an error message, or undefined if the object is intact. */
async function findError(
  { stores }: OperatorContext,
  { store, object_key, file_size }: ReferencedObject,
  withBytes: boolean,
): Promise<string | undefined> {
  const storage = await stores.get(store);
  const storedObject = await storage.find(object_key);
  if (!storedObject) return `${object_key} is missing in the store ${store}`;
  if (storedObject.size !== file_size)
    return `${object_key} has a different size in the store ${store}`;
  if (!withBytes || object_key.length < SHA256_HEX_LENGTH) return undefined;
  const isSame = (await computeHash(storage, object_key)) === object_key;
  return isSame ? undefined : `${object_key} has different content in the store ${store}`;
}

/** Checks the object of every row and counts the objects to which no row refers. */
export async function verifyFiles(ctx: OperatorContext, withBytes: boolean, progress: Progress) {
  const fileObjects = fileObjectRepository(ctx.db);
  const errors: string[] = [];
  let objects = 0;
  progress.start(await fileObjects.count());
  let after = { object_key: '', store: '' };
  for (;;) {
    const batch = await fileObjects.list(after, BATCH_SIZE);
    const queue = batch.values();
    const runWorker = async () => {
      for (const object of queue) {
        const error = await findError(ctx, object, withBytes);
        if (error !== undefined) errors.push(error);
        progress.step();
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, runWorker));
    objects += batch.length;
    const last = batch.at(-1);
    if (!last || batch.length < BATCH_SIZE) break;
    after = last;
  }
  progress.end();
  return { objects, errors, orphans: await countOrphans(ctx) };
}

async function countOrphans({ stores, db }: OperatorContext): Promise<number> {
  let orphans = 0;
  for (const storage of await stores.all()) {
    let keys: string[] = [];
    const count = async () => {
      orphans += (await fileObjectRepository(db).listUnused(storage.name, keys)).length;
      keys = [];
    };
    for await (const { key } of storage.list()) if (keys.push(key) >= BATCH_SIZE) await count();
    await count();
  }
  return orphans;
}
