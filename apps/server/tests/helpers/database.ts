import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  /** The application's role: reads and writes rows only. */
  readonly databaseUrl: string;
  /** The owner's role: may also change tables. */
  readonly migrateUrl: string;
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

function serviceUrl(name: string): string {
  const value = inject('services')[name];
  if (!value) throw new Error(`${name} is not set by the services`);
  return value;
}

function withDatabase(database: string, url: string): string {
  return Object.assign(new URL(url), { pathname: database }).href;
}

async function runAsAdmin(sql: string): Promise<void> {
  const admin = new pg.Client({ connectionString: serviceUrl('DATABASE_ADMIN_URL') });
  await admin.connect();
  await admin.query(sql).finally(() => admin.end());
}

/** A migrated copy, an empty database, or an empty database with the locale `C`, which knows ASCII letters only. */
export type DatabaseKind = 'migrated' | 'empty' | 'ascii';

/** Creates a separate database on the real PostgreSQL server. */
export async function createTestDatabase(kind: DatabaseKind = 'migrated'): Promise<TestDatabase> {
  const name = `octavo_test_${randomBytes(6).toString('hex')}`;
  const source = kind === 'migrated' ? inject('templateDatabase') : 'template0';
  const locales = { migrated: '', empty: `locale 'C.UTF-8'`, ascii: `locale 'C'` };
  const locale = kind === 'migrated' ? '' : ` encoding UTF8 ${locales[kind]}`;
  await runAsAdmin(`create database ${name} owner octavo_owner template ${source}${locale}`);
  const adminPool = new pg.Pool({
    connectionString: withDatabase(name, serviceUrl('DATABASE_ADMIN_URL')),
    max: 1,
    idleTimeoutMillis: 1000,
  });
  adminPool.on('error', () => {});
  return {
    databaseUrl: withDatabase(name, serviceUrl('DATABASE_URL')),
    migrateUrl: withDatabase(name, serviceUrl('DATABASE_MIGRATE_URL')),
    query: async (sql, values) => (await adminPool.query(sql, values)).rows as never,
    async drop() {
      await adminPool.end();
      await runAsAdmin(`drop database ${name} with (force)`);
    },
  };
}
