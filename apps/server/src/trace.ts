import { AsyncLocalStorage } from 'node:async_hooks';

/** Counts the queries of one request or job, for its log line and for tests. */
export interface Trace {
  queries: number;
}

const storage = new AsyncLocalStorage<Trace>();

export function withTrace<T>(trace: Trace, work: () => T): T {
  return storage.run(trace, work);
}

export function currentTrace(): Trace | undefined {
  return storage.getStore();
}
