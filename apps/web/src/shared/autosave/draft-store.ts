import type { Draft } from './draft.ts';

/** Drafts are stored in IndexedDB: it is durable and also available on plain http. */

const DATABASE = 'octavo-kept';
const OBJECT_STORE = 'texts';
/** How long a discarded draft can be restored. */
export const DISCARDED_RETENTION_MS = 7 * 24 * 3_600_000;

export interface DraftStore {
  put(text: Draft): Promise<void>;
  /** Changes a stored draft. One that was removed in the meantime stays removed. */
  update(id: string, change: (text: Draft) => Draft): Promise<void>;
  remove(id: string): Promise<void>;
  /** Newest first. */
  listByUser(uid: number): Promise<Draft[]>;
}

let databasePromise: Promise<IDBDatabase> | undefined;

function openDatabase(): Promise<IDBDatabase> {
  databasePromise ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(OBJECT_STORE, { keyPath: 'id' }).createIndex('uid', 'uid');
    });
    request.addEventListener('success', () => {
      const database = request.result;
      // The user or the browser has cleared the storage: the next access opens the database again.
      database.addEventListener('close', () => {
        databasePromise = undefined;
      });
      resolve(database);
    });
    request.addEventListener('error', () => reject(toError(request.error)));
  }).catch((error: unknown) => {
    databasePromise = undefined;
    throw error;
  });
  return databasePromise;
}

function toError(error: DOMException | null): Error {
  return error ?? new Error('IndexedDB gave no reason');
}

async function runTransaction<Result>(
  mode: IDBTransactionMode,
  operation: (texts: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await openDatabase();
  return new Promise((resolve, reject) => {
    // Strict durability: the transaction completes only after the data was flushed to disk.
    const transaction = database.transaction(OBJECT_STORE, mode, { durability: 'strict' });
    const request = operation(transaction.objectStore(OBJECT_STORE));
    transaction.addEventListener('complete', () => resolve(request.result));
    transaction.addEventListener('abort', () => reject(toError(transaction.error)));
    transaction.addEventListener('error', () => reject(toError(transaction.error)));
  });
}

export const draftStore: DraftStore = {
  async put(text) {
    await runTransaction('readwrite', (texts) => texts.put(text));
  },

  async update(id, change) {
    await runTransaction<Draft | undefined>('readwrite', (texts) => {
      const request = texts.get(id) as IDBRequest<Draft | undefined>;
      request.addEventListener('success', () => {
        if (request.result) texts.put(change(request.result));
      });
      return request;
    });
  },

  async remove(id) {
    await runTransaction('readwrite', (texts) => texts.delete(id));
  },

  async listByUser(uid) {
    const all = await runTransaction<Draft[]>('readonly', (texts) =>
      texts.index('uid').getAll(uid),
    );
    const isExpired = ({ state, time }: Draft) =>
      state === 'discarded' && time < Date.now() - DISCARDED_RETENTION_MS;
    await Promise.all(all.filter(isExpired).map(({ id }) => draftStore.remove(id)));
    return all.filter((text) => !isExpired(text)).toSorted((a, b) => b.time - a.time);
  },
};
