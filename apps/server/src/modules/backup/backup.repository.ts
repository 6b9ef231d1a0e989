import pg from 'pg';
import { copyOut } from '../../db/copy.ts';
import { KEEPING_OBJECTS } from '../attachment/attachment.repository.ts';
import { NAMED_OBJECTS } from '../attachment/file-object.repository.ts';

/** How a value is written, whatever the server's own settings; and no limit that a large table would meet. */
export const PLAIN_SESSION =
  '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c lock_timeout=60000 ' +
  '-c datestyle=ISO -c intervalstyle=postgres -c extra_float_digits=3 -c client_encoding=UTF8';

const ONE_AT_A_TIME = 0x0c7a71;

export interface BackedTable {
  readonly name: string;
  /** Without those that PostgreSQL computes. */
  readonly columns: readonly string[];
  /** About how many bytes it has. */
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

/** One connection that sees the database as it was at one moment. */
export async function openSnapshot(databaseUrl: string) {
  const client = new pg.Client({
    connectionString: databaseUrl,
    options: PLAIN_SESSION,
    application_name: 'octavo backup',
    keepAlive: true,
  });
  // The statement at work hears of a broken connection; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();

  async function rows<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) {
    return (await client.query<Row>(sql, values)).rows;
  }

  return {
    client,

    /** From here on nothing is removed from the stores, until the connection ends. */
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

    /** Numbers given out later than the snapshot do no harm. */
    listSequences: () =>
      rows<SequenceState>(`
        select sequencename as name, last_value::text from pg_sequences
        where schemaname = 'public' and last_value is not null order by 1`),

    listMigrations: async () =>
      (await rows<{ name: string }>('select name from migration order by name')).map(
        ({ name }) => name,
      ),

    copyTable: (table: BackedTable) => copyOut(client, `copy ${tableText(table)} to stdout`),

    /** A line for each object that a row names: key, store and size. */
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

    /** The rows are read; the objects are still kept. */
    async endReading(): Promise<void> {
      await rows('commit');
    },

    close: () => client.end(),
  };
}

export type Snapshot = Awaited<ReturnType<typeof openSnapshot>>;
