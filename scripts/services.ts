import { ensurePackages } from './services/packages.ts';
import { readState, servicesEnv, withLock, writeState } from './services/state.ts';
import type { Service } from './services/service.ts';
import { services } from './services/table.ts';

/** Starts all services; if one fails, stops those that this command has started. */
async function up(): Promise<void> {
  ensurePackages(services.flatMap((service) => service.packages));
  const state = readState();
  const started: Service[] = [];
  for (const service of services) {
    const former = state[service.name];
    const own = await service.up(former).catch(async (error: unknown) => {
      for (const other of started.toReversed()) {
        const its = state[other.name];
        if (its) await other.down(its);
      }
      const ended = started.map(({ name }) => name).join(', ') || 'nothing else was started';
      console.error(`The service ${service.name} did not come up: ${reasonOf(error)}`);
      console.error(`Ended again: ${ended}`);
      process.exitCode = 1;
    });
    if (!own) return;
    if (own.process.pid !== former?.process.pid) started.push(service);
    state[service.name] = own;
    // Saved one by one, so that a killed command does not orphan the services that it has started.
    await writeState(state);
    console.log(`${service.name} is up on 127.0.0.1:${own.port}, process ${own.process.pid}`);
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function down(): Promise<void> {
  const state = readState();
  for (const service of services.toReversed()) {
    const own = state[service.name];
    if (!own) continue;
    await service.down(own);
    console.log(`${service.name} is down`);
  }
}

function env(): void {
  for (const [key, value] of Object.entries(servicesEnv())) console.log(`${key}=${value}`);
}

const command = process.argv[2];
if (command === 'up') await withLock(up);
else if (command === 'down') await withLock(down);
else if (command === 'env') env();
else {
  console.error('usage: npm run services -- up | down | env');
  process.exitCode = 2;
}
