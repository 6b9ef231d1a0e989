import pg from 'pg';
import { copyOut } from '../../db/copy.ts';
import { OBJECT_REMOVAL_LOCK } from '../storage/file-object.repository.ts';
import { REFERENCED_OBJECTS_SQL } from '../storage/file-object.repository.ts';

/** Fixes the text format of values independently of the server settings, and disables timeouts for large tables. */
export const SESSION_OPTIONS =
  '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c lock_timeout=60000 ' +
  '-c datestyle=ISO -c intervalstyle=postgres -c extra_float_digits=3 -c client_encoding=UTF8';

const BACKUP_LOCK = 0x0c7a71;

export interface TableInfo {
  readonly name: string;
  /** Without generated columns. */
  readonly columns: readonly string[];
  /** Approximate size. */
  readonly bytes: number;
}

export interface SequenceState {
  readonly name: string;
  readonly last_value: string;
}

export const quoteIdentifier = (name: string) => pg.escapeIdentifier(name);
const columnList = (columns: readonly string[]) => columns.map(quoteIdentifier).join(', ');
export const tableWithColumns = ({ name, columns }: Pick<TableInfo, 'name' | 'columns'>) =>
  `${quoteIdentifier(name)} (${columnList(columns)})`;

/** A connection with a consistent snapshot of the database. */
export async function openSnapshot(databaseUrl: string) {
  const client = new pg.Client({
    connectionString: databaseUrl,
    options: SESSION_OPTIONS,
    application_name: 'octavo backup',
    keepAlive: true,
  });
  // The running statement rejects when the connection breaks. Without a listener the event would end the process.
  client.on('error', () => {});
  await client.connect();

  async function rows<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) {
    return (await client.query<Row>(sql, values)).rows;
  }

  return {
    client,

    /** Takes the lock that prevents the removal of stored objects until the connection is closed. */
    async begin(): Promise<Date> {
      const [lock] = await rows<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
        BACKUP_LOCK,
      ]);
      if (!lock?.mine) throw new Error('another backup is running');
      await rows('select pg_advisory_lock($1)', [OBJECT_REMOVAL_LOCK]);
      await rows('begin isolation level repeatable read read only');
      const [row] = await rows<{ time: Date }>('select clock_timestamp() as time');
      return row?.time ?? new Date();
    },

    listTables: () =>
      rows<TableInfo>(`
        select relname as name, pg_table_size(pg_class.oid)::float8 as bytes,
          array_agg(attname::text order by attnum) as columns
        from pg_class join pg_attribute on attrelid = pg_class.oid
        where relnamespace = 'public'::regnamespace and relkind = 'r'
          and attnum > 0 and not attisdropped and attgenerated = ''
        group by pg_class.oid order by relname`),

    /** Sequences are not part of the snapshot; values that are too high do no harm. */
    listSequences: () =>
      rows<SequenceState>(`
        select sequencename as name, last_value::text from pg_sequences
        where schemaname = 'public' and last_value is not null order by 1`),

    listMigrations: async () =>
      (await rows<{ name: string }>('select name from migration order by name')).map(
        ({ name }) => name,
      ),

    copyTable: (table: TableInfo) => copyOut(client, `copy ${tableWithColumns(table)} to stdout`),

    /** One line with key, store and size for each object that a row refers to. */
    copyObjects: () =>
      copyOut(
        client,
        `copy (
          select object_key, store, max(file_size) from (${REFERENCED_OBJECTS_SQL}) named
          group by object_key, store order by object_key, store
        ) to stdout`,
      ),

    async sumObjects(): Promise<number> {
      const [sum] = await rows<{ bytes: number }>(
        `select coalesce(sum(file_size), 0)::float8 as bytes from (${REFERENCED_OBJECTS_SQL}) named`,
      );
      return sum?.bytes ?? 0;
    },

    /** Ends the transaction after all rows were read. The objects stay locked against removal. */
    async endReading(): Promise<void> {
      await rows('commit');
    },

    close: () => client.end(),
  };
}

export type Snapshot = Awaited<ReturnType<typeof openSnapshot>>;
