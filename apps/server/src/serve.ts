import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { migrate } from './db/migrate.ts';
import { noteRelease, prepareFirstAdmin, prepareFirstItems } from './first-start.ts';
import { createLogger } from './http/logger.ts';
import { openProcess } from './process.ts';
import type { OctavoProcess } from './process.ts';

async function start(config: Config, log: Logger): Promise<OctavoProcess> {
  const applied = await migrate(config);
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  const octavo = await openProcess(config, log);
  await prepareFirstAdmin(octavo.deps);
  await prepareFirstItems(octavo.deps);
  // Loads the settings, so that the default language of the site applies from the first request on.
  await octavo.deps.settings.get();
  if (config.roles.has('web')) {
    const address = await octavo.app.listen({ host: config.host, port: config.port });
    log.info({ address, public_url: config.publicUrl.href }, 'octavo is ready');
    await noteRelease(octavo.deps);
  } else log.info('octavo worker is ready');
  return octavo;
}

/**
 * Runs one process: migrates, listens, and shuts down on SIGTERM or SIGINT without failing requests. Send SIGUSR2
 * to skip the shutdown delay once the load balancer has stopped routing to this process.
 */
export async function serve(config: Config): Promise<void> {
  const log = createLogger(config.logLevel);
  for (const warning of config.warnings) log.warn(warning);
  const octavo = await start(config, log).catch((error: unknown) => {
    log.fatal({ err: error }, 'octavo cannot start');
    throw error;
  });
  let leaving = false;
  const lookedAway = new AbortController();
  process.on('SIGUSR2', () => lookedAway.abort());
  const leave = async (signal: NodeJS.Signals) => {
    if (leaving) return;
    leaving = true;
    log.info({ signal }, 'shutting down');
    octavo.readiness.draining = true;
    await sleep(config.shutdownDelayMs, undefined, { signal: lookedAway.signal }).catch(() => {});
    const cut = () => octavo.app.server.closeAllConnections();
    setTimeout(cut, config.shutdownTimeoutMs).unref();
    await octavo.close();
    log.info('bye');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      leave(signal).catch((error: unknown) => {
        log.fatal({ err: error }, 'shutdown failed');
        process.exit(1);
      });
    });
}
