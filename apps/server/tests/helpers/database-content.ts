import type { TestDatabase } from './database.ts';

/**
 * Returns one hash per table over all rows of the product and all pending jobs: two equal results mean that nothing
 * changed in between. Use it with sites that run no worker, because a worker changes jobs.
 */
export async function hashAllTables(database: TestDatabase): Promise<Record<string, string>> {
  const tables = await database.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'
       -- Written every minute by the process itself, for requests of any kind.
       and table_name not in ('traffic', 'file_traffic') order by 1`,
  );
  const hashes: Record<string, string> = {};
  for (const name of [...tables.map((table) => table.name), 'pgboss.job']) {
    const [row] = await database.query<{ content: string }>(
      `select count(*) || ' rows ' || md5(coalesce(string_agg(row, '' order by row), '')) as content
       -- Visits of files are counted a moment later.
       from (select md5((to_jsonb(t) - 'visit_times')::text) as row from ${name} t) as hashed`,
    );
    hashes[name] = row?.content ?? '';
  }
  return hashes;
}

/** Returns the whole database as text, so that a test can search it for values that must not be stored. */
export async function dumpDatabase(database: TestDatabase): Promise<string> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE' order by 1`,
  );
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await database.query<{ text: string }>(`select t::text as text from ${name} t`);
      return rows.map((row) => row.text).join('\n');
    }),
  );
  return texts.join('\n');
}
