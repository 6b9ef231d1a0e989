import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { zipBytes } from './zip-bytes.ts';
import type { ZipEntry } from './zip-bytes.ts';

export function newReleaseKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const bytes = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  return { publicKey: bytes.toString('base64'), privateKey };
}

/** The manifest of a release as a feed gives it, signed. */
export function signed(manifest: unknown, key: KeyObject): string {
  const bytes = Buffer.from(JSON.stringify(manifest));
  return JSON.stringify({
    manifest: bytes.toString('base64'),
    signature: sign(null, bytes, key).toString('base64'),
  });
}

/** The least that a release needs. */
export const releaseFiles = (version: string): ZipEntry[] => [
  { name: 'package.json', content: '{}' },
  { name: 'apps/server/package.json', content: JSON.stringify({ version }) },
  { name: 'apps/server/src/main.ts', content: '' },
  { name: 'packages/contract/package.json', content: '{}' },
];

/** A folder of releases, served; it knows what was asked of it. */
export async function openFeed() {
  const files = new Map<string, Buffer | string>();
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const file = files.get(url.slice(1));
    response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    files,
    /** Offers a release; what is given besides makes its manifest say something else. */
    offer(version: string, key: KeyObject, entries: readonly ZipEntry[], besides: object = {}) {
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
        ...besides,
      };
      files.set('latest.json', signed(manifest, key));
      return bytes;
    },
  };
}
