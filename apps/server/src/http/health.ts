import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/connect.ts';
import { isMigrated } from '../db/migrate.ts';
import type { Deps } from '../deps.ts';

/** Shared with the shutdown: a draining process reports "not ready" to load balancers. */
export interface Readiness {
  draining: boolean;
}

/** A database that takes longer to respond counts as down. */
const TIMEOUT_MS = 3000;
const NO_RESPONSE = 'database does not answer';

async function checkDatabase({ db: pool, isPrimaryDown }: Deps): Promise<string | undefined> {
  const db = pool as Db;
  const { rows } = await sql<{ standby: boolean }>`
    select pg_is_in_recovery() as standby`.execute(db);
  if (rows[0]?.standby && !isPrimaryDown()) return 'database is read-only';
  return (await isMigrated(db)) ? undefined : 'database is older than this version';
}

/** Concurrent probes share one query; otherwise they could exhaust the connection pool. */
function databaseProbe(deps: Deps): () => Promise<string | undefined> {
  let pending: Promise<string | undefined> | undefined;
  return () => {
    pending ??= checkDatabase(deps)
      .catch(() => NO_RESPONSE)
      .finally(() => (pending = undefined));
    return Promise.race([pending, sleep(TIMEOUT_MS, NO_RESPONSE, { ref: false })]);
  };
}

/** Failures with which pages still work, so the load balancer continues to route requests here. */
function degradation({ bus, stores, isPrimaryDown }: Deps): string {
  return [
    ...(isPrimaryDown() ? ['database is read-only: replicas are read'] : []),
    ...(bus.isHealthy() ? [] : ['redis does not answer']),
    ...(stores.isFailing() ? ['files cannot be stored'] : []),
  ].join('; ');
}

/** `live` uses no other service; `ready` only fails without the database and while draining. */
export function serveHealth(app: FastifyInstance, deps: Deps, readiness: Readiness): void {
  const logLevel = 'silent';
  const databaseState = databaseProbe(deps);
  app.get('/health/live', { logLevel }, async () => ({ status: 'live' }));
  app.get('/health/ready', { logLevel }, async (_request, reply) => {
    const reason = readiness.draining ? 'shutting down' : await databaseState();
    if (reason) return reply.status(503).send({ status: 'not ready', reason });
    const degraded = degradation(deps);
    return degraded ? { status: 'degraded', reason: degraded } : { status: 'ready' };
  });
}
