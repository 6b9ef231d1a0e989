import type { Connection, Db, Trx } from './connect.ts';

/** Defines a repository: the queries of one subject. A caller binds it to the pool or to a transaction. */
export function repository<R extends object>(create: (db: Db) => R): (connection: Connection) => R {
  const bound = new WeakMap<Connection, R>();
  return (connection) => {
    const known = bound.get(connection);
    if (known) return known;
    const own = create(connection as Db);
    bound.set(connection, own);
    return own;
  };
}

/** Runs `work` in one transaction of the pool. */
export function withTransaction<T>(pool: Connection, work: (trx: Trx) => Promise<T>): Promise<T> {
  return (pool as Db).transaction().execute((trx) => work(trx as Trx));
}
