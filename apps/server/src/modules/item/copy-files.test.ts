import { calls } from '@octavo/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetchFile, makeOwnedPage, uploadFile } from '../../../tests/helpers/upload.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { settingRepository } from '../setting/setting.repository.ts';

const { save, upload, info, uploadList, deleteUploadFile } = calls.page;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

it('copies the files of an item, and the copies remain when the originals are deleted', async () => {
  const { client, item_id, page_id, uid } = await makeOwnedPage(site, { password_hash: 'x' });
  const shown = await uploadFile(client, upload, { page_id }, { name: 'shown.txt' });
  const hung = await uploadFile(client, upload, { page_id }, { name: 'hung.txt' });
  await client.callOk(save, { page_id, page_content: `[a](${shown.url}) [again](${shown.url})` });
  const copy = await client.callOk(calls.item.add, { copy_item_id: item_id, item_name: 'Copy' });
  const item = await client.callOk(calls.item.info, { item_id: copy.item_id });
  const page = item.menu.catalogs[0]?.pages[0]?.page_id ?? 0;

  const { page_content } = await client.callOk(info, { page_id: page });
  const [address = '', again] = page_content.match(/\/file\/[^)]+/g) ?? [];
  expect(address).toMatch(/^\/file\/[0-9a-f]{32}\/shown\.txt$/);
  expect(again).toBe(address);
  expect(address).not.toBe(shown.url);
  const files = await client.callOk(uploadList, { page_id: page });
  expect(files.map((file) => [file.display_name, file.item_id])).toEqual([
    ['hung.txt', copy.item_id],
    ['shown.txt', copy.item_id],
  ]);
  const rows = await site.database.query<{ uid: string }>(
    'select distinct uid from upload_file where item_id = $1',
    [copy.item_id],
  );
  expect(rows).toEqual([{ uid: String(uid) }]);

  for (const { file_id } of await client.callOk(uploadList, { page_id }))
    await client.callOk(deleteUploadFile, { page_id, file_id });
  expect((await fetchFile(client, hung.url ?? '')).statusCode).toBe(404);
  const fetched = await fetchFile(client, address);
  expect([fetched.statusCode, fetched.body]).toEqual([200, 'plain words']);
});

it('rejects a copy whose files exceed the quota of the user', async () => {
  const { client, item_id, page_id } = await makeOwnedPage(site);
  await uploadFile(client, upload, { page_id }, { bytes: Buffer.alloc(600_000, 'x') });
  await settingRepository(site.deps.db).save({ attachment_quota_m: 1 });
  const copy = { copy_item_id: item_id, item_name: 'Copy' };
  expect((await client.call(calls.item.add, copy)).error_code).toBe(10608);
  await settingRepository(site.deps.db).save({ attachment_quota_m: 0 });
  expect((await client.call(calls.item.add, copy)).error_code).toBe(0);
});
