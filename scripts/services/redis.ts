import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { choosePort, isAlive, startDetached, stop, waitForPort } from './processes.ts';
import { type Service, servicesFolder } from './service.ts';

export const redis: Service = {
  name: 'redis',
  packages: ['redis-server'],

  async up(previous) {
    if (previous && isAlive(previous.process)) return previous;
    const folder = path.join(servicesFolder, 'redis');
    await mkdir(folder, { recursive: true });
    const port = await choosePort(previous?.port);
    const log = path.join(folder, 'redis.log');
    const listenArgs = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder];
    const memoryOnly = ['--save', '', '--appendonly', 'no'];
    const identity = await startDetached('redis-server', [...listenArgs, ...memoryOnly], log);
    await waitForPort(port, identity, log);
    return { port, folder, secrets: {}, process: identity };
  },

  down: (state) => stop(state.process),

  env: ({ port }) => ({ REDIS_URL: `redis://127.0.0.1:${port}` }),
};
