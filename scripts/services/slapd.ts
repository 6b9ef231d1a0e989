import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { choosePort, isAlive, run, startDetached, stop, waitForPort } from './processes.ts';
import { type Service, servicesFolder } from './service.ts';

const base = 'dc=harbor,dc=test';
const rootDn = `cn=admin,${base}`;

/** An LDAP directory, plain with StartTLS and over TLS, with an empty unit for the users of tests. */
export const slapd: Service = {
  name: 'slapd',
  packages: ['slapd', 'openssl'],

  async up(previous) {
    if (previous && isAlive(previous.process)) return previous;
    const folder = path.join(servicesFolder, 'slapd');
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
    await mkdir(path.join(folder, 'data'), { recursive: true });
    const password = randomBytes(18).toString('hex');
    const port = await choosePort(previous?.port);
    const tlsPort = await choosePort();
    await makeCertificates(folder);
    const conf = path.join(folder, 'slapd.conf');
    await writeFile(conf, slapdConf(folder, password));
    const ldif = path.join(folder, 'tree.ldif');
    await writeFile(ldif, TREE);
    await run('/usr/sbin/slapadd', ['-f', conf, '-l', ldif]);
    const log = path.join(folder, 'slapd.log');
    const urls = `ldap://127.0.0.1:${port} ldaps://127.0.0.1:${tlsPort}`;
    const identity = await startDetached(
      '/usr/sbin/slapd',
      ['-d', '0', '-f', conf, '-h', urls],
      log,
    );
    await waitForPort(port, identity, log);
    return { port, folder, secrets: { password, tlsPort: String(tlsPort) }, process: identity };
  },

  down: (state) => stop(state.process),

  env: ({ port, folder, secrets }) => ({
    TEST_LDAP_PORT: String(port),
    TEST_LDAPS_PORT: secrets['tlsPort'] ?? '',
    TEST_LDAP_CA: path.join(folder, 'ca.pem'),
    TEST_LDAP_BASE: base,
    TEST_LDAP_BIND_DN: rootDn,
    TEST_LDAP_PASSWORD: secrets['password'] ?? '',
  }),
};

const TREE = `dn: ${base}
objectClass: dcObject
objectClass: organization
o: Harbor
dc: harbor

dn: ou=people,${base}
objectClass: organizationalUnit
ou: people
`;

/** Creates a separate certificate authority, which no client trusts by default. */
async function makeCertificates(folder: string): Promise<void> {
  const inFolder = (name: string) => path.join(folder, name);
  const openssl = (...args: string[]) => run('openssl', args);
  const newKeyArgs = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await openssl(
    'req',
    '-x509',
    ...newKeyArgs,
    '-days',
    '3650',
    '-subj',
    '/CN=Harbor test authority',
    '-keyout',
    inFolder('ca.key'),
    '-out',
    inFolder('ca.pem'),
  );
  await openssl(
    'req',
    ...newKeyArgs,
    '-subj',
    '/CN=127.0.0.1',
    '-keyout',
    inFolder('server.key'),
    '-out',
    inFolder('server.csr'),
  );
  await writeFile(inFolder('names.txt'), 'subjectAltName=IP:127.0.0.1\n');
  await openssl(
    'x509',
    '-req',
    '-in',
    inFolder('server.csr'),
    '-CA',
    inFolder('ca.pem'),
    '-CAkey',
    inFolder('ca.key'),
    '-CAcreateserial',
    '-days',
    '3650',
    '-extfile',
    inFolder('names.txt'),
    '-out',
    inFolder('server.pem'),
  );
}

function slapdConf(folder: string, password: string): string {
  return `include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${folder}/slapd.pid
TLSCACertificateFile ${folder}/ca.pem
TLSCertificateFile ${folder}/server.pem
TLSCertificateKeyFile ${folder}/server.key
database mdb
maxsize 104857600
suffix "${base}"
rootdn "${rootDn}"
rootpw ${password}
directory ${folder}/data
`;
}
