import { createHash, randomBytes } from 'node:crypto';
import { calls } from '@octavo/contract';
import { describe, expect, it } from 'vitest';
import { fetchFile, makeOwnedPage, uploadFile } from '../../../tests/helpers/upload.ts';
import { testJobContext, NO_PROGRESS } from '../../../tests/helpers/job-context.ts';
import { openIsolatedSite } from '../../../tests/helpers/site.ts';
import { storeEnv } from '../../../tests/helpers/stores.ts';
import { removeOrphans } from '../attachment/file-clean-up.ts';
import { migrateFiles } from './migrate-files.ts';
import { verifyFiles } from './verify-files.ts';

const { upload } = calls.page;
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('a migration to another store', () => {
  it('and back keeps every file and leaves no objects in the old store', async () => {
    const site = await openIsolatedSite({ ...(await storeEnv('s3')), STORAGE: 'local' });
    const ctx = testJobContext(site);
    const { client, page_id } = await makeOwnedPage(site);
    const files = Array.from({ length: 7 }, () => ({ bytes: randomBytes(2000) }));
    const sent: { url: string; bytes: Buffer }[] = [];
    for (const file of [...files, ...files.slice(0, 2)])
      sent.push({ ...file, url: (await uploadFile(client, upload, { page_id }, file)).url });
    const assertUnchanged = async () => {
      for (const { url, bytes } of sent)
        expect((await fetchFile(client, url)).rawPayload.equals(bytes)).toBe(true);
    };
    for (const [to, from] of [
      ['s3', 'local'],
      ['local', 's3'],
    ] as const) {
      expect(await migrateFiles(ctx, to, NO_PROGRESS)).toEqual([]);
      const stores = await site.database.query('select distinct store from upload_file');
      expect(stores).toEqual([{ store: to }]);
      await assertUnchanged();
      await removeOrphans(ctx, -60_000);
      await assertUnchanged();
      const left = [];
      for await (const { key } of (await site.deps.stores.get(from)).list()) left.push(key);
      expect(left).toEqual([]);
      expect(await verifyFiles(ctx, true, NO_PROGRESS)).toEqual({
        objects: 7,
        errors: [],
        orphans: 0,
      });
    }
  });

  it('skips missing and corrupted objects and reports them', async () => {
    const site = await openIsolatedSite({ ...(await storeEnv('s3')), STORAGE: 'local' });
    const ctx = testJobContext(site);
    const { client, page_id } = await makeOwnedPage(site);
    const [missing, corrupted, fine] = [randomBytes(10), randomBytes(20), randomBytes(30)];
    for (const bytes of [missing, corrupted, fine])
      await uploadFile(client, upload, { page_id }, { bytes });
    const local = await site.deps.stores.get('local');
    await local.remove(hash(missing));
    await local.put(hash(corrupted), randomBytes(20));
    const errors = [
      `${hash(missing)} is missing in the store local`,
      `${hash(corrupted)} has different content in the store local`,
    ].toSorted();
    expect((await verifyFiles(ctx, true, NO_PROGRESS)).errors.toSorted()).toEqual(errors);
    expect((await migrateFiles(ctx, 's3', NO_PROGRESS)).toSorted()).toEqual(errors);
    const rows = await site.database.query<{ object_key: string }>(
      "select object_key from upload_file where store = 's3'",
    );
    expect(rows).toEqual([{ object_key: hash(fine) }]);
  });
});
