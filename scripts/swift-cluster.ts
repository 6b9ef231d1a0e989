import { spawn } from 'node:child_process';
import path from 'node:path';

/** Runs the servers of one Swift as one process: they end together. */
const folder = process.argv[2] ?? '';
const children = ['account', 'container', 'object', 'proxy'].map((kind) => {
  const conf = path.join(folder, `${kind}.conf`);
  const args = ['--pdeathsig', 'KILL', '--', `swift-${kind}-server`, conf, '--verbose'];
  return spawn('setpriv', args, { stdio: 'inherit' });
});
for (const child of children) child.once('exit', (code) => process.exit(code ?? 1));
process.once('SIGTERM', () => process.exit(0));
