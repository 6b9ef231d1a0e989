import type { FastifyBaseLogger } from 'fastify';
import type { Connection } from '../../db/connect.ts';
import { fileVisitRepository } from './file-visit.repository.ts';

/** Counts file visits and sent bytes in memory and writes them to the database in batches. */
export interface FileVisits {
  count(file: { readonly file_id: number; readonly uid: number | null }, bytes: number): void;
  /** Writes all counts so far to the database. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const FLUSH_INTERVAL_MS = 2000;

function increment(counts: Map<number, number>, id: number, amount: number): void {
  counts.set(id, (counts.get(id) ?? 0) + amount);
}

/** Writes every two seconds, so that a popular picture does not cost one write for each request. */
export function createFileVisits(db: Connection, log: Pick<FastifyBaseLogger, 'warn'>): FileVisits {
  let visits = new Map<number, number>();
  let bytes = new Map<number, number>();

  async function writeCounts(): Promise<void> {
    if (visits.size === 0) return;
    const [visitCounts, byteCounts] = [visits, bytes];
    [visits, bytes] = [new Map(), new Map()];
    try {
      await fileVisitRepository(db).add(visitCounts, byteCounts);
    } catch (error) {
      log.warn({ err: error }, 'saving file visit counts failed, will retry');
      for (const [fileId, times] of visitCounts) increment(visits, fileId, times);
      for (const [uid, amount] of byteCounts) increment(bytes, uid, amount);
    }
  }

  let lastFlush = Promise.resolve();
  /** Runs after the previous flush, so that everything counted before the call is written when it resolves. */
  function flush(): Promise<void> {
    lastFlush = lastFlush.then(writeCounts);
    return lastFlush;
  }

  const timer = setInterval(() => void flush(), FLUSH_INTERVAL_MS);
  timer.unref();
  return {
    count({ file_id, uid }, amount) {
      increment(visits, file_id, 1);
      if (uid !== null) increment(bytes, uid, amount);
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
