import pg from 'pg';
import { copyIn } from '../../db/copy.ts';
import { blame } from '../../fail.ts';
import { applyWithin } from '../../db/migrate.ts';
import { OBJECT_TABLES } from '../attachment/file-object.repository.ts';
import { PLAIN_SESSION, quoted, tableText } from './backup.repository.ts';
import type { BackedTable, SequenceState } from './backup.repository.ts';

/** Connects to the empty database as the owner of its tables. The restore is one transaction. */
export async function openTarget(migrateUrl: string) {
  const client = new pg.Client({ connectionString: migrateUrl, options: PLAIN_SESSION });
  client.on('error', () => {});
  await client.connect().catch(blame('DATABASE_MIGRATE_URL, or DATABASE_URL without it'));

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
    async makeTables(migrations: readonly string[]): Promise<void> {
      await rows('begin');
      await rows(`create table migration (
        name text primary key, addtime timestamptz not null default now())`);
      for (const name of migrations) await applyWithin(client, name);
      const made = await tables();
      for (const { name } of made) await rows(`alter table ${quoted(name)} disable trigger user`);
      await rows(`truncate ${made.map(({ name }) => quoted(name)).join(', ')}`);
    },

    /** Tables are filled one after the other, so foreign keys are only checked when they are added again at the end. */
    async dropReferences(): Promise<string[]> {
      const found = await rows<{ name: string; of: string; text: string }>(`
        select conname as name, conrelid::regclass::text as of, pg_get_constraintdef(oid) as text
        from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
        order by conname`);
      for (const { name, of } of found)
        await rows(`alter table ${of} drop constraint ${quoted(name)}`);
      return found.map(
        ({ name, of, text }) => `alter table ${of} add constraint ${quoted(name)} ${text}`,
      );
    },

    fill: (table: Pick<BackedTable, 'name' | 'columns'>, bytes: AsyncIterable<Uint8Array>) =>
      copyIn(client, `copy ${tableText(table)} from stdin`, bytes),

    async setSequences(sequences: readonly SequenceState[]): Promise<void> {
      for (const { name, last_value } of sequences)
        await rows('select setval($1::regclass, $2::bigint)', [quoted(name), last_value]);
    },

    /** Points all files to the new store and disables the cloud storage of the original site. */
    async useStore(store: string): Promise<void> {
      for (const table of OBJECT_TABLES)
        await rows(`update ${table} set store = $1 where store <> $1`, [store]);
      await rows(`update setting set value = 'false' where name = 'oss_open' and value = 'true'`);
    },

    async finish(references: readonly string[]): Promise<void> {
      for (const { name } of await tables())
        await rows(`alter table ${quoted(name)} enable trigger user`);
      for (const reference of references) await rows(reference);
      await rows('commit');
    },

    /** Planner statistics are not part of a backup. */
    analyze: () => rows('analyze'),

    close: () => client.end(),
  };
}
