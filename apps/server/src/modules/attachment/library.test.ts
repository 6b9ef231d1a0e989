import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import { fetchFile, makeOwnedPage, uploadFile } from '../../../tests/helpers/upload.ts';
import { archiveItem, makeMember, makePage } from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { PNG_PIXEL } from '../../../tests/helpers/multipart.ts';

const { upload, getMyList, getPages, deleteMyAttachment, bindingPage, getAllList } =
  calls.attachment;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

type Person = Awaited<ReturnType<typeof makeLoggedInUser>>;

async function uploadToLibrary({ client }: Person, name: string, bytes = Buffer.from(name)) {
  const { data, url } = await uploadFile(client, upload, {}, { name, bytes });
  return { file_id: data.file_id, url };
}

describe('the personal library', () => {
  it('lists own files newest first, with paging and filters by type and name', async () => {
    const mei = await makeLoggedInUser(site);
    await uploadToLibrary(await makeLoggedInUser(site), 'another user.txt');
    for (const name of ['Order list.csv', 'order-2.csv', '订单状态.csv', 'a_b.txt'])
      await uploadToLibrary(mei, name);
    await uploadToLibrary(mei, 'states.png', PNG_PIXEL);
    const names = async (filter: object) => {
      const { list, total } = await mei.client.callOk(getMyList, filter);
      return [total, ...list.map(({ display_name }) => display_name)];
    };
    expect(await names({ count: 2 })).toEqual([5, 'states.png', 'a_b.txt']);
    expect(await names({ count: 2, page: 2 })).toEqual([5, '订单状态.csv', 'order-2.csv']);
    expect(await names({ count: 2, page: 3 })).toEqual([5, 'Order list.csv']);
    expect(await names({ count: 2, page: 4 })).toEqual([5]);
    expect(await names({ attachment_type: 1 })).toEqual([1, 'states.png']);
    expect(await names({ attachment_type: '2', count: 1 })).toEqual([4, 'a_b.txt']);
    expect(await names({ display_name: 'ORDER' })).toEqual([2, 'order-2.csv', 'Order list.csv']);
    expect(await names({ display_name: '单状' })).toEqual([1, '订单状态.csv']);
    expect(await names({ display_name: '态' })).toEqual([1, '订单状态.csv']);
    expect(await names({ display_name: 'r-' })).toEqual([1, 'order-2.csv']);
    expect(await names({ display_name: '_', attachment_type: 2 })).toEqual([1, 'a_b.txt']);
    expect(await names({ display_name: '%' })).toEqual([0]);
  });

  it('returns the used storage and the traffic of this month', async () => {
    const { client, uid, page_id } = await makeOwnedPage(site);
    const empty = await client.callOk(getMyList, {});
    expect(empty).toEqual({
      list: [],
      total: 0,
      used: 0,
      used_flow: 0,
      used_m: 0,
      used_flow_m: 0,
    });
    const bytes = Buffer.alloc(1024 * 1024);
    await uploadFile(client, upload, {}, { name: 'a.bin', bytes });
    await uploadFile(client, calls.page.upload, { page_id }, { name: 'b.bin', bytes });
    await site.database.query(
      `insert into file_traffic (uid, month, bytes) values
        ($1, date_trunc('month', now() at time zone 'UTC'), 3 * 1024 * 1024),
        ($1, date_trunc('month', now() at time zone 'UTC') - interval '1 month', 999999999)`,
      [uid],
    );
    expect(await client.callOk(getMyList, { display_name: 'a.bin' })).toMatchObject({
      total: 1,
      used_m: 2,
      used_flow_m: 3,
    });
  });

  it('lists the pages that show a file, and only counts those without access', async () => {
    const owner = await makeOwnedPage(site, { password_hash: 'x' });
    const editor = await makeMember(site, owner.item_id, { edit: true });
    const file = await uploadToLibrary(editor, 'diagram.png', PNG_PIXEL);
    const pages = (who: Person) => who.client.callOk(getPages, { file_id: file.file_id });
    expect(await pages(editor)).toEqual({ list: [], others: 0 });
    await editor.client.callOk(calls.page.save, {
      page_id: owner.page_id,
      page_title: 'States',
      page_content: `![](${file.url})`,
    });
    const named = { page_id: owner.page_id, page_title: 'States', item_id: owner.item_id };
    expect(await pages(editor)).toMatchObject({ list: [named], others: 0 });
    await site.database.query('delete from item_member where uid = $1', [editor.uid]);
    site.deps.bus.publish('item', String(owner.item_id));
    await expect.poll(async () => pages(editor)).toEqual({ list: [], others: 1 });
    // A page that no longer shows the file is not counted.
    await owner.client.callOk(calls.page.save, { page_id: owner.page_id, page_content: 'none' });
    expect(await pages(editor)).toEqual({ list: [], others: 0 });
  });

  it('binds a file to a page, which gives its readers access', async () => {
    const owner = await makeOwnedPage(site, { password_hash: 'x' });
    const reader = await makeMember(site, owner.item_id);
    const { file_id, url } = await uploadToLibrary(owner, 'notes.txt');
    const input = { file_id, page_id: owner.page_id };
    expect((await fetchFile(reader.client, url)).statusCode).toBe(404);
    expect((await reader.client.call(bindingPage, input)).error_code).toBe(10103);
    await owner.client.callOk(bindingPage, input);
    await owner.client.callOk(bindingPage, input);
    await expect.poll(async () => (await fetchFile(reader.client, url)).statusCode).toBe(200);
    const listed = await reader.client.callOk(calls.page.uploadList, { page_id: owner.page_id });
    expect(listed.map((file) => file.file_id)).toEqual([file_id]);
    expect(await owner.client.callOk(calls.page.info, { page_id: owner.page_id })).toMatchObject({
      attachment_count: 1,
    });
    expect((await fetchFile(makeVisitor(site), url)).statusCode).toBe(404);
  });

  it('does not bind a file of another user', async () => {
    const otherUser = await makeOwnedPage(site);
    const { file_id, url } = await uploadToLibrary(await makeLoggedInUser(site), 'secret.txt');
    const { error_code } = await otherUser.client.call(bindingPage, {
      file_id,
      page_id: otherUser.page_id,
    });
    expect(error_code).toBe(10101);
    expect((await fetchFile(otherUser.client, url)).statusCode).toBe(404);
  });

  it('deletes a file from all pages, but not from an archived item', async () => {
    const owner = await makeOwnedPage(site);
    const file = await uploadToLibrary(owner, 'notes.txt');
    const input = { file_id: file.file_id };
    const second = await makePage(site, owner.item_id);
    await owner.client.callOk(bindingPage, { ...input, page_id: owner.page_id });
    await owner.client.callOk(calls.page.save, {
      page_id: second,
      page_content: `[](${file.url})`,
    });
    const stranger = await makeLoggedInUser(site);
    expect((await stranger.client.call(deleteMyAttachment, input)).error_code).toBe(10101);
    await owner.client.callOk(deleteMyAttachment, input);
    expect((await fetchFile(owner.client, file.url)).statusCode).toBe(404);
    await expect
      .poll(async () => owner.client.callOk(calls.page.info, { page_id: owner.page_id }))
      .toMatchObject({ attachment_count: 0 });
    const archivedFile = await uploadToLibrary(owner, 'kept.txt');
    await owner.client.callOk(bindingPage, {
      file_id: archivedFile.file_id,
      page_id: owner.page_id,
    });
    await archiveItem(site, owner.item_id);
    const rejected = await owner.client.call(deleteMyAttachment, { file_id: archivedFile.file_id });
    expect(rejected.error_code).toBe(10605);
    expect((await fetchFile(owner.client, archivedFile.url)).statusCode).toBe(200);
  });
});

