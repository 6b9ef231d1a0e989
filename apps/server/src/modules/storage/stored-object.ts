import type { Readable } from 'node:stream';
import type { StoredObject } from './storage.ts';
import type { Storage } from './storage.ts';
import type { Stores } from './stores.ts';

/** The store of the row first, then the others: a migration may move the file after the row was read. */
async function* candidateStores({ store }: StoredObject, stores: Stores): AsyncIterable<Storage> {
  yield await stores.get(store);
  for (const other of await stores.all()) if (other.name !== store) yield other;
}

/** Opens an object in the first store that has it; undefined if none has it. */
export async function openStoredObject(
  file: StoredObject,
  stores: Stores,
  open: (storage: Storage) => Promise<Readable | undefined>,
): Promise<Readable | undefined> {
  for await (const storage of candidateStores(file, stores)) {
    const bytes = await open(storage);
    if (bytes) return bytes;
  }
  return undefined;
}

/** False if a store cannot be reached, because that does not mean that the file is lost. */
export async function isMissing(file: StoredObject, stores: Stores): Promise<boolean> {
  try {
    for await (const storage of candidateStores(file, stores))
      if (await storage.find(file.object_key)) return false;
    return true;
  } catch {
    return false;
  }
}
