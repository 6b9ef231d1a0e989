import { spawn } from 'node:child_process';
import { servicesEnv } from './services/state.ts';

/** Starts the server and the web app with reload, on the services of `npm run services -- up`. */
const WEB_PORT = '5173';

const env = {
  ...process.env,
  ...servicesEnv(),
  PORT: process.env['PORT'] ?? '3000',
  PUBLIC_URL: process.env['PUBLIC_URL'] ?? `http://localhost:${WEB_PORT}`,
  // A fixed key, so that sessions and links survive a reload; never used outside this script.
  SECRET_KEY: process.env['SECRET_KEY'] ?? 'for development on this machine alone, 0123456789',
  LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
  SHUTDOWN_DELAY_MS: '0',
};

const children = [
  spawn(process.execPath, ['--watch', 'apps/server/src/main.ts'], { env, stdio: 'inherit' }),
  spawn('npx', ['vite', 'apps/web', '--port', WEB_PORT, '--strictPort'], { env, stdio: 'inherit' }),
];

function stop(): void {
  for (const child of children) child.kill('SIGTERM');
}

for (const child of children) child.once('exit', stop);
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
