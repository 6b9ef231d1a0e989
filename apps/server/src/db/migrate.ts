import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { withVariableName } from '../error-reporting.ts';
import type { Db } from './connect.ts';
import { sql } from 'kysely';

const MIGRATIONS_DIR = new URL('migrations/', import.meta.url);
/** An arbitrary key of the advisory lock that serializes processes that start together. */
const MIGRATION_LOCK = 0x0c7a70;
/** Jobs are stored in a separate schema, which pg-boss creates and migrates. */
export const JOB_SCHEMA = 'pgboss';

export const migrationFiles: Promise<string[]> = readdir(MIGRATIONS_DIR).then((names) =>
  names.filter((name) => name.endsWith('.sql')).toSorted(),
);

/** SQLSTATE insufficient_privilege: the role may not create tables. */
const INSUFFICIENT_PRIVILEGE = '42501';

async function listApplied(client: pg.Client): Promise<Set<string>> {
  await client
    .query(
      `create table if not exists migration (
        name text primary key, addtime timestamptz not null default now())`,
    )
    .catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE))
        throw error;
      throw new Error(
        `the role ${client.user} may not create tables (${error.message}): ` +
          'make it the owner of the database, or connect as the owner in DATABASE_MIGRATE_URL',
        { cause: error },
      );
    });
  const { rows } = await client.query<{ name: string }>('select name from migration');
  return new Set(rows.map((row) => row.name));
}

/** Applies one migration in the transaction of the caller. */
export async function applyInTransaction(client: pg.Client, name: string): Promise<void> {
  await client.query(await readFile(new URL(name, MIGRATIONS_DIR), 'utf8'));
  await client.query('insert into migration (name) values ($1)', [name]);
}

/** Applies one file in one transaction. Fails if a lock takes more than 3 s, so that other queries do not queue up. */
async function applyMigration(client: pg.Client, name: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query("set local lock_timeout = '3s'");
    await applyInTransaction(client, name);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function installJobSchema(url: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: url,
    schema: JOB_SCHEMA,
    supervise: false,
    schedule: false,
    max: 2,
  });
  await boss.start();
  await boss.stop({ graceful: false });
}

/** The application role may change rows, but not tables. */
async function grantPrivileges(client: pg.Client, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  for (const schema of ['public', JOB_SCHEMA])
    await client.query(`
      grant usage on schema ${schema} to ${name};
      grant select, insert, update, delete on all tables in schema ${schema} to ${name};
      grant usage, select on all sequences in schema ${schema} to ${name};
      grant execute on all functions in schema ${schema} to ${name};`);
  await client.query(`revoke insert, update, delete on migration from ${name}`);
  await client.query(`revoke update, delete on audit_log from ${name}`);
}

/** Migrates the database to this version; safe if several processes start at once. */
export async function migrate(urls: {
  migrateUrl: string;
  databaseUrl: string;
}): Promise<string[]> {
  const client = new pg.Client({ connectionString: urls.migrateUrl });
  const isSame = urls.migrateUrl === urls.databaseUrl;
  await client.connect().catch(withVariableName(isSame ? 'DATABASE_URL' : 'DATABASE_MIGRATE_URL'));
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const appliedNames = await listApplied(client);
    const pending = (await migrationFiles).filter((name) => !appliedNames.has(name));
    for (const name of pending) await applyMigration(client, name);
    await installJobSchema(urls.migrateUrl);
    const role = decodeURIComponent(new URL(urls.databaseUrl).username);
    const { rows } = await client.query<{ own: string }>('select current_user as own');
    if (role && rows[0]?.own !== role) await grantPrivileges(client, role);
    return pending;
  } finally {
    await client.end();
  }
}

/** True if every migration of this version is applied. */
export async function isMigrated(db: Db): Promise<boolean> {
  const made = await sql<{ made: boolean }>`
    select to_regclass('migration') is not null as made`.execute(db);
  if (!made.rows[0]?.made) return false;
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(db);
  const appliedNames = new Set(rows.map((row) => row.name));
  return (await migrationFiles).every((name) => appliedNames.has(name));
}
