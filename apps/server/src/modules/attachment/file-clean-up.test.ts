import { createHash, randomBytes } from 'node:crypto';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchFile, makeOwnedPage, uploadFile } from '../../../tests/helpers/upload.ts';
import { makePage } from '../../../tests/helpers/item-factories.ts';
import { testJobContext } from '../../../tests/helpers/job-context.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { STORE_KINDS, storeEnv } from '../../../tests/helpers/stores.ts';
import { removeOrphans, removePurged, removeUnfinished } from './file-clean-up.ts';
import { recycleRepository } from '../recycle/recycle.repository.ts';

const { upload, save } = calls.page;
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.each(STORE_KINDS)('clean-up of the %s store', (kind) => {
  let site: TestSite;
  beforeAll(async () => {
    site = await openTestSite(await storeEnv(kind));
  });
  afterAll(() => site.close());

  async function purge(pageId: number) {
    await site.database.query(
      "update page set del_time = now() - interval '31 days' where page_id = $1",
      [pageId],
    );
    await recycleRepository(site.deps.db).purgePages(30, 100);
  }

  it('removes only files whose pages have all been purged', async () => {
    const { client, item_id, page_id } = await makeOwnedPage(site);
    const second = await makePage(site, item_id);
    const bytes = () => ({ bytes: randomBytes(50) });
    const gone = bytes();
    const sent = {
      gone: await uploadFile(client, upload, { page_id }, gone),
      onSecond: await uploadFile(client, upload, { page_id }, bytes()),
      formerly: await uploadFile(client, upload, { page_id }, bytes()),
      inTemplate: await uploadFile(client, upload, { page_id }, bytes()),
      unsaved: await uploadFile(client, upload, { page_id: 0, item_id }, bytes()),
      library: await uploadFile(client, calls.attachment.upload, {}, bytes()),
    };
    const text = `![](${sent.onSecond.url}) ![](${sent.formerly.url})`;
    await client.callOk(save, { page_id, page_content: `![](${sent.library.url})` });
    await client.callOk(save, { page_id: second, page_content: text });
    await client.callOk(save, { page_id: second, page_content: `![](${sent.onSecond.url})` });
    const template = { template_title: 'T', template_content: `![](${sent.inTemplate.url})` };
    await client.callOk(calls.template.save, template);
    const statuses = async () =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(sent).map(async ([name, { url }]) => {
            return [name, (await fetchFile(client, url)).statusCode] as const;
          }),
        ),
      );
    const all = Object.fromEntries(Object.keys(sent).map((name) => [name, 200]));
    // Pages in the recycle bin can still be restored.
    await client.callOk(calls.page.delete, { page_id });
    await client.callOk(calls.page.delete, { page_id: second });
    await removePurged(testJobContext(site));
    expect(await statuses()).toEqual(all);
    await purge(page_id);
    await removePurged(testJobContext(site));
    expect(await statuses()).toEqual({ ...all, gone: 404 });
    const storage = await site.deps.stores.get(kind);
    expect(await storage.find(hash(gone.bytes))).toBeUndefined();
    await purge(second);
    await removePurged(testJobContext(site));
    expect(await statuses()).toEqual({ ...all, gone: 404, onSecond: 404, formerly: 404 });
  });

  it('removes orphaned objects after the minimum age', async () => {
    const { client, page_id } = await makeOwnedPage(site);
    const named = randomBytes(60);
    const { url } = await uploadFile(client, upload, { page_id }, { bytes: named });
    const storage = await site.deps.stores.get(kind);
    const orphan = randomBytes(70);
    await storage.put(hash(orphan), orphan);
    await removeOrphans(testJobContext(site));
    expect(await storage.find(hash(orphan))).toBeDefined();
    await removeOrphans(testJobContext(site), -60_000);
    expect(await storage.find(hash(orphan))).toBeUndefined();
    expect((await fetchFile(client, url)).rawPayload.equals(named)).toBe(true);
  });
});

describe('temporary files of a crashed process', () => {
  it('are removed after a day', async () => {
    const site = await openTestSite();
    const { client, page_id } = await makeOwnedPage(site);
    const { url } = await uploadFile(client, upload, { page_id });
    const { storageDir } = site.deps.config;
    const left = ['incoming/old', 'incoming/new', `${(await readdir(storageDir))[0]}/x.part`];
    for (const name of left) await writeFile(join(storageDir, name), 'x');
    const yesterday = new Date(Date.now() - 86_400_001);
    for (const name of [left[0], left[2]])
      await utimes(join(storageDir, name ?? ''), yesterday, yesterday);
    await removeUnfinished(testJobContext(site));
    const names = await readdir(storageDir, { recursive: true });
    expect(names.filter((name) => left.includes(name))).toEqual(['incoming/new']);
    expect((await fetchFile(client, url)).statusCode).toBe(200);
    await site.close();
  });
});
