import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Runs programs in the root of an image like a strict container engine: read-only except /data and /tmp, another
 * user, no capabilities and no way to gain one. Only the network is shared, because the services listen on this
 * machine.
 */
const script = `
set -eu
root=$1
shift
mount --make-rprivate /
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o uid=10001,gid=10001,mode=750 tmpfs "$root/data"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
exec chroot "$root" setpriv --reuid=10001 --regid=10001 --clear-groups \\
  --inh-caps=-all --bounding-set=-all --no-new-privs env --chdir=/app "$@"
`;

export function spawnInside(
  root: string,
  env: Record<string, string>,
  command: string[],
): ChildProcess {
  const assignments = Object.entries(env).map(([key, value]) => `${key}=${value}`);
  const args = ['--mount', '--', 'sh', '-c', script, 'sh', root, '-i', ...assignments, ...command];
  return spawn('unshare', args, { stdio: ['ignore', 'inherit', 'inherit'] });
}

export function waitForExit(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
}
