import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, connect } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Attribute, Change, Client } from 'ldapts';
import { choosePort, run } from '../../../../scripts/services/processes.ts';
import { startProgram } from './program.ts';
import { WAIT } from './wait.ts';

export const BASE = 'dc=harbor,dc=test';
const ROOT_DN = `cn=admin,${BASE}`;
const ROOT_PASSWORD = 'lighthouse lamp 9';

/** A directory of its own, which a test may fill, kill and start again. */
export interface DedicatedSlapd {
  readonly port: number;
  /** The LDAP settings of a site. */
  readonly form: Readonly<Record<string, string | number>>;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Runs `act` with a client that is bound as the administrator of the directory. */
  change<T>(act: (client: Client) => Promise<T>): Promise<T>;
  /** The searches and binds since the directory was started. */
  operations(): Promise<number>;
  close(): Promise<void>;
}

const TREE = `dn: ${BASE}
objectClass: dcObject
objectClass: organization
o: Harbor
dc: harbor

dn: ou=people,${BASE}
objectClass: organizationalUnit
ou: people

dn: ou=groups,${BASE}
objectClass: organizationalUnit
ou: groups
`;

/** `ldif` are further entries; many are loaded faster than by a client. */
export async function startDedicatedSlapd(ldif = '', conf = ''): Promise<DedicatedSlapd> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-slapd-'));
  await mkdir(join(folder, 'data'));
  const port = await choosePort();
  const file = (name: string) => join(folder, name);
  await writeFile(
    file('slapd.conf'),
    `include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
include /etc/ldap/schema/nis.schema
include /etc/ldap/schema/msuser.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${file('slapd.pid')}
database mdb
maxsize 1073741824
suffix "${BASE}"
rootdn "${ROOT_DN}"
rootpw "${ROOT_PASSWORD}"
directory ${file('data')}
index objectClass,uid eq
${conf}
`,
  );
  await writeFile(file('tree.ldif'), `${TREE}\n${ldif}`);
  await run('/usr/sbin/slapadd', ['-q', '-f', file('slapd.conf'), '-l', file('tree.ldif')]);
  const spawn = () =>
    startProgram('/usr/sbin/slapd', [
      '-d',
      'stats',
      '-f',
      file('slapd.conf'),
      '-h',
      `ldap://127.0.0.1:${port}`,
    ]);
  let slapd = spawn();
  const change: DedicatedSlapd['change'] = async (act) => {
    const client = new Client({ url: `ldap://127.0.0.1:${port}` });
    try {
      await client.bind(ROOT_DN, ROOT_PASSWORD);
      return await act(client);
    } finally {
      await client.unbind().catch(() => {});
    }
  };
  // Without the helpers of Vitest, because browser tests use this file too.
  const waitUntilReady = async () => {
    const end = Date.now() + WAIT.timeout;
    while (!(await change(async () => true).catch(() => false))) {
      if (!slapd.isRunning() || Date.now() > end)
        throw new Error(`slapd failed: ${slapd.stderr()}`);
      await sleep(WAIT.interval);
    }
  };
  await waitUntilReady();
  const kill = async () => {
    slapd.signal('SIGKILL');
    await slapd.exited;
  };
  return {
    port,
    form: {
      host: '127.0.0.1',
      port,
      base_dn: `ou=people,${BASE}`,
      bind_dn: ROOT_DN,
      bind_password: ROOT_PASSWORD,
      user_field: 'uid',
      name_field: 'cn',
      security: 'none',
      ca: '',
    },
    async start() {
      slapd = spawn();
      await waitUntilReady();
    },
    kill,
    change,
    async operations() {
      return slapd.stderr().match(/ (?:SRCH base|BIND dn="[^"]*" method)/g)?.length ?? 0;
    },
    async close() {
      await kill();
      await rm(folder, { recursive: true });
    },
  };
}

interface DirectoryPerson {
  readonly uid: string;
  readonly cn?: string;
  readonly mail?: string;
  readonly title?: string;
}

export const personDn = (uid: string) => `uid=${uid},ou=people,${BASE}`;
export const groupDn = (cn: string) => `cn=${cn},ou=groups,${BASE}`;

/** The entry of a person as LDIF. */
export function personLdif({ uid, cn = `Person ${uid}`, mail, title }: DirectoryPerson): string {
  const optional = [mail && `mail: ${mail}`, title && `title: ${title}`].filter(Boolean);
  return [
    `dn: ${personDn(uid)}`,
    'objectClass: inetOrgPerson',
    'objectClass: extensibleObject',
    `cn: ${cn}`,
    `sn: ${uid}`,
    `uid: ${uid}`,
    'userPassword: quiet boats 7',
    ...optional,
    '\n',
  ].join('\n');
}

/** The entry of a group as LDIF. */
export function groupLdif(cn: string, members: readonly string[]): string {
  return [
    `dn: ${groupDn(cn)}`,
    'objectClass: groupOfNames',
    `cn: ${cn}`,
    ...members.map((uid) => `member: ${personDn(uid)}`),
    '\n',
  ].join('\n');
}

export async function addPerson(slapd: DedicatedSlapd, person: DirectoryPerson): Promise<void> {
  const { uid, cn = `Person ${uid}`, mail, title } = person;
  await slapd.change((client) =>
    client.add(personDn(uid), {
      objectClass: ['inetOrgPerson', 'extensibleObject'],
      cn,
      sn: uid,
      userPassword: 'quiet boats 7',
      ...(mail && { mail }),
      ...(title && { title }),
    }),
  );
}

export async function setAttribute(
  slapd: DedicatedSlapd,
  dn: string,
  type: string,
  values: readonly string[],
): Promise<void> {
  const modification = new Attribute({ type, values: [...values] });
  await slapd.change((client) =>
    client.modify(dn, new Change({ operation: 'replace', modification })),
  );
}

/** A proxy that forwards so many bytes of the directory and then runs `act`, once. */
export async function startByteProxy(port: number, bytes: number, act: () => Promise<void>) {
  let left = bytes;
  const server: Server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    client.pipe(upstream);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => {});
      one.once('close', () => other.destroy());
    }
    upstream.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left > 0 || left + chunk.length <= 0) client.write(chunk);
      else void act();
    });
  });
  const proxyPort = await choosePort();
  await new Promise<void>((resolve) => server.listen(proxyPort, '127.0.0.1', resolve));
  return {
    port: proxyPort,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
