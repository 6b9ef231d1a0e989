import { randomBytes } from 'node:crypto';
import pg from 'pg';

async function asAdmin(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** Creates a separate site on the running services: its environment, and a function that removes it. */
export async function openBenchSite(services: Readonly<Record<string, string>>) {
  const name = `octavo_bench_${process.pid}`;
  const address = (key: string) =>
    Object.assign(new URL(services[key] ?? ''), { pathname: name }).href;
  const adminUrl = services['DATABASE_ADMIN_URL'] ?? '';
  await asAdmin(
    adminUrl,
    `create database ${name} owner octavo_owner template template0 encoding UTF8 locale 'C.UTF-8'`,
  );
  return {
    env: {
      DATABASE_URL: address('DATABASE_URL'),
      DATABASE_MIGRATE_URL: address('DATABASE_MIGRATE_URL'),
      // A separate Redis database: other runs may have used up the rate limit of this address.
      REDIS_URL: Object.assign(new URL(services['REDIS_URL'] ?? ''), { pathname: '/9' }).href,
      PORT: '0',
      PUBLIC_URL: 'http://octavo.test',
      SECRET_KEY: randomBytes(32).toString('hex'),
      SHUTDOWN_DELAY_MS: '0',
      ADMIN_USERNAME: 'harbor-master',
      ADMIN_PASSWORD: 'seven quiet boats',
    },
    drop: () => asAdmin(adminUrl, `drop database ${name} with (force)`),
  };
}
