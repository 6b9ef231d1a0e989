import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { createCipher } from '../../secrets.ts';
import { STORE_KINDS, storeEnv } from '../../../tests/helpers/stores.ts';
import { siteSettings } from '../setting/setting.ts';
import { s3ConfigFromEnv } from './s3-config.ts';
import { s3Storage } from './s3-storage.ts';
import type { LocalFile, Storage } from './storage.ts';
import { createStores } from './stores.ts';

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.each(STORE_KINDS)('the %s store', (kind) => {
  let folder: string;
  let storage: Storage;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'octavo-store-'));
    const env = {
      DATABASE_URL: 'postgres://db/octavo',
      STORAGE_DIR: folder,
      ...(await storeEnv(kind)),
    };
    const config = readConfig(env);
    const cipher = createCipher(config.secretKey, 'setting');
    const settings = async () => siteSettings.parse({});
    const stores = createStores({ config, cipher, settings, now: () => new Date() });
    storage = await stores.current();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const read = async (key: string, range?: { start: number; end: number }) => {
    const stream = await storage.open(key, range);
    return stream && buffer(stream);
  };

  async function localFile(bytes: Buffer): Promise<LocalFile> {
    const path = join(folder, `incoming-${hash(bytes)}`);
    await writeFile(path, bytes);
    return { path, size: bytes.length, md5: createHash('md5').update(bytes).digest('base64') };
  }

  it('is selected by the environment', () => {
    expect(storage.name).toBe(kind);
  });

  it('returns the same content that was put as bytes or as a file', async () => {
    for (const bytes of [randomBytes(300_000), Buffer.alloc(0)])
      for (const content of [bytes, await localFile(bytes)]) {
        const key = hash(bytes);
        await storage.put(key, content);
        expect((await read(key))?.equals(bytes)).toBe(true);
        expect(await storage.find(key)).toMatchObject({ key, size: bytes.length });
      }
  });

  it('returns a byte range', async () => {
    const bytes = randomBytes(1000);
    await storage.put(hash(bytes), bytes);
    const part = await read(hash(bytes), { start: 10, end: 99 });
    expect(part?.equals(bytes.subarray(10, 100))).toBe(true);
  });

  it('allows to put and to remove the same object twice', async () => {
    const bytes = randomBytes(1000);
    const key = hash(bytes);
    const file = await localFile(bytes);
    await storage.put(key, file);
    await Promise.all([storage.put(key, file), storage.put(key, bytes)]);
    expect((await read(key))?.equals(bytes)).toBe(true);
    await storage.remove(key);
    await storage.remove(key);
    expect(await storage.find(key)).toBeUndefined();
    expect(await read(key)).toBeUndefined();
  });

  it('lists each object once with its size', async () => {
    const all = Array.from({ length: 5 }, (_, at) => randomBytes(100 + at));
    for (const bytes of all) await storage.put(hash(bytes), bytes);
    const found = new Map<string, number>();
    for await (const { key, size } of storage.list()) {
      expect(found.has(key)).toBe(false);
      found.set(key, size);
    }
    for (const bytes of all) expect(found.get(hash(bytes))).toBe(bytes.length);
  });

  it('rejects names that are not object keys', async () => {
    for (const name of ['../../etc/passwd', 'a', `${'a'.repeat(64)}.part`, ''])
      await expect(storage.put(name, Buffer.from('x'))).rejects.toThrow('invalid object key');
  });
});

describe('the s3 store', () => {
  it('lists objects that do not fit into one response', async () => {
    const env = { DATABASE_URL: 'postgres://db/octavo', ...(await storeEnv('s3')) };
    const config = s3ConfigFromEnv(readConfig(env));
    if (!config) throw new Error('the environment has no S3 store');
    const storage = s3Storage(config, 2);
    const keys = Array.from({ length: 5 }, () => hash(randomBytes(16)));
    for (const key of keys) await storage.put(key, Buffer.from(key));
    const listed: string[] = [];
    for await (const { key } of storage.list()) listed.push(key);
    expect(listed).toEqual(keys.toSorted());
  });
});
