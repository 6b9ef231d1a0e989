import pg from 'pg';
import { copyOut } from '../../db/copy.ts';
import { KEEPING_OBJECTS } from '../attachment/attachment.repository.ts';
import { NAMED_OBJECTS } from '../attachment/file-object.repository.ts';

/** Fixes the text format of values independently of the server settings, and disables timeouts for large tables. */
export const PLAIN_SESSION =
  '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c lock_timeout=60000 ' +
  '-c datestyle=ISO -c intervalstyle=postgres -c extra_float_digits=3 -c client_encoding=UTF8';

const ONE_AT_A_TIME = 0x0c7a71;

export interface BackedTable {
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

export const quoted = (name: string) => pg.escapeIdentifier(name);
const listed = (columns: readonly string[]) => columns.map(quoted).join(', ');
export const tableText = ({ name, columns }: Pick<BackedTable, 'name' | 'columns'>) =>
  `${quoted(name)} (${listed(columns)})`;

/** A connection with a consistent snapshot of the database. */
export async function openSnapshot(databaseUrl: string) {
  const client = new pg.Client({
    connectionString: databaseUrl,
    options: PLAIN_SESSION,
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
      const [free] = await rows<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
        ONE_AT_A_TIME,
      ]);
      if (!free?.mine) throw new Error('another backup is running');
      await rows('select pg_advisory_lock($1)', [KEEPING_OBJECTS]);
      await rows('begin isolation level repeatable read read only');
      const [taken] = await rows<{ time: Date }>('select clock_timestamp() as time');
      return taken?.time ?? new Date();
    },

    listTables: () =>
      rows<BackedTable>(`
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

    copyTable: (table: BackedTable) => copyOut(client, `copy ${tableText(table)} to stdout`),

    /** One line with key, store and size for each object that a row refers to. */
    copyObjects: () =>
      copyOut(
        client,
        `copy (
          select object_key, store, max(file_size) from (${NAMED_OBJECTS}) named
          group by object_key, store order by object_key, store
        ) to stdout`,
      ),

    async sumObjects(): Promise<number> {
      const [sum] = await rows<{ bytes: number }>(
        `select coalesce(sum(file_size), 0)::float8 as bytes from (${NAMED_OBJECTS}) named`,
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
