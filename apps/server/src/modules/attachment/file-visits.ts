import type { FastifyBaseLogger } from 'fastify';
import type { Repositories } from '../../db/repositories.ts';

/** Counts file visits and sent bytes in memory and writes them to the database in batches. */
export interface FileVisits {
  count(file: { readonly file_id: number; readonly uid: number | null }, bytes: number): void;
  /** Writes all counts so far to the database. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const EVERY_MS = 2000;

function addTo(counts: Map<number, number>, id: number, more: number): void {
  counts.set(id, (counts.get(id) ?? 0) + more);
}

/** Writes every two seconds, so that a popular picture does not cost one write for each request. */
export function createFileVisits(
  { fileVisits }: Pick<Repositories, 'fileVisits'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): FileVisits {
  let visits = new Map<number, number>();
  let bytes = new Map<number, number>();

  async function write(): Promise<void> {
    if (visits.size === 0) return;
    const [counted, sent] = [visits, bytes];
    [visits, bytes] = [new Map(), new Map()];
    try {
      await fileVisits.add(counted, sent);
    } catch (error) {
      log.warn({ err: error }, 'visits of files are counted later');
      for (const [fileId, times] of counted) addTo(visits, fileId, times);
      for (const [uid, more] of sent) addTo(bytes, uid, more);
    }
  }

  let last = Promise.resolve();
  /** Runs after the previous flush, so that everything counted before the call is written when it resolves. */
  function flush(): Promise<void> {
    last = last.then(write);
    return last;
  }

  const timer = setInterval(() => void flush(), EVERY_MS);
  timer.unref();
  return {
    count({ file_id, uid }, more) {
      addTo(visits, file_id, 1);
      if (uid !== null) addTo(bytes, uid, more);
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