describe('an uploader without edit rights on a page of the file', () => {
  /** A page of another user with a file that was uploaded by an editor. */
  async function begin(field: 'upload' | 'bound') {
    const owner = await makeOwnedPage(site, { password_hash: 'x' });
    const editor = await makeMember(site, owner.item_id, { edit: true });
    const { page_id } = owner;
    if (field === 'bound') {
      const file = await uploadToLibrary(editor, 'notes.txt');
      await editor.client.callOk(bindingPage, { file_id: file.file_id, page_id });
      return { owner, editor, ...file };
    }
    const file = { name: 'notes.txt', bytes: Buffer.from('words') };
    const { url } = await uploadFile(editor.client, calls.page.upload, { page_id }, file);
    const [listed] = await editor.client.callOk(calls.page.uploadList, { page_id });
    return { owner, editor, url, file_id: listed?.file_id ?? 0 };
  }

  it.each(['upload', 'bound'] as const)('cannot delete the file: %s', async (field) => {
    const { owner, editor, file_id, url } = await begin(field);
    const { item_id } = owner;
    const [row] = await owner.client.callOk(calls.member.getList, { item_id });
    const { item_member_id = 0 } = row ?? {};
    await owner.client.callOk(calls.member.delete, { item_id, item_member_id });
    const rejected = await editor.client.call(deleteMyAttachment, { file_id });
    expect(rejected.error_code).toBe(10103);
    expect((await fetchFile(owner.client, url)).statusCode).toBe(200);
    await owner.client.callOk(calls.member.save, {
      item_id,
      username: editor.username,
      member_group_id: 1,
    });
    await editor.client.callOk(deleteMyAttachment, { file_id });
  });

  it('cannot delete a file that is also on a page outside the own catalog', async () => {
    const { owner, editor, file_id, url } = await begin('upload');
    const { item_id, page_id, catalog } = owner;
    const beyond = await makePage(site, item_id, { author: owner });
    await owner.client.callOk(calls.page.save, { page_id: beyond, page_content: `[](${url})` });
    await owner.client.callOk(calls.member.save, {
      item_id,
      username: editor.username,
      cat_id: catalog.cat_id,
    });
    const input = { file_id, page_id };
    const rejected = await editor.client.call(calls.page.deleteUploadFile, input);
    expect(rejected.error_code).toBe(10103);
    await owner.client.callOk(calls.page.save, { page_id: beyond, page_content: 'none' });
    await editor.client.callOk(calls.page.deleteUploadFile, input);
  });

  it('can delete a library file that a page of another user only mentions', async () => {
    const writer = await makeOwnedPage(site);
    const reader = await makeOwnedPage(site);
    const { file_id, url } = await uploadToLibrary(writer, 'notes.txt');
    const page_content = `[](${url})`;
    await writer.client.callOk(calls.page.save, { page_id: writer.page_id, page_content });
    await reader.client.callOk(calls.page.save, { page_id: reader.page_id, page_content });
    await writer.client.callOk(deleteMyAttachment, { file_id });
    expect((await fetchFile(reader.client, url)).statusCode).toBe(404);
  });
});

