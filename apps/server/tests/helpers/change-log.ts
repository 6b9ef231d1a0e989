import type { TestDatabase } from './database.ts';

export interface RowChange {
  readonly table: string;
  readonly operation: 'INSERT' | 'UPDATE' | 'DELETE';
  /** For an update: the columns whose value changed. */
  readonly columns: readonly string[];
}

/** Installs triggers that log every row change from now on. */
export async function logChanges(database: TestDatabase): Promise<void> {
  await database.query(`
    create schema change_log;
    create table change_log.entry (
      "table" text not null, operation text not null, columns text[] not null,
      at bigint generated always as identity
    );
    create function change_log.add() returns trigger language plpgsql security definer as $$
    begin
      insert into change_log.entry ("table", operation, columns)
      select tg_table_name, tg_op, case when tg_op = 'UPDATE' then array(
        select now.key from jsonb_each(to_jsonb(new)) as now
        join jsonb_each(to_jsonb(old)) as was using (key)
        where now.value is distinct from was.value order by 1
      ) else '{}' end;
      return null;
    end $$;
    do $$ declare name text; begin
      for name in select quote_ident(table_name) from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'
      loop execute 'create trigger change_log after insert or update or delete on ' || name ||
        ' for each row execute function change_log.add()';
      end loop;
    end $$`);
}

/** Returns the changes since the last call of this function. */
export async function drainChanges(database: TestDatabase): Promise<RowChange[]> {
  return database.query<RowChange & { at: string }>(
    `with taken as (delete from change_log.entry returning *)
     select "table", operation, columns from taken order by at`,
  );
}
