import type { KeptText } from './kept-text.ts';

/** Drafts are stored in IndexedDB: it is durable and also available on plain http. */

const DATABASE = 'octavo-kept';
const TEXTS = 'texts';
/** How long a discarded draft can be restored. */
export const DISCARDED_KEPT = 7 * 24 * 3_600_000;

export interface KeptStore {
  put(text: KeptText): Promise<void>;
  remove(id: string): Promise<void>;
  /** Newest first. */
  ofUser(uid: number): Promise<KeptText[]>;
}

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(TEXTS, { keyPath: 'id' }).createIndex('uid', 'uid');
    });
    request.addEventListener('success', () => {
      const database = request.result;
      // The user or the browser has cleared the storage: the next access opens the database again.
      database.addEventListener('close', () => {
        opened = undefined;
      });
      resolve(database);
    });
    request.addEventListener('error', () => reject(failure(request.error)));
  }).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

function failure(error: DOMException | null): Error {
  return error ?? new Error('IndexedDB did not say why');
}

async function run<Result>(
  mode: IDBTransactionMode,
  act: (texts: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open();
  return new Promise((resolve, reject) => {
    // Strict durability: the transaction completes only after the data was flushed to disk.
    const work = database.transaction(TEXTS, mode, { durability: 'strict' });
    const request = act(work.objectStore(TEXTS));
    work.addEventListener('complete', () => resolve(request.result));
    work.addEventListener('abort', () => reject(failure(work.error)));
    work.addEventListener('error', () => reject(failure(work.error)));
  });
}

export const keptStore: KeptStore = {
  async put(text) {
    await run('readwrite', (texts) => texts.put(text));
  },

  async remove(id) {
    await run('readwrite', (texts) => texts.delete(id));
  },

  async ofUser(uid) {
    const all = await run<KeptText[]>('readonly', (texts) => texts.index('uid').getAll(uid));
    const isOver = ({ state, time }: KeptText) =>
      state === 'discarded' && time < Date.now() - DISCARDED_KEPT;
    await Promise.all(all.filter(isOver).map(({ id }) => keptStore.remove(id)));
    return all.filter((text) => !isOver(text)).toSorted((a, b) => b.time - a.time);
  },
};
