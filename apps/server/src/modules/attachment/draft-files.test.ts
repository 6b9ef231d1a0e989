import { randomUUID } from 'node:crypto';
import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../tests/helpers/client.ts';
import { logIn, makeLoggedInUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import { makeMember, makePage } from '../../../tests/helpers/item-factories.ts';
import { testJobContext } from '../../../tests/helpers/job-context.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { fetchFile, makeOwnedPage, uploadFile } from '../../../tests/helpers/upload.ts';
import { pageDraftRepository } from '../page/page-draft.repository.ts';
import { recycleRepository } from '../recycle/recycle.repository.ts';
import { settingRepository } from '../setting/setting.repository.ts';
import { removePurged } from './file-clean-up.ts';

const { upload, uploadList, save, saveDraft, drafts, draftById, deleteDraft } = calls.page;
const { getMyList, getPages, bindingPage, deleteMyAttachment } = calls.attachment;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

const status = async (client: TestClient, url: string) => (await fetchFile(client, url)).statusCode;
const ownFiles = async (client: TestClient) => {
  const { list } = await client.callOk(getMyList, {});
  return list.map(({ display_name }) => display_name);
};

/** A new page of a private item with two files, both in its draft. */
async function writeDraft() {
  const owner = await makeOwnedPage(site, { password_hash: 'x' });
  const author = await makeMember(site, owner.item_id, { edit: true });
  const target = { page_id: 0, item_id: owner.item_id };
  const send = (name: string) => uploadFile(author.client, upload, target, { name });
  const kept = await send('plan.pdf');
  const removed = await send('old.zip');
  const draft_id = randomUUID();
  const page_content = `[plan](${kept.url}) [old](${removed.url})`;
  await author.client.callOk(saveDraft, { ...target, draft_id, page_content, revision: 1 });
  return { owner, author, target, kept, removed, draft_id, page_content };
}

describe('a file of a draft', () => {
  it('is its author’s alone: no other user opens, lists, attaches or deletes it', async () => {
    const { owner, author, kept, draft_id } = await writeDraft();
    const { file_id } = kept.data;
    const editor = await makeMember(site, owner.item_id, { edit: true });
    const admin = await makeLoggedInUser(site, { admin: true });
    const { page_id } = owner;
    for (const { client } of [owner, editor, admin]) {
      expect(await status(client, kept.url)).toBe(404);
      expect(await status(client, `${kept.url}?w=480&embed=1`)).toBe(404);
      expect(await ownFiles(client)).toEqual([]);
      expect((await client.call(draftById, { draft_id })).error_code).toBe(10101);
      for (const call of [getPages, deleteMyAttachment])
        expect((await client.call(call, { file_id })).error_code).not.toBe(0);
    }
    for (const { client } of [owner, editor]) {
      expect((await client.call(bindingPage, { file_id, page_id })).error_code).not.toBe(0);
      // Writing its URL into a page gives no access to it.
      await client.callOk(save, {
        page_id,
        page_content: `[plan](${kept.url}) ${client === editor.client}`,
      });
      expect(await client.callOk(uploadList, { page_id })).toEqual([]);
      expect(await status(client, kept.url)).toBe(404);
    }
    expect(await status(makeVisitor(site), kept.url)).toBe(404);
    expect(await status(author.client, kept.url)).toBe(200);
    expect(await ownFiles(author.client)).toEqual(['old.zip', 'plan.pdf']);
  });

  it('counts towards the quota of its author', async () => {
    const { author, target } = await writeDraft();
    await settingRepository(site.deps.db).save({ attachment_quota_m: 0.001 });
    const bytes = Buffer.alloc(1040);
    expect((await uploadFile(author.client, upload, target, { bytes })).error_code).toBe(10608);
    await settingRepository(site.deps.db).save({ attachment_quota_m: 0 });
  });

  it('is attached by the first save if the text still mentions it, whatever its type', async () => {
    const { owner, author, target, kept, removed, draft_id } = await writeDraft();
    const page_content = `[plan](${kept.url})`;
    const { page_id } = await author.client.callOk(save, {
      ...target,
      page_content,
      closed_drafts: [{ draft_id, revision: 1 }],
    });
    expect(await owner.client.callOk(uploadList, { page_id })).toMatchObject([
      { file_id: kept.data.file_id, display_name: 'plan.pdf', username: author.username },
    ]);
    expect(await status(owner.client, kept.url)).toBe(200);
    expect(await status(owner.client, removed.url)).toBe(404);
    expect(await ownFiles(author.client)).toEqual(['old.zip', 'plan.pdf']);
  });

  it('is attached by the next save if its upload ended after the first one', async () => {
    const { owner, author, target } = await writeDraft();
    const first = { ...target, page_content: 'before' };
    const { page_id } = await author.client.callOk(save, first);
    const { url } = await uploadFile(author.client, upload, target, { name: 'late.bin' });
    await author.client.callOk(save, { page_id, page_content: `[late](${url})` });
    expect(await owner.client.callOk(uploadList, { page_id })).toMatchObject([
      { display_name: 'late.bin' },
    ]);
  });

  it('is opened and attached on another device of its author', async () => {
    const { owner, author, target, kept, draft_id } = await writeDraft();
    const device = await logIn(site, author.uid);
    const [listed] = await device.callOk(drafts, {});
    expect(listed).toMatchObject({ draft_id });
    const { page_content } = await device.callOk(draftById, { draft_id });
    expect(await status(device, kept.url)).toBe(200);
    const { page_id } = await device.callOk(save, {
      ...target,
      page_content,
      closed_drafts: [{ draft_id, revision: 1 }],
    });
    expect(await owner.client.callOk(uploadList, { page_id })).toHaveLength(2);
  });

  it.each([
    [
      'discarded',
      (client: TestClient, draft_id: string) => client.callOk(deleteDraft, { draft_id }),
    ],
    [
      'expired',
      async (_client: TestClient, draft_id: string) => {
        await site.database.query(
          `update page_draft set addtime = now() - interval '91 days' where draft_id = $1`,
          [draft_id],
        );
        await pageDraftRepository(site.deps.db).deleteExpired();
      },
    ],
  ])(
    'stays in the library of its author, who can delete it, when the draft is %s',
    async (_how, end) => {
      const { owner, author, kept, draft_id } = await writeDraft();
      await end(author.client, draft_id);
      expect(await author.client.callOk(drafts, {})).toEqual([]);
      await removePurged(testJobContext(site));
      expect(await ownFiles(author.client)).toEqual(['old.zip', 'plan.pdf']);
      expect(await status(author.client, kept.url)).toBe(200);
      expect(await status(owner.client, kept.url)).toBe(404);
      await author.client.callOk(deleteMyAttachment, { file_id: kept.data.file_id });
      expect(await ownFiles(author.client)).toEqual(['old.zip']);
      expect(await status(author.client, kept.url)).toBe(404);
    },
  );
});

describe('a file of a page that was permanently deleted', () => {
  it('stays while an open draft of its uploader mentions it', async () => {
    const { client, item_id } = await makeOwnedPage(site);
    const page_id = await makePage(site, item_id);
    const { url } = await uploadFile(client, upload, { page_id });
    const draft_id = randomUUID();
    const page_content = `[notes](${url})`;
    await client.callOk(saveDraft, { page_id, draft_id, page_content, revision: 1 });
    await site.database.query(
      "update page set del_time = now() - interval '31 days' where page_id = $1",
      [page_id],
    );
    await recycleRepository(site.deps.db).purgePages(30, 100);
    await removePurged(testJobContext(site));
    expect(await status(client, url)).toBe(200);
    await client.callOk(deleteDraft, { draft_id });
    await removePurged(testJobContext(site));
    expect(await status(client, url)).toBe(404);
  });
});
