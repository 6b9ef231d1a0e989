import { createHash, randomBytes } from 'node:crypto';
import { calls } from '@octavo/contract';
import { describe, expect, it } from 'vitest';
import { fetchFile, ownPage, send } from '../../testing/files.ts';
import { operating, SILENT } from '../../testing/operating.ts';
import { openOwnSite } from '../../testing/site.ts';
import { storeEnv } from '../../testing/stores.ts';
import { removeOrphans } from './file-clean-up.ts';
import { migrateFiles } from './migrate-files.ts';
import { verifyFiles } from './verify-files.ts';

const { upload } = calls.page;
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('a migration to another store', () => {
  it('and back keeps every file and leaves no objects in the old store', async () => {
    const site = await openOwnSite({ ...(await storeEnv('s3')), STORAGE: 'local' });
    const ctx = operating(site);
    const { client, page_id } = await ownPage(site);
    const files = Array.from({ length: 7 }, () => ({ bytes: randomBytes(2000) }));
    const sent: { url: string; bytes: Buffer }[] = [];
    for (const file of [...files, ...files.slice(0, 2)])
      sent.push({ ...file, url: (await send(client, upload, { page_id }, file)).url });
    const assertWhole = async () => {
      for (const { url, bytes } of sent)
        expect((await fetchFile(client, url)).rawPayload.equals(bytes)).toBe(true);
    };
    for (const [to, from] of [
      ['s3', 'local'],
      ['local', 's3'],
    ] as const) {
      expect(await migrateFiles(ctx, to, SILENT)).toEqual([]);
      const stores = await site.database.query('select distinct store from upload_file');
      expect(stores).toEqual([{ store: to }]);
      await assertWhole();
      await removeOrphans(ctx, -60_000);
      await assertWhole();
      const left = [];
      for await (const { key } of (await site.deps.stores.of(from)).list()) left.push(key);
      expect(left).toEqual([]);
      expect(await verifyFiles(ctx, true, SILENT)).toEqual({ objects: 7, faults: [], orphans: 0 });
    }
  });

  it('skips missing and corrupted objects and reports them', async () => {
    const site = await openOwnSite({ ...(await storeEnv('s3')), STORAGE: 'local' });
    const ctx = operating(site);
    const { client, page_id } = await ownPage(site);
    const [missing, bent, fine] = [randomBytes(10), randomBytes(20), randomBytes(30)];
    for (const bytes of [missing, bent, fine]) await send(client, upload, { page_id }, { bytes });
    const local = await site.deps.stores.of('local');
    await local.remove(hash(missing));
    await local.put(hash(bent), randomBytes(20));
    const faults = [
      `${hash(missing)} is missing in the store local`,
      `${hash(bent)} has other bytes in the store local`,
    ].toSorted();
    expect((await verifyFiles(ctx, true, SILENT)).faults.toSorted()).toEqual(faults);
    expect((await migrateFiles(ctx, 's3', SILENT)).toSorted()).toEqual(faults);
    const rows = await site.database.query<{ object_key: string }>(
      "select object_key from upload_file where store = 's3'",
    );
    expect(rows).toEqual([{ object_key: hash(fine) }]);
  });
});
