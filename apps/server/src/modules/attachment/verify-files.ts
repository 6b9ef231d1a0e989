import { createHash } from 'node:crypto';
import type { Operating } from './migrate-files.ts';
import type { NamedObject } from './file-object.repository.ts';
import type { Progress } from './progress.ts';
import type { Storage } from './storage/storage.ts';

const AT_ONCE = 200;
const SIDE_BY_SIDE = 8;
const SHA256 = 64;

async function hashOf(storage: Storage, key: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of (await storage.open(key)) ?? []) hash.update(piece as Buffer);
  return hash.digest('hex');
}

/** Returns an error message, or undefined if the object is intact. */
async function faultOf(
  { stores }: Operating,
  { store, object_key, file_size }: NamedObject,
  withBytes: boolean,
): Promise<string | undefined> {
  const storage = await stores.of(store);
  const found = await storage.find(object_key);
  if (!found) return `${object_key} is missing in the store ${store}`;
  if (found.size !== file_size) return `${object_key} has another size in the store ${store}`;
  if (!withBytes || object_key.length < SHA256) return undefined;
  const isSame = (await hashOf(storage, object_key)) === object_key;
  return isSame ? undefined : `${object_key} has other bytes in the store ${store}`;
}

/** Checks the object of every row and counts the objects to which no row refers. */
export async function verifyFiles(ctx: Operating, withBytes: boolean, progress: Progress) {
  const { fileObjects } = ctx.repos;
  const faults: string[] = [];
  let objects = 0;
  progress.start(await fileObjects.count());
  let after = { object_key: '', store: '' };
  for (;;) {
    const named = await fileObjects.list(after, AT_ONCE);
    const waiting = named.values();
    const work = async () => {
      for (const object of waiting) {
        const fault = await faultOf(ctx, object, withBytes);
        if (fault !== undefined) faults.push(fault);
        progress.step();
      }
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
    objects += named.length;
    const last = named.at(-1);
    if (!last || named.length < AT_ONCE) break;
    after = last;
  }
  progress.end();
  return { objects, faults, orphans: await countOrphans(ctx) };
}

async function countOrphans({ stores, repos }: Operating): Promise<number> {
  let orphans = 0;
  for (const storage of await stores.all()) {
    let keys: string[] = [];
    const count = async () => {
      orphans += (await repos.fileObjects.listUnused(storage.name, keys)).length;
      keys = [];
    };
    for await (const { key } of storage.list()) if (keys.push(key) >= AT_ONCE) await count();
    await count();
  }
  return orphans;
}
