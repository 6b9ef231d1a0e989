import { ensurePackages } from './services/packages.ts';
import { readState, servicesEnv, withLock, writeState } from './services/state.ts';
import { services } from './services/table.ts';

async function up(): Promise<void> {
  ensurePackages(services.flatMap((service) => service.packages));
  const state = readState();
  for (const service of services) {
    const own = await service.up(state[service.name]);
    state[service.name] = own;
    // Saved one by one, so that a service that fails does not orphan those before it.
    await writeState(state);
    console.log(`${service.name} is up on 127.0.0.1:${own.port}, process ${own.process.pid}`);
  }
}

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
