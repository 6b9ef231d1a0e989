import { ensurePackages } from './services/packages.ts';
import { readState, servicesEnv, withLock, writeState } from './services/state.ts';
import type { Service } from './services/service.ts';
import { services } from './services/service-list.ts';

/** Starts all services; if one fails, stops those that this command has started. */
async function up(): Promise<void> {
  ensurePackages(services.flatMap((service) => service.packages));
  const state = readState();
  const started: Service[] = [];
  for (const service of services) {
    const previous = state[service.name];
    const serviceState = await service.up(previous).catch(async (error: unknown) => {
      for (const other of started.toReversed()) {
        const otherState = state[other.name];
        if (otherState) await other.down(otherState);
      }
      const stopped = started.map(({ name }) => name).join(', ') || 'none';
      console.error(`The service ${service.name} failed to start: ${reasonOf(error)}`);
      console.error(`Stopped services: ${stopped}`);
      process.exitCode = 1;
    });
    if (!serviceState) return;
    if (serviceState.process.pid !== previous?.process.pid) started.push(service);
    state[service.name] = serviceState;
    // Saved one by one, so that a killed command does not orphan the services that it has started.
    await writeState(state);
    console.log(
      `${service.name} is running on 127.0.0.1:${serviceState.port}, process ${serviceState.process.pid}`,
    );
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function down(): Promise<void> {
  const state = readState();
  for (const service of services.toReversed()) {
    const serviceState = state[service.name];
    if (!serviceState) continue;
    await service.down(serviceState);
    console.log(`${service.name} is stopped`);
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
