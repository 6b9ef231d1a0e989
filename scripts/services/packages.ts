import { spawnSync } from 'node:child_process';

/** Installs the missing Debian packages; without root rights it throws and lists them. */
export function ensurePackages(names: string[]): void {
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0) {
    throw new Error(`Missing packages, install them as root: apt-get install ${missing.join(' ')}`);
  }
  console.log(`installing ${missing.join(' ')}`);
  aptGet('update');
  aptGet('install', '--yes', '--no-install-recommends', ...missing);
}

function isInstalled(name: string): boolean {
  const query = spawnSync('dpkg-query', ['--show', '--showformat=${db:Status-Status}', name]);
  return query.status === 0 && query.stdout.toString() === 'installed';
}

function aptGet(...args: string[]): void {
  const { status, stderr } = spawnSync('apt-get', ['-qq', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`apt-get ${args.join(' ')} failed: ${stderr.toString()}`);
}
