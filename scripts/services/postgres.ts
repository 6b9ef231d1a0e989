import { randomBytes } from 'node:crypto';
import { appendFile, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { choosePort, isAlive, identifyProcess, run } from './processes.ts';
import {
  type ProcessIdentity,
  type Service,
  type ServiceState,
  servicesFolder,
} from './service.ts';

export const programs = '/usr/lib/postgresql/15/bin';
const isRoot = process.getuid?.() === 0;
const rolesFile = path.join(import.meta.dirname, 'roles.sql');

export const postgres: Service = {
  name: 'postgres',
  packages: ['postgresql-15'],

  async up(previous) {
    const existing = previous && (await hasCluster(previous.folder)) ? previous : undefined;
    if (existing && isAlive(existing.process)) {
      await assertOwnCluster(existing);
      return existing;
    }
    const folder = existing?.folder ?? (await createClusterFolder());
    const secrets = existing?.secrets ?? newSecrets();
    const port = await choosePort(previous?.port);
    if (!existing) await initializeCluster(folder, secrets);
    await start(folder, port);
    const state = { folder, secrets, port, process: await postmaster(folder) };
    await assertOwnCluster(state);
    if (!existing) await createRoles(state);
    return state;
  },

  async down({ folder }) {
    await stop(folder);
  },

  env: (state) => ({
    DATABASE_URL: url(state, 'octavo_app', 'octavo'),
    DATABASE_MIGRATE_URL: url(state, 'octavo_owner', 'octavo'),
    DATABASE_ADMIN_URL: url(state, 'postgres', 'postgres'),
  }),
};

type ClusterAccess = Pick<ServiceState, 'port' | 'secrets'>;

const TO_BOOLEAN = [() => true, () => false] as const;

export const data = (folder: string) => path.join(folder, 'data');

export function url({ port, secrets }: ClusterAccess, role: string, database: string): string {
  return `postgres://${role}:${secrets[role]}@127.0.0.1:${port}/${database}`;
}

export function newSecrets(): Record<string, string> {
  const roles = ['postgres', 'octavo_owner', 'octavo_app'];
  return Object.fromEntries(roles.map((role) => [role, randomBytes(18).toString('hex')]));
}

/** PostgreSQL does not run as root, so root runs it as Debian's postgres user. */
export async function runAsPostgres(program: string, ...args: string[]): Promise<string> {
  if (!isRoot) return run(program, args);
  const user = ['--reuid=postgres', '--regid=postgres', '--init-groups', '--'];
  return run('setpriv', [...user, program, ...args], { cwd: '/' });
}

async function hasCluster(folder: string): Promise<boolean> {
  return readFile(path.join(data(folder), 'PG_VERSION')).then(...TO_BOOLEAN);
}

async function createClusterFolder(): Promise<string> {
  const folder = path.join(servicesFolder, 'postgres');
  // Without a stored state the passwords are lost: an interrupted first start left this folder.
  if (await hasCluster(folder)) await stop(folder);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await chownToPostgres(folder);
  if (await runAsPostgres('test', '-w', folder).then(...TO_BOOLEAN)) return folder;
  const elsewhere = await mkdtemp(path.join(os.tmpdir(), 'octavo-postgres-'));
  await chownToPostgres(elsewhere);
  return elsewhere;
}

export async function chownToPostgres(target: string): Promise<void> {
  if (!isRoot) return;
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'postgres'])));
  await chown(target, Number(uid), Number(gid));
}

export async function initializeCluster(
  folder: string,
  secrets: Record<string, string>,
): Promise<void> {
  const passwordFile = path.join(folder, 'password');
  await writeFile(passwordFile, `${secrets['postgres']}\n`, { mode: 0o600 });
  await chownToPostgres(passwordFile);
  const locale = ['--locale=C.UTF-8', '--encoding=UTF8'];
  const login = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const args = ['-D', data(folder), '--data-checksums', ...locale, ...login];
  await runAsPostgres(`${programs}/initdb`, ...args);
  await rm(passwordFile);
  // Data survives a killed process, and these databases need not survive a power failure. It is in the file, because
  // an option of the command line could not be changed while a benchmark runs.
  await appendFile(path.join(data(folder), 'postgresql.conf'), 'fsync = off\n');
}

export async function start(folder: string, port: number): Promise<void> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '256MB',
    wal_level: 'replica',
    log_line_prefix: '%m [%p] %u@%d ',
  };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`);
  const log = path.join(folder, 'postgres.log');
  const args = ['start', '-w', '-t', '60', '-D', data(folder), '-l', log, '-o', options.join(' ')];
  const attempt = () => runAsPostgres(`${programs}/pg_ctl`, ...args);
  // After a kill, child processes keep the shared memory for a moment.
  await attempt()
    .catch(() => sleep(2_000).then(attempt))
    .catch(async (error: unknown) => {
      // It may still be starting, and nothing else would stop it.
      await stop(folder).catch(() => {});
      throw new Error(`see ${log}`, { cause: error });
    });
}

export async function stop(folder: string, mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
  const running = await postmaster(folder).catch(() => undefined);
  if (running)
    await runAsPostgres(`${programs}/pg_ctl`, 'stop', '-m', mode, '-w', '-D', data(folder));
}

async function postmaster(folder: string): Promise<ProcessIdentity> {
  const [pid] = (await readFile(path.join(data(folder), 'postmaster.pid'), 'utf8')).split('\n');
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8');
  // The file outlives a killed server, and its pid may belong to another process by now.
  if (!command.includes(data(folder))) throw new Error(`Process ${pid} is not our PostgreSQL`);
  return identifyProcess(Number(pid));
}

/** Another cluster may use the port; it must not be changed. */
async function assertOwnCluster(state: ServiceState): Promise<void> {
  const dataDirectory = await psql(state, ['-Atc', 'show data_directory']);
  if (dataDirectory !== data(state.folder)) {
    throw new Error(`Port ${state.port} belongs to the cluster in ${dataDirectory}`);
  }
}

export async function createRoles(state: ClusterAccess): Promise<void> {
  await psql(state, ['-v', 'ON_ERROR_STOP=1', '-f', rolesFile]);
}

async function psql(state: ClusterAccess, args: string[]): Promise<string> {
  const env = {
    ...process.env,
    OCTAVO_OWNER_PASSWORD: state.secrets['octavo_owner'],
    OCTAVO_APP_PASSWORD: state.secrets['octavo_app'],
  };
  const target = url(state, 'postgres', 'postgres');
  return run(`${programs}/psql`, ['-X', '-d', target, ...args], { env });
}
