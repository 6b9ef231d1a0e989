import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../tests/helpers/client.ts';
import { makeLoggedInUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import { fetchFile, makeOwnedPage, uploadFile } from '../../../tests/helpers/upload.ts';
import {
  addMember,
  makeItem,
  makeMember,
  makePage,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { PNG_PIXEL } from '../../../tests/helpers/multipart.ts';

const { upload, save, info, uploadList, deleteUploadFile } = calls.page;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

const status = async (client: TestClient, url: string) => (await fetchFile(client, url)).statusCode;

/** Two private items of one owner, a file in the first, and a reader of the second. */
async function twoItems() {
  const owner = await makeOwnedPage(site, { password_hash: 'x' });
  const { url, data } = await uploadFile(owner.client, upload, { page_id: owner.page_id });
  const second = await makeItem(site, { owner, password_hash: 'x' });
  const page = await makePage(site, second, { author: owner });
  const reader = await makeMember(site, second);
  return { owner, url, file_id: data.file_id, second, page, reader, text: `[notes](${url})` };
}

describe('a file mentioned in a second page', () => {
  it('is accessible to the readers of that page, who can link it again, until the page or the file is deleted', async () => {
    const { owner, url, file_id, page, reader, text } = await twoItems();
    expect(await status(reader.client, url)).toBe(404);
    await owner.client.callOk(save, { page_id: page, page_content: text });
    expect(await status(reader.client, url)).toBe(200);
    expect(await owner.client.callOk(info, { page_id: page })).toMatchObject({
      attachment_count: 0,
    });
    const third = await makeOwnedPage(site);
    const own = { page_id: third.page_id };
    await addMember(site, third.item_id, reader, { edit: true });
    await reader.client.callOk(save, { ...own, page_content: text });
    expect(await status(makeVisitor(site), url)).toBe(200);
    await third.client.callOk(calls.page.delete, own);
    await expect.poll(() => status(makeVisitor(site), url)).toBe(404);
    const first = { page_id: owner.page_id, file_id };
    await owner.client.callOk(deleteUploadFile, first);
    expect(await status(reader.client, url)).toBe(404);
  });

  it('stays inaccessible when the author of the page may not read it', async () => {
    const { url, text } = await twoItems();
    const stranger = await makeOwnedPage(site);
    await stranger.client.callOk(save, { page_id: stranger.page_id, page_content: text });
    const made = await stranger.client.callOk(save, {
      item_id: stranger.item_id,
      page_content: text,
    });
    expect(await status(stranger.client, url)).toBe(404);
    expect(await status(makeVisitor(site), url)).toBe(404);
    const list = await stranger.client.callOk(uploadList, { page_id: made.page_id });
    expect(list).toEqual([]);
  });

  it('stays accessible when an editor without access to the file saves the page again', async () => {
    const { owner, url, second, page, reader, text } = await twoItems();
    await owner.client.callOk(save, { page_id: page, page_content: text });
    const editor = await makeMember(site, second, { edit: true });
    await editor.client.callOk(save, { page_id: page, page_content: `${text}\n\nmore` });
    await owner.client.callOk(calls.page.delete, { page_id: owner.page_id });
    expect(await status(reader.client, url)).toBe(200);
    expect(await status(editor.client, url)).toBe(200);
  });

  it('gets a new URL in a copied item, whose readers can open only that one', async () => {
    const { owner, url, text } = await twoItems();
    const { page_id, item_id } = owner;
    const unseen = await uploadFile(owner.client, upload, { page_id });
    await owner.client.callOk(save, { page_id, page_content: text });
    const copy = { item_name: 'Copy', copy_item_id: item_id, item_type: 1 };
    const made = await owner.client.callOk(calls.item.add, copy);
    const reader = await makeMember(site, made.item_id);
    const copied = await site.database.query<{ page_content: string }>(
      'select page_content from page_body where item_id = $1',
      [made.item_id],
    );
    const address = new RegExp(url.replace(/[0-9a-f]{16,}/, '[0-9a-f]{16,}'));
    const own = copied.flatMap(({ page_content }) => address.exec(page_content)?.[0] ?? []);
    expect(own).toHaveLength(1);
    expect(own).not.toContain(url);
    expect(await status(reader.client, own[0] ?? '')).toBe(200);
    expect(await status(reader.client, url)).toBe(404);
    expect(await status(reader.client, unseen.url)).toBe(404);
  });
});

describe('a file of the personal library', () => {
  it('is accessible only to its owner until one of their pages mentions it', async () => {
    const { owner, page, reader } = await twoItems();
    const sent = await uploadFile(owner.client, calls.attachment.upload, {}, { bytes: PNG_PIXEL });
    expect(sent).toMatchObject({ error_code: 0, success: 1, url: sent.data.url });
    const stranger = await makeLoggedInUser(site);
    const statuses = () =>
      Promise.all(
        [owner.client, reader.client, stranger.client].map((client) => status(client, sent.url)),
      );
    expect(await statuses()).toEqual([200, 404, 404]);
    await owner.client.callOk(save, { page_id: page, page_content: `![](${sent.url})` });
    expect(await statuses()).toEqual([200, 200, 404]);
    expect(await owner.client.callOk(uploadList, { page_id: page })).toEqual([]);
    expect((await uploadFile(makeVisitor(site), calls.attachment.upload, {})).error_code).toBe(
      10102,
    );
  });
});

describe('the same content uploaded twice', () => {
  it('is two files that can be deleted independently', async () => {
    const { client, page_id } = await makeOwnedPage(site);
    const bytes = Buffer.from('twice the same');
    const [first, second] = await Promise.all(
      ['a.txt', 'b.txt'].map((name) => uploadFile(client, upload, { page_id }, { name, bytes })),
    );
    await client.callOk(deleteUploadFile, { page_id, file_id: first?.data.file_id ?? 0 });
    expect(await status(client, first?.url ?? '')).toBe(404);
    const got = await fetchFile(client, second?.url ?? '');
    expect(got.rawPayload.equals(bytes)).toBe(true);
  });
});
