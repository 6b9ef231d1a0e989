import type { CompiledQuery } from 'kysely';
import type { Db } from './connect.ts';

/** Stands in a query for a value that is not known yet. */
class Placeholder<V> {
  readonly read: (values: V) => unknown;

  constructor(read: (values: V) => unknown) {
    this.read = read;
  }
}

/** Query builders and `sql` texts. */
interface Buildable<R> {
  compile(db: Db): CompiledQuery<R>;
}

/** Creates the placeholder of a value. */
export type Param<V> = <T>(read: (values: V) => T) => T;

/**
 * Builds and compiles a query on first use only, because this takes longer than sending it. The text of the query
 * cannot depend on the values: `build` only has placeholders for them.
 */
export function preparedQuery<V, R>(build: (db: Db, param: Param<V>) => Buildable<R>) {
  const param: Param<V> = <T>(read: (values: V) => T) => new Placeholder(read) as T;
  let compiled: CompiledQuery<R> | undefined;
  return async (db: Db, values: V): Promise<R[]> => {
    compiled ??= build(db, param).compile(db);
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? (value as Placeholder<V>).read(values) : value,
    );
    const { rows } = await db.executeQuery<R>({ ...compiled, parameters });
    return rows;
  };
}
