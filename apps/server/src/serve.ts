import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { migrate } from './db/migrate.ts';
import { recordServingRelease, ensureFirstAdmin, ensureSampleItems } from './first-start.ts';
import { createLogger } from './http/logger.ts';
import { SITE_TAG } from './realtime/cdn-purge.ts';
import { openApplication } from './application.ts';
import type { Application } from './application.ts';

async function start(config: Config, log: Logger): Promise<Application> {
  const applied = await migrate(config);
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  const application = await openApplication(config, log);
  await ensureFirstAdmin(application.deps);
  await ensureSampleItems(application.deps);
  // Loads the settings, so that the default language of the site applies from the first request on.
  await application.deps.settings.get();
  if (config.roles.has('web')) {
    const address = await application.app.listen({ host: config.host, port: config.port });
    log.info({ address, public_url: config.publicUrl.href }, 'octavo is ready');
    // Stored documents may name the built files of another release, or lack a purge that a killed process did not send.
    application.cdnPurge?.add(SITE_TAG);
    await recordServingRelease(application.deps);
  } else log.info('octavo worker is ready');
  return application;
}

/**
 * Runs one process: migrates, listens, and shuts down on SIGTERM or SIGINT without failing requests. Send SIGUSR2
 * to skip the shutdown delay once the load balancer has stopped routing to this process.
 */
export async function serve(config: Config): Promise<void> {
  const log = createLogger(config.logLevel);
  for (const warning of config.warnings) log.warn(warning);
  const application = await start(config, log).catch((error: unknown) => {
    log.fatal({ err: error }, 'octavo cannot start');
    throw error;
  });
  let isShuttingDown = false;
  const delaySkipped = new AbortController();
  process.on('SIGUSR2', () => delaySkipped.abort());
  const shutDown = async (signal: NodeJS.Signals) => {
    if (isShuttingDown) return;
    isShuttingDown = true;
    log.info({ signal }, 'shutting down');
    application.readiness.draining = true;
    await sleep(config.shutdownDelayMs, undefined, { signal: delaySkipped.signal }).catch(() => {});
    const closeConnections = () => application.app.server.closeAllConnections();
    setTimeout(closeConnections, config.shutdownTimeoutMs).unref();
    await application.close();
    log.info('shutdown complete');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      shutDown(signal).catch((error: unknown) => {
        log.fatal({ err: error }, 'shutdown failed');
        process.exit(1);
      });
    });
}
