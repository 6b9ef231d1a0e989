import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import { fetchFile, makeOwnedPage, uploadFile } from '../../../tests/helpers/upload.ts';
import { testJobContext } from '../../../tests/helpers/job-context.ts';
import { openIsolatedSite, openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { mountSmallDisk } from '../../../tests/helpers/small-disk.ts';
import type { SmallDisk } from '../../../tests/helpers/small-disk.ts';
import { openStoreProxy } from '../../../tests/helpers/store-proxy.ts';
import type { StoreProxy } from '../../../tests/helpers/store-proxy.ts';
import { storeEnv } from '../../../tests/helpers/stores.ts';
import { removeOrphans } from './file-clean-up.ts';

const { upload, uploadList, info } = calls.page;
const STORAGE_FAILED = {
  status: 507,
  error_code: 10631,
  error_message: expect.stringMatching(/^The file could not be stored\..*administrator/),
  success: 0,
  url: '',
  data: null,
};
const DEGRADED = { status: 'degraded', reason: 'files cannot be stored' };
const CHECK_INTERVAL_MS = 30_000;

/** The status must be 200, because a load balancer would otherwise stop routing to the process. */
async function loadHealth({ app }: TestSite): Promise<unknown> {
  const answer = await app.inject('/health/ready');
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
const READ_ONLY = mountSmallDisk();
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('a failing store', () => {
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
    for await (const { key } of (await site.deps.stores.get('s3')).list()) found.push(key);
    return found;
  };

  it.each(['down', 'error', 'denied', 'silent', 'corrupts uploads'] as const)(
    '(%s) rejects the upload and leaves neither a row nor an object',
    async (failure) => {
      const { client, page_id } = await makeOwnedPage(site);
      const before = await keys();
      proxy.set(failure);
      const sent = await uploadFile(client, upload, { page_id }, { bytes: randomBytes(100_000) });
      expect(sent).toMatchObject(STORAGE_FAILED);
      expect(await loadHealth(site)).toEqual(DEGRADED);
      proxy.set('none');
      expect(await client.callOk(uploadList, { page_id })).toEqual([]);
      await removeOrphans(testJobContext(site), -60_000);
      expect(await keys()).toEqual(before);
      const again = await uploadFile(client, upload, { page_id });
      expect(again.error_code).toBe(0);
      expect(await loadHealth(site)).toEqual({ status: 'ready' });
    },
  );

  it.each(['down', 'error', 'silent'] as const)(
    '(%s) cannot serve files, while pages still work',
    async (failure) => {
      const { client, page_id } = await makeOwnedPage(site);
      const bytes = randomBytes(100_000);
      const { url } = await uploadFile(client, upload, { page_id }, { bytes });
      proxy.set(failure);
      const got = await fetchFile(client, url);
      expect(got.statusCode).toBe(503);
      expect(got.headers['content-disposition']).toBeUndefined();
      expect(await client.callOk(info, { page_id })).toMatchObject({ attachment_count: 1 });
      proxy.set('none');
      expect((await fetchFile(client, url)).rawPayload.equals(bytes)).toBe(true);
    },
  );

  it('that returns corrupted content never produces a complete response', async () => {
    const { client, page_id } = await makeOwnedPage(site);
    const bytes = randomBytes(300_000);
    const { url } = await uploadFile(client, upload, { page_id }, { bytes });
    proxy.set('corrupts downloads');
    const received = await fetchFile(client, url).then(
      ({ rawPayload }) => rawPayload.length,
      () => 0,
    );
    expect(received).toBeLessThan(bytes.length);
    proxy.set('none');
    expect((await fetchFile(client, url)).rawPayload.equals(bytes)).toBe(true);
  });
});

describe.skipIf(READ_ONLY === undefined)('a read-only storage folder', () => {
  const disk = READ_ONLY as SmallDisk;
  afterAll(() => disk.remove());

  it('rejects uploads, is reported by health and diagnostics, and recovers when it is writable', async () => {
    const site = await openIsolatedSite({ STORAGE_DIR: disk.folder });
    const { client, page_id } = await makeOwnedPage(site);
    const admin = await makeLoggedInUser(site, { admin: true });
    expect((await uploadFile(client, upload, { page_id })).error_code).toBe(0);
    disk.setReadOnly(true);
    expect(await uploadFile(client, upload, { page_id })).toMatchObject(STORAGE_FAILED);
    expect(await loadHealth(site)).toEqual(DEGRADED);
    expect(await client.callOk(info, { page_id })).toMatchObject({ attachment_count: 1 });
    const { engines } = await admin.client.callOk(calls.adminSystem.diagnose, {});
    expect(engines.find(({ name }) => name === 'storage')).toMatchObject({
      state: 'down',
      fault: expect.stringContaining('EROFS'),
    });
    disk.setReadOnly(false);
    expect((await uploadFile(client, upload, { page_id })).error_code).toBe(0);
    expect(await loadHealth(site)).toEqual({ status: 'ready' });
  });

  it('is detected by a health probe before the first upload, and so is its recovery', async () => {
    disk.setReadOnly(true);
    const site = await openIsolatedSite({ STORAGE_DIR: disk.folder });
    await expect.poll(() => loadHealth(site)).toEqual(DEGRADED);
    disk.setReadOnly(false);
    expect(await loadHealth(site)).toEqual(DEGRADED);
    site.advanceTime(CHECK_INTERVAL_MS);
    await expect.poll(() => loadHealth(site)).toEqual({ status: 'ready' });
  });

  it('rejects an import and fails an export with the reason', async () => {
    const site = await openIsolatedSite({ STORAGE_DIR: disk.folder });
    const { client, item_id } = await makeOwnedPage(site);
    disk.setReadOnly(true);
    const bytes = Buffer.from('{"openapi":"3.0.0"}');
    expect(await uploadFile(client, calls.import.plan, {}, { bytes })).toMatchObject({
      status: 507,
      error_code: 10631,
    });
    const begun = await client.callOk(calls.export.begin, { item_id, format: 'markdown' });
    await expect
      .poll(() => client.callOk(calls.export.status, begun))
      .toMatchObject({ state: 'failed', reason: STORAGE_FAILED.error_message });
    disk.setReadOnly(false);
  });
});

describe('a full disk', () => {
  const disk = mountSmallDisk();
  afterAll(() => disk?.remove());

  it.skipIf(disk === undefined)(
    'rejects an upload, leaves no partial file, and accepts the next one',
    async () => {
      const site = await openIsolatedSite({ STORAGE_DIR: disk?.folder ?? '' });
      const { client, page_id } = await makeOwnedPage(site);
      const large = await uploadFile(client, upload, { page_id }, { bytes: randomBytes(3 << 20) });
      expect(large).toMatchObject(STORAGE_FAILED);
      expect(await loadHealth(site)).toEqual(DEGRADED);
      const bytes = randomBytes(100_000);
      const { url } = await uploadFile(client, upload, { page_id }, { bytes });
      expect(await loadHealth(site)).toEqual({ status: 'ready' });
      expect((await fetchFile(client, url)).rawPayload.equals(bytes)).toBe(true);
      const names = await readdir(site.deps.config.storageDir, { recursive: true });
      const key = hash(bytes);
      expect(names.toSorted()).toEqual([key.slice(0, 2), `${key.slice(0, 2)}/${key}`, 'incoming']);
      expect(await client.callOk(uploadList, { page_id })).toHaveLength(1);
    },
  );

  it('or a missing folder is reported as a storage failure', async () => {
    const site = await openIsolatedSite({ STORAGE_DIR: '/dev/null/files' });
    const { client, page_id } = await makeOwnedPage(site);
    expect(await uploadFile(client, upload, { page_id })).toMatchObject(STORAGE_FAILED);
    expect(await client.callOk(info, { page_id })).toMatchObject({ attachment_count: 0 });
  });
});
