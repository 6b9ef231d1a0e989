import type { Db } from '../../src/db/connect.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

describe('the database role of the application', () => {
  it.each([
    'create table x (a int)',
    'create schema x',
    'alter table "user" add column x int',
    'drop table setting',
    'truncate "user"',
    'create index x on "user" (name)',
    'create function x() returns int language sql as $$ select 1 $$',
    'create extension citext',
    'create role x',
    'alter role octavo_app superuser',
    `copy "user" to '/tmp/x'`,
    `copy "user" from program 'id'`,
    `select pg_read_file('/etc/passwd')`,
    `select lo_import('/etc/passwd')`,
    'set session authorization octavo_owner',
    'set role octavo_owner',
    'update migration set name = name',
    'delete from migration',
    `update audit_log set username = 'unknown'`,
    'delete from audit_log',
    'truncate audit_log',
  ])('may not: %s', async (statement) => {
    await expect(sql.raw(statement).execute(site.deps.db as Db)).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|42P01|0LP01)$/),
    });
  });

  it('is not a superuser and owns nothing', async () => {
    const { rows } = await sql<object>`
      select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls
      from pg_roles where rolname = current_user`.execute(site.deps.db as Db);
    expect(new Set(Object.values(rows[0] ?? {}))).toEqual(new Set([false]));
    const owned = await sql`
      select relname from pg_class where relowner = current_user::regrole`.execute(
      site.deps.db as Db,
    );
    expect(owned.rows).toEqual([]);
  });

  it.each([
    ['statement_timeout', '15s'],
    ['idle_in_transaction_session_timeout', '10s'],
    ['lock_timeout', '5s'],
  ])('has %s of %s', async (setting, value) => {
    const { rows } = await sql<object>`show ${sql.raw(setting)}`.execute(site.deps.db as Db);
    expect(rows).toEqual([{ [setting]: value }]);
  });
});
