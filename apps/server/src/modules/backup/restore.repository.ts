import pg from 'pg';
import { copyIn } from '../../db/copy.ts';
import { withVariableName } from '../../error-reporting.ts';
import { applyInTransaction } from '../../db/migrate.ts';
import { OBJECT_TABLES } from '../storage/file-object.repository.ts';
import { SESSION_OPTIONS, quoteIdentifier, tableWithColumns } from './backup.repository.ts';
import type { TableInfo, SequenceState } from './backup.repository.ts';

/** Connects to the empty database as the owner of its tables. The restore is one transaction. */
export async function openTarget(migrateUrl: string) {
  const client = new pg.Client({ connectionString: migrateUrl, options: SESSION_OPTIONS });
  client.on('error', () => {});
  await client
    .connect()
    .catch(withVariableName('DATABASE_MIGRATE_URL, or DATABASE_URL without it'));

  async function rows<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) {
    return (await client.query<Row>(sql, values)).rows;
  }
  const tables = () =>
    rows<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );

  return {
    async isEmpty(): Promise<boolean> {
      return (await tables()).length === 0;
    },

    /** Creates the tables at the migration of the backup, empty and with triggers disabled. */
    async createTables(migrations: readonly string[]): Promise<void> {
      await rows('begin');
      await rows(`create table migration (
        name text primary key, addtime timestamptz not null default now())`);
      for (const name of migrations) await applyInTransaction(client, name);
      const createdTables = await tables();
      for (const { name } of createdTables)
        await rows(`alter table ${quoteIdentifier(name)} disable trigger user`);
      await rows(`truncate ${createdTables.map(({ name }) => quoteIdentifier(name)).join(', ')}`);
    },

    /** Tables are filled one after the other, so foreign keys are only checked when they are added again at the end. */
    async dropForeignKeys(): Promise<string[]> {
      const foreignKeys = await rows<{ name: string; of: string; text: string }>(`
        select conname as name, conrelid::regclass::text as of, pg_get_constraintdef(oid) as text
        from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
        order by conname`);
      for (const { name, of } of foreignKeys)
        await rows(`alter table ${of} drop constraint ${quoteIdentifier(name)}`);
      return foreignKeys.map(
        ({ name, of, text }) => `alter table ${of} add constraint ${quoteIdentifier(name)} ${text}`,
      );
    },

    copyRows: (table: Pick<TableInfo, 'name' | 'columns'>, bytes: AsyncIterable<Uint8Array>) =>
      copyIn(client, `copy ${tableWithColumns(table)} from stdin`, bytes),

    async setSequences(sequences: readonly SequenceState[]): Promise<void> {
      for (const { name, last_value } of sequences)
        await rows('select setval($1::regclass, $2::bigint)', [quoteIdentifier(name), last_value]);
    },

    /** Points all files to the new store and disables the cloud storage of the original site. */
    async setStore(store: string): Promise<void> {
      for (const table of OBJECT_TABLES)
        await rows(`update ${table} set store = $1 where store <> $1`, [store]);
      await rows(`update setting set value = 'false' where name = 'oss_open' and value = 'true'`);
    },

    async finish(foreignKeys: readonly string[]): Promise<void> {
      for (const { name } of await tables())
        await rows(`alter table ${quoteIdentifier(name)} enable trigger user`);
      for (const foreignKey of foreignKeys) await rows(foreignKey);
      await rows('commit');
    },

    /** Planner statistics are not part of a backup. */
    analyze: () => rows('analyze'),

    close: () => client.end(),
  };
}