describe('the file list of the administrator', () => {
  it('contains the files of all users, with totals and filters by name, type and uploader', async () => {
    const admin = await makeLoggedInUser(site, { admin: true });
    const before = await admin.client.callOk(getAllList, { count: 1 });
    const pictures = (await admin.client.callOk(getAllList, { attachment_type: 1 })).total;
    const owner = await makeOwnedPage(site);
    const bytes = Buffer.alloc(1024 * 1024, owner.username);
    const { data } = await uploadFile(
      owner.client,
      upload,
      {},
      { name: 'quarterly figures.zip', bytes },
    );
    await owner.client.callOk(bindingPage, { file_id: data.file_id, page_id: owner.page_id });
    await uploadToLibrary(owner, 'shot.png', PNG_PIXEL);
    const after = await admin.client.callOk(getAllList, { count: 2 });
    expect(after.total).toBe(before.total + 2);
    expect(after.used_m - before.used_m).toBeCloseTo(1, 2);
    expect(after.list).toMatchObject([
      { display_name: 'shot.png', username: owner.username, page_count: 0 },
      { display_name: 'quarterly figures.zip', page_count: 1, item_id: 0 },
    ]);
    const count = async (filter: object) => (await admin.client.callOk(getAllList, filter)).total;
    expect(await count({ attachment_type: 1 })).toBe(pictures + 1);
    expect(await count({ username: owner.username.toUpperCase() })).toBe(2);
    expect(await count({ username: owner.username, attachment_type: 1 })).toBe(1);
    expect(await count({ username: owner.username, display_name: 'FIGURES' })).toBe(1);
    expect(await count({ username: 'unknown-user' })).toBe(0);
    // Pages in the second half of the list are queried from the end.
    const { total } = after;
    const all = await admin.client.callOk(getAllList, { count: 100 });
    const [oldest] = (await admin.client.callOk(getAllList, { count: 1, page: total })).list;
    expect(oldest?.file_id).toBe(all.list.at(-1)?.file_id);
    const [third] = (await admin.client.callOk(getAllList, { count: 1, page: total - 2 })).list;
    expect(third?.file_id).toBe(all.list.at(-3)?.file_id);
  });

  it('deletes a file of any user and logs its owner and name', async () => {
    const admin = await makeLoggedInUser(site, { admin: true });
    const owner = await makeOwnedPage(site, { password_hash: 'x' });
    const { url, data } = await uploadFile(owner.client, calls.page.upload, owner, {
      name: 'bad.txt',
    });
    // Listing a file does not give access to its content.
    expect((await fetchFile(admin.client, url)).statusCode).toBe(404);
    await admin.client.callOk(calls.attachment.deleteAttachment, { file_id: data.file_id });
    expect((await fetchFile(owner.client, url)).statusCode).toBe(404);
    const { list } = await admin.client.callOk(calls.audit.getList, { item_id: owner.item_id });
    expect(list[0]).toMatchObject({
      action: 'attachment.deleteAttachment',
      subject: owner.username,
      facts: { display_name: 'bad.txt' },
    });
  });
});
