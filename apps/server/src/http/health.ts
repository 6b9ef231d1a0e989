import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { isMigrated } from '../db/migrate.ts';
import type { Deps } from '../deps.ts';

/** A process's own word on whether a balancer should send it anything. */
export interface Readiness {
  draining: boolean;
}

async function databaseState({ db }: Deps): Promise<string | undefined> {
  try {
    const { rows } = await sql<{ standby: boolean }>`
      select pg_is_in_recovery() as standby`.execute(db);
    if (rows[0]?.standby) return 'database is read-only';
    return (await isMigrated(db)) ? undefined : 'database is older than this version';
  } catch {
    return 'database does not answer';
  }
}

/** `live` never touches an engine; `ready` asks the database, but not Redis, which we can do without. */
export function serveHealth(app: FastifyInstance, deps: Deps, readiness: Readiness): void {
  const logLevel = 'silent';
  app.get('/health/live', { logLevel }, async () => ({ status: 'live' }));
  app.get('/health/ready', { logLevel }, async (_request, reply) => {
    const reason = readiness.draining ? 'shutting down' : await databaseState(deps);
    if (reason) return reply.status(503).send({ status: 'not ready', reason });
    return { status: deps.bus.trusted() ? 'ready' : 'degraded' };
  });
}
