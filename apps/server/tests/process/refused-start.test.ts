import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { runProgram } from '../helpers/program.ts';
import { choosePort } from '../../../../scripts/services/processes.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const OCTAVO = fileURLToPath(new URL('../../src/cli/octavo.ts', import.meta.url));
const SECRET_KEY = 'c2f1b0a98d7e6f5a4b3c2d1e0f9a8b7c';
const DATABASE_URL = 'postgres://octavo@127.0.0.1:1/octavo';

function start(env: Record<string, string>) {
  return runProgram(process.execPath, [MAIN], { NODE_ENV: 'production', SECRET_KEY, ...env });
}

describe('a process that cannot start', () => {
  it('reports the invalid variable in one line', async () => {
    const { code, stdout, stderr } = await start({ DATABASE_URL, PORT: 'eighty' });
    expect(stderr).toMatch(/^octavo: PORT is invalid: [^\n]+\n$/);
    expect(stdout).toBe('');
    expect(code).toBe(1);
  });

  it('reports that PostgreSQL is not reachable', async () => {
    const { code, stderr } = await start({ DATABASE_URL });
    expect(stderr).toBe('octavo: DATABASE_URL: connect ECONNREFUSED 127.0.0.1:1\n');
    expect(code).toBe(1);
  });

  it('reports the missing privilege of a role', async () => {
    const { databaseUrl, drop } = await createTestDatabase('empty');
    onTestFinished(drop);
    await expect(migrate({ databaseUrl, migrateUrl: databaseUrl })).rejects.toThrow(
      /^the role octavo_app may not create tables .* DATABASE_MIGRATE_URL$/,
    );
  });

  it('rejects a database that supports only ASCII letters', async () => {
    const database = await createTestDatabase('ascii');
    onTestFinished(() => database.drop());
    const { code, stderr } = await start({
      DATABASE_URL: database.databaseUrl,
      DATABASE_MIGRATE_URL: database.migrateUrl,
    });
    expect(stderr).toBe(
      'octavo: The database has encoding UTF8 and locale C: create it with UTF8 and C.UTF-8 or ICU\n',
    );
    expect(code).toBe(1);
  });

  it('exits although connections are open if its port is in use', async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const { code, stdout, stderr } = await runProgram(process.execPath, [OCTAVO, 'serve'], {
      NODE_ENV: 'production',
      SECRET_KEY,
      DATABASE_URL: database.databaseUrl,
      DATABASE_MIGRATE_URL: database.migrateUrl,
      REDIS_URL: `redis://127.0.0.1:${await choosePort()}`,
      PORT: String(port),
    });
    expect(stderr).toBe(`octavo: listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`);
    expect(stdout).toContain('"level":"fatal"');
    expect(code).toBe(1);
  });
});
