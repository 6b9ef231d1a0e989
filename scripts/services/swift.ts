import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { choosePort, isAlive, run, startDetached, stop, waitForPort } from './processes.ts';
import { type Service, type ServiceState, projectFolder, servicesFolder } from './service.ts';

const program = path.join(projectFolder, 'scripts/swift-cluster.ts');
const bucket = 'octavo';
const kinds = ['account', 'container', 'object'] as const;

/** An S3 server: OpenStack Swift with its s3api and one replica, on this machine only. */
export const swift: Service = {
  name: 'swift',
  packages: ['swift-proxy', 'swift-account', 'swift-container', 'swift-object'],

  async up(previous) {
    if (previous && isAlive(previous.process)) return previous;
    const folder = path.join(servicesFolder, 'swift');
    // Rings contain the previous ports, and nothing in the folder outlives a test; a stopping server may still write.
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
    await mkdir(path.join(folder, 'disks/one'), { recursive: true });
    const secrets = { secret: randomBytes(18).toString('hex') };
    const port = await choosePort(previous?.port);
    for (const kind of kinds) await makeServer(folder, kind, await choosePort());
    await writeFile(path.join(folder, 'proxy.conf'), proxyConf(folder, port, secrets.secret));
    const log = path.join(folder, 'swift.log');
    const identity = await startDetached(process.execPath, [program, folder], log);
    await waitForPort(port, identity, log);
    return { port, folder, secrets, process: identity };
  },

  down: (state) => stop(state.process),

  env: (state) => ({
    TEST_S3_ENDPOINT: `http://127.0.0.1:${state.port}`,
    TEST_S3_BUCKET: bucket,
    ...keysOf(state),
  }),
};

function keysOf({ secrets }: ServiceState): Record<string, string> {
  return { TEST_S3_KEY: 'test:octavo', TEST_S3_SECRET: secrets['secret'] ?? '' };
}

const user = () => (process.getuid?.() === 0 ? 'user = root\n' : '');

async function makeServer(folder: string, kind: string, port: number): Promise<void> {
  const conf = `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
${user()}swift_dir = ${folder}
devices = ${folder}/disks
mount_check = false
fallocate_reserve = 0
log_level = ERROR
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;
  await writeFile(path.join(folder, `${kind}.conf`), conf);
  const ring = path.join(folder, `${kind}.builder`);
  await run('swift-ring-builder', [ring, 'create', '6', '1', '1']);
  await run('swift-ring-builder', [ring, 'add', `r1z1-127.0.0.1:${port}/one`, '1']);
  await run('swift-ring-builder', [ring, 'rebalance']);
}

function proxyConf(folder: string, port: number, secret: string): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
${user()}swift_dir = ${folder}
log_level = ERROR
[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
# Without a cache it refuses to work; with one that is never there it asks its own servers each time.
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
allow_no_owner = true
[filter:tempauth]
use = egg:swift#tempauth
user_test_octavo = ${secret} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`;
}
