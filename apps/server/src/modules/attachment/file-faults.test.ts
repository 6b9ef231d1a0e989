import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { fetchFile, ownPage, send } from '../../testing/files.ts';
import { operating } from '../../testing/operating.ts';
import { openOwnSite, openTestSite } from '../../testing/site.ts';
import type { TestSite } from '../../testing/site.ts';
import { mountSmallDisk } from '../../testing/small-disk.ts';
import { openStoreProxy } from '../../testing/store-proxy.ts';
import type { StoreProxy } from '../../testing/store-proxy.ts';
import { storeEnv } from '../../testing/stores.ts';
import { removeOrphans } from './file-clean-up.ts';

const { upload, uploadList, info } = calls.page;
const UNAVAILABLE = { status: 503, success: 0, url: '', data: null };
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('F17 a store that', () => {
  let site: TestSite;
  let proxy: StoreProxy;
  beforeAll(async () => {
    proxy = await openStoreProxy(inject('services')['TEST_S3_ENDPOINT'] ?? '');
    site = await openTestSite(await storeEnv('s3', proxy.url));
  });
  afterAll(async () => {
    await site.close();
    await proxy.close();
  });

  const keys = async () => {
    const found = [];
    for await (const { key } of (await site.deps.stores.of('s3')).list()) found.push(key);
    return found;
  };

  it.each(['down', 'error', 'silent', 'bends uploads'] as const)(
    'is at fault (%s) takes no file, and leaves neither row nor object',
    async (fault) => {
      const { client, page_id } = await ownPage(site);
      const before = await keys();
      proxy.set(fault);
      const sent = await send(client, upload, { page_id }, { bytes: randomBytes(100_000) });
      expect(sent).toMatchObject(UNAVAILABLE);
      proxy.set('none');
      expect(await client.must(uploadList, { page_id })).toEqual([]);
      await removeOrphans(operating(site), -60_000);
      expect(await keys()).toEqual(before);
      const again = await send(client, upload, { page_id });
      expect(again.error_code).toBe(0);
    },
  );

  it.each(['down', 'error', 'silent'] as const)(
    'is at fault (%s) gives no file, while pages go on',
    async (fault) => {
      const { client, page_id } = await ownPage(site);
      const bytes = randomBytes(100_000);
      const { url } = await send(client, upload, { page_id }, { bytes });
      proxy.set(fault);
      const got = await fetchFile(client, url);
      expect(got.statusCode).toBe(503);
      expect(got.headers['content-disposition']).toBeUndefined();
      expect(await client.must(info, { page_id })).toMatchObject({ attachment_count: 1 });
      proxy.set('none');
      expect((await fetchFile(client, url)).rawPayload.equals(bytes)).toBe(true);
    },
  );

  it('gives other bytes than it was given never ends as a whole answer', async () => {
    const { client, page_id } = await ownPage(site);
    const bytes = randomBytes(300_000);
    const { url } = await send(client, upload, { page_id }, { bytes });
    proxy.set('bends downloads');
    const received = await fetchFile(client, url).then(
      ({ rawPayload }) => rawPayload.length,
      () => 0,
    );
    expect(received).toBeLessThan(bytes.length);
    proxy.set('none');
    expect((await fetchFile(client, url)).rawPayload.equals(bytes)).toBe(true);
  });
});

describe('F11 a full disk', () => {
  const disk = mountSmallDisk();
  afterAll(() => disk?.remove());

  it.skipIf(disk === undefined)(
    'takes no file, keeps no half, and takes the next one',
    async () => {
      const site = await openOwnSite({ STORAGE_DIR: disk?.folder ?? '' });
      const { client, page_id } = await ownPage(site);
      const large = await send(client, upload, { page_id }, { bytes: randomBytes(3 << 20) });
      expect(large).toMatchObject(UNAVAILABLE);
      const bytes = randomBytes(100_000);
      const { url } = await send(client, upload, { page_id }, { bytes });
      expect((await fetchFile(client, url)).rawPayload.equals(bytes)).toBe(true);
      const names = await readdir(site.deps.config.storageDir, { recursive: true });
      const key = hash(bytes);
      expect(names.toSorted()).toEqual([key.slice(0, 2), `${key.slice(0, 2)}/${key}`, 'incoming']);
      expect(await client.must(uploadList, { page_id })).toHaveLength(1);
    },
  );

  it('or one that is not there is no fault of the sender', async () => {
    const site = await openOwnSite({ STORAGE_DIR: '/dev/null/files' });
    const { client, page_id } = await ownPage(site);
    expect(await send(client, upload, { page_id })).toMatchObject(UNAVAILABLE);
    expect(await client.must(info, { page_id })).toMatchObject({ attachment_count: 0 });
  });
});
