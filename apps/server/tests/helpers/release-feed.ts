import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipBytes } from './zip-bytes.ts';
import type { ZipEntry } from './zip-bytes.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

export function newReleaseKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const bytes = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  return { publicKey: bytes.toString('base64'), privateKey };
}

/** Returns the signed manifest of a release, as a feed serves it. */
export function signManifest(manifest: unknown, key: KeyObject): string {
  const bytes = Buffer.from(JSON.stringify(manifest));
  return JSON.stringify({
    manifest: bytes.toString('base64'),
    signature: sign(null, bytes, key).toString('base64'),
  });
}

/** The minimal files of a release. */
export const minimalReleaseFiles = (version: string): ZipEntry[] => [
  { name: 'package.json', content: '{}' },
  { name: 'apps/server/package.json', content: JSON.stringify({ version }) },
  { name: 'apps/server/src/main.ts', content: '' },
  { name: 'packages/contract/package.json', content: '{}' },
];

/** Packs this source tree as a release of another version, without test files. */
export function packTestRelease(
  version: string,
  changedFiles: Readonly<Record<string, string>>,
): ZipEntry[] {
  const entries: ZipEntry[] = [];
  const walk = (folder: string) => {
    for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
      const name = `${folder}/${entry.name}`;
      if (entry.name.startsWith('.') || entry.name === 'tests') continue;
      if (entry.isDirectory()) walk(name);
      else if (entry.isFile() && !name.endsWith('.test.ts') && !(name in changedFiles))
        entries.push({ name, content: readFileSync(join(ROOT, name)), deflate: true });
    }
  };
  for (const folder of ['apps/server', 'packages']) walk(folder);
  const server = JSON.stringify({ name: '@octavo/server', type: 'module', version });
  const ownFiles = { ...changedFiles, 'apps/server/package.json': server };
  return [
    ...entries.filter(({ name }) => name !== 'apps/server/package.json'),
    ...Object.entries(ownFiles).map(([name, content]) => ({ name, content })),
  ];
}

/** Serves a folder of releases over HTTP and records the requested URLs. */
export async function startReleaseFeed() {
  const files = new Map<string, Buffer | string>();
  const requestedPaths: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    requestedPaths.push(url);
    const file = files.get(url.slice(1));
    response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    close() {
      server.closeAllConnections();
      server.close();
    },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requestedPaths,
    files,
    /** Publishes a release; `overrides` replaces fields of its manifest. */
    publish(version: string, key: KeyObject, entries: readonly ZipEntry[], overrides: object = {}) {
      const bytes = zipBytes(entries);
      const file = `octavo-${version}.zip`;
      files.set(file, bytes);
      const manifest = {
        version,
        time: '2026-11-01T10:00:00Z',
        file,
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        notes: { en: ['Quicker search'], 'zh-cn': ['搜索更快'] },
        ...overrides,
      };
      files.set('latest.json', signManifest(manifest, key));
      return bytes;
    },
  };
}
