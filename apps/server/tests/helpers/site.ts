import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { inject, onTestFinished } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createLogger } from '../../src/http/logger.ts';
import { openApplication } from '../../src/application.ts';
import type { Application } from '../../src/application.ts';
import { createTestDatabase } from './database.ts';
import type { TestDatabase } from './database.ts';

const PUBLIC_URL = 'http://octavo.test';

export interface TestSite extends Application {
  readonly database: TestDatabase;
  /** All log lines so far. */
  readonly logLines: string[];
  /** Advances the clock of the product; the clock of the database is not affected. */
  advanceTime(milliseconds: number): void;
}

/** Starts the whole product in this process on its own database; requests are injected without a socket. */
export async function openTestSite(env: Record<string, string> = {}): Promise<TestSite> {
  const database = await createTestDatabase();
  const storageDir = await mkdtemp(join(tmpdir(), 'octavo-files-'));
  const services = inject('services');
  const ownConfig = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: database.databaseUrl,
    DATABASE_MIGRATE_URL: database.migrateUrl,
    DATABASE_POOL: '8',
    PUBLIC_URL,
    SECRET_KEY: randomBytes(32).toString('hex'),
    SMTP_URL: services['SMTP_URL'],
    MAIL_FROM: services['MAIL_FROM'],
    DEFAULT_LANGUAGE: 'en',
    STORAGE_DIR: storageDir,
    // The test runs in the same process: its own work must not trigger load shedding.
    MAX_EVENT_LOOP_DELAY_MS: '0',
    // The providers used in tests listen on this machine.
    OAUTH2_ALLOWED_ADDRESSES: '127.0.0.1',
    ...env,
  });
  // The address of tests is plain http; a test of that names its address itself.
  const config: typeof ownConfig = {
    ...ownConfig,
    ...(env['PUBLIC_URL'] === undefined && { passkeySupport: 'ready' }),
  };
  const logLines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logLines.push(chunk.toString());
      done();
    },
  });
  let offset = 0;
  const octavo = await openApplication(
    config,
    createLogger('info', stream),
    () => new Date(Date.now() + offset),
  );
  await octavo.app.ready();
  return {
    ...octavo,
    database,
    logLines,
    advanceTime(milliseconds) {
      offset += milliseconds;
    },
    async close() {
      await octavo.close();
      await database.drop();
      await rm(storageDir, { recursive: true, force: true });
    },
  };
}

/** Opens a site for one test that must not share state with other tests. */
export async function openIsolatedSite(env?: Record<string, string>): Promise<TestSite> {
  const site = await openTestSite(env);
  onTestFinished(() => site.close());
  return site;
}
