import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { servicesEnv } from '../../../../scripts/services/state.ts';
import { migrate } from '../../src/db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    services: Record<string, string>;
    templateDatabase: string;
  }
}

/** Migrates one empty database; every test file then works on its own copy of it. */
export default async function setup(project: TestProject) {
  const services = servicesEnv();
  const name = `octavo_template_${process.pid}_${project.name}`;
  const admin = new pg.Client({ connectionString: services['DATABASE_ADMIN_URL'] });
  await admin.connect();
  await admin.query(
    `create database ${name} owner octavo_owner template template0 encoding UTF8 locale 'C.UTF-8'`,
  );
  const withDatabase = (url: string | undefined) =>
    Object.assign(new URL(url ?? ''), { pathname: name }).href;
  await migrate({
    databaseUrl: withDatabase(services['DATABASE_URL']),
    migrateUrl: withDatabase(services['DATABASE_MIGRATE_URL']),
  });
  project.provide('services', services);
  project.provide('templateDatabase', name);
  return async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  };
}
