import { calls } from '@octavo/contract';
import type { CallInput } from '@octavo/contract/define-call';
import { MAX_DRAFTS, MAX_DRAFTS_MB } from '@octavo/contract/limits';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countQueries } from '../../../tests/helpers/count-queries.ts';
import type { TestClient } from '../../../tests/helpers/client.ts';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import {
  archiveItem,
  makeItem,
  makeMember,
  makePage,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { pageDraftRepository } from './page-draft.repository.ts';

const { page } = calls;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

async function setUpPage() {
  const owner = await makeLoggedInUser(site);
  const item_id = await makeItem(site, { owner, item_name: 'Payments' });
  const page_id = await makePage(site, item_id, { author: owner });
  return { owner, client: owner.client, item_id, page_id };
}

type DraftInput = CallInput<typeof page.saveDraft>;

function makeDraft(client: TestClient, fields: Partial<DraftInput>) {
  const draft_id = randomUUID();
  const save = (page_content: string, revision: number, more: Partial<DraftInput> = {}) =>
    client.call(page.saveDraft, { draft_id, page_content, revision, ...fields, ...more });
  return { draft_id, save };
}

async function storedText(draftId: string) {
  const rows = await site.database.query<{ page_content: string; is_closed: boolean }>(
    'select page_content, closed_time is not null as is_closed from page_draft where draft_id = $1',
    [draftId],
  );
  return rows[0];
}

describe('a draft', () => {
  it('is stored with its page, listed without its text and read with it', async () => {
    const { client, item_id, page_id } = await setUpPage();
    const draft = makeDraft(client, { page_id, page_title: 'Refunds', base_version: 1 });
    expect((await draft.save('as typed', 1)).data).toEqual({ is_kept: true });
    const [listed] = await client.callOk(page.drafts, {});
    expect(listed).toMatchObject({
      draft_id: draft.draft_id,
      page_id,
      item_id,
      item_name: 'Payments',
      cat_id: null,
      page_title: 'Refunds',
      page_type: 0,
      base_version: 1,
      revision: 1,
    });
    expect(listed).not.toHaveProperty('page_content');
    expect(await client.callOk(page.draftById, { draft_id: draft.draft_id })).toEqual({
      ...listed,
      page_content: 'as typed',
    });
  });

  it('of a new page has the item and the catalog', async () => {
    const { client, item_id } = await setUpPage();
    const draft = makeDraft(client, { page_id: 0, item_id, cat_id: 0, page_type: 1 });
    await draft.save('{}', 1);
    expect(await client.callOk(page.drafts, {})).toMatchObject([
      { page_id: 0, item_id, cat_id: 0, page_type: 1, base_version: 0 },
    ]);
  });

  it('is never replaced by a late request with older text', async () => {
    const { client, page_id } = await setUpPage();
    const { draft_id, save } = makeDraft(client, { page_id });
    await save('newer', 5);
    for (const revision of [4, 5])
      expect((await save('older', revision)).data).toEqual({ is_kept: false });
    expect(await storedText(draft_id)).toMatchObject({ page_content: 'newer' });
    expect((await save('newest', 6)).data).toEqual({ is_kept: true });
  });

  it('is one statement, without a transaction', async () => {
    const { client, page_id } = await setUpPage();
    const { save } = makeDraft(client, { page_id });
    let revision = 0;
    const replaced_drafts = [{ draft_id: randomUUID(), revision: 1 }];
    const queries = await countQueries(site, () =>
      save('text', (revision += 1), { replaced_drafts }),
    );
    expect(queries).toBe(1);
  });

  it('leaves page, tree and notices as they are', async () => {
    const { client, item_id, page_id } = await setUpPage();
    const rows = () =>
      site.database.query(
        `select item.xmin::text as item, page.xmin::text as page, page_body.xmin::text as body,
           (select count(*) from notice) as notices
         from item join page using (item_id) join page_body using (page_id) where page_id = $1`,
        [page_id],
      );
    const before = await rows();
    await makeDraft(client, { page_id, page_title: 'Other' }).save('as typed', 1);
    expect(await rows()).toEqual(before);
    const found = await client.callOk(calls.item.search, { item_id, keyword: 'as typed' });
    expect(JSON.stringify(found)).not.toContain('as typed');
  });

  it.each([
    ['of an archived item', 10605, archiveItem],
    [
      'of a deleted page',
      10101,
      async (_site: TestSite, _item: number, page_id: number, client: TestClient) => {
        await client.callOk(page.delete, { page_id });
      },
    ],
  ])('%s is refused', async (_what, code, act) => {
    const { client, item_id, page_id } = await setUpPage();
    const { draft_id, save } = makeDraft(client, { page_id });
    await act(site, item_id, page_id, client);
    expect((await save('as typed', 1)).error_code).toBe(code);
    expect(await storedText(draft_id)).toBeUndefined();
  });

  it('has the size limit of a page', async () => {
    const { client, page_id } = await setUpPage();
    const { save } = makeDraft(client, { page_id });
    expect((await save('x'.repeat(2 * 1024 * 1024), 1)).error_code).toBe(0);
    expect((await save('x'.repeat(2 * 1024 * 1024 + 1), 2)).error_code).toBe(10603);
  });

  it('is refused above the limit of a user, and no other draft is lost for it', async () => {
    const { owner, client, item_id, page_id } = await setUpPage();
    await site.database.query(
      `insert into page_draft (uid, draft_id, item_id, item_name, page_title, page_type, page_content, revision)
       select $1, gen_random_uuid(), $2, '', '', 0, 'older', 1 from generate_series(1, $3)`,
      [owner.uid, item_id, MAX_DRAFTS - 1],
    );
    const last = makeDraft(client, { page_id });
    expect((await last.save('last', 1)).error_code).toBe(0);
    expect((await makeDraft(client, { page_id }).save('too many', 1)).error_code).toBe(10608);
    expect((await last.save('still written', 2)).data).toEqual({ is_kept: true });
    expect(await client.callOk(page.drafts, {})).toHaveLength(MAX_DRAFTS);
    await client.callOk(page.deleteDraft, { draft_id: last.draft_id });
    expect((await makeDraft(client, { page_id }).save('room again', 1)).error_code).toBe(0);
  });

  it('that continues another one needs no room, also at the limit', async () => {
    const { owner, client, item_id, page_id } = await setUpPage();
    await site.database.query(
      `insert into page_draft (uid, draft_id, item_id, item_name, page_title, page_type, page_content, revision)
       select $1, gen_random_uuid(), $2, '', '', 0, 'older', 1 from generate_series(1, $3)`,
      [owner.uid, item_id, MAX_DRAFTS - 1],
    );
    const earlier = makeDraft(client, { page_id });
    await earlier.save('earlier', 1);
    const replaced_drafts = [{ draft_id: earlier.draft_id, revision: 1 }];
    const next = makeDraft(client, { page_id, replaced_drafts });
    expect((await next.save('continued', 1)).data).toEqual({ is_kept: true });
    expect(await storedText(earlier.draft_id)).toEqual({ page_content: '', is_closed: true });
    expect(await client.callOk(page.drafts, {})).toHaveLength(MAX_DRAFTS);
  });

  it('is refused above the size of all drafts of a user, also if it only grows', async () => {
    const { owner, client, item_id, page_id } = await setUpPage();
    const own = makeDraft(client, { page_id });
    await own.save('first words', 1);
    await site.database.query(
      `insert into page_draft (uid, draft_id, item_id, item_name, page_title, page_type, page_content, revision)
       select $1, gen_random_uuid(), $2, '', '', 0, repeat('x', $3), 1 from generate_series(1, 8)`,
      [owner.uid, item_id, (MAX_DRAFTS_MB / 8) * 1024 * 1024 - 2],
    );
    expect((await own.save('sixteen bytes ok', 2)).error_code).toBe(0);
    expect((await own.save('seventeen bytes !', 3)).error_code).toBe(10608);
    expect(await storedText(own.draft_id)).toMatchObject({ page_content: 'sixteen bytes ok' });
    expect((await own.save('late', 1)).data).toEqual({ is_kept: false });
  });

  it('removes the drafts that it continues only if it is stored, and none with newer text', async () => {
    const { client, page_id } = await setUpPage();
    const [seen, newer, own] = [1, 2, 3].map(() => makeDraft(client, { page_id }));
    await seen!.save('as seen', 4);
    await newer!.save('written on', 5);
    const replaced_drafts = [seen!, newer!].map(({ draft_id }) => ({ draft_id, revision: 4 }));
    await client.callOk(page.deleteDraft, { draft_id: own!.draft_id });
    expect((await own!.save('closed', 1, { replaced_drafts })).data).toEqual({ is_kept: false });
    expect(await storedText(seen!.draft_id)).toMatchObject({ page_content: 'as seen' });
    await makeDraft(client, { page_id, replaced_drafts }).save('continued', 1);
    expect(await storedText(seen!.draft_id)).toMatchObject({ is_closed: true });
    expect(await storedText(newer!.draft_id)).toMatchObject({ page_content: 'written on' });
  });
});

describe('a draft of another user', () => {
  it('is neither listed nor read, deleted or overwritten, also by administrators and the item owner', async () => {
    const { owner, item_id, page_id } = await setUpPage();
    const author = await makeMember(site, item_id, { edit: true });
    const admin = await makeLoggedInUser(site, { admin: true });
    const { draft_id, save } = makeDraft(author.client, { page_id });
    await save('private words', 1);
    for (const { client } of [owner, admin]) {
      expect(await client.callOk(page.drafts, {})).toEqual([]);
      expect((await client.call(page.draftById, { draft_id })).error_code).toBe(10101);
    }
    const same = { draft_id, page_id, page_content: 'own words', revision: 9 };
    expect(await owner.client.callOk(page.saveDraft, same)).toEqual({ is_kept: true });
    const closed_drafts = [{ draft_id, revision: 9 }];
    await owner.client.callOk(page.save, { page_id, page_content: 'saved', closed_drafts });
    const replaced_drafts = closed_drafts;
    await makeDraft(owner.client, { page_id, replaced_drafts }).save('more words', 1);
    await admin.client.callOk(page.deleteDraft, { draft_id });
    expect(await author.client.callOk(page.draftById, { draft_id })).toMatchObject({
      page_content: 'private words',
      revision: 1,
    });
  });

  it('is not made from the text of a user whose browser has logged in another one', async () => {
    const { owner, item_id, page_id } = await setUpPage();
    const next = await makeMember(site, item_id, { edit: true });
    const { save } = makeDraft(next.client, { page_id, uid: owner.uid });
    expect((await save('words of the first user', 1)).error_code).toBe(10102);
    expect(await next.client.callOk(page.drafts, {})).toEqual([]);
    const own = makeDraft(next.client, { page_id });
    await own.save('words of the second user', 1);
    const { draft_id } = own;
    for (const [call, input] of [
      [page.drafts, {}],
      [page.draftById, { draft_id }],
      [page.deleteDraft, { draft_id }],
    ] as const)
      expect((await next.client.call(call, { ...input, uid: owner.uid })).error_code).toBe(10102);
    expect(await storedText(draft_id)).toMatchObject({ page_content: 'words of the second user' });
  });

  it('stays readable to its author without a right in the item, but shows nothing newer', async () => {
    const { client, item_id, page_id } = await setUpPage();
    const author = await makeMember(site, item_id, { edit: true });
    const { draft_id, save } = makeDraft(author.client, { page_id, page_title: 'Refunds' });
    await save('own words', 1);
    await client.callOk(calls.item.update, { item_id, item_name: 'Secret plan' });
    await client.callOk(page.save, { page_id, page_title: 'Secret', page_content: 'secret' });
    const [member] = await client.callOk(calls.member.getList, { item_id });
    const item_member_id = member?.item_member_id ?? 0;
    await client.callOk(calls.member.delete, { item_id, item_member_id });
    expect((await save('more words', 2)).error_code).not.toBe(0);
    const seen = [
      await author.client.callOk(page.drafts, {}),
      await author.client.callOk(page.draftById, { draft_id }),
    ];
    expect(JSON.stringify(seen)).toContain('own words');
    expect(JSON.stringify(seen)).not.toMatch(/secret/i);
    expect(await author.client.callOk(page.deleteDraft, { draft_id })).toEqual({});
  });
});

describe('the end of a draft', () => {
  it('is the save of its page, also against a request that arrives later', async () => {
    const { client, page_id } = await setUpPage();
    const { draft_id, save } = makeDraft(client, { page_id });
    await save('as typed', 1);
    const continued = makeDraft(client, { page_id });
    await continued.save('continued', 1);
    const closed_drafts = [draft_id, continued.draft_id, continued.draft_id].map((id) => ({
      draft_id: id,
      revision: 1,
    }));
    await client.callOk(page.save, { page_id, page_content: 'as saved', closed_drafts });
    expect(await client.callOk(page.drafts, {})).toEqual([]);
    expect((await client.call(page.draftById, { draft_id })).error_code).toBe(10101);
    expect((await save('as typed before the save', 2)).data).toEqual({ is_kept: false });
    expect(await storedText(draft_id)).toEqual({ page_content: '', is_closed: true });
  });

  it('is the save also if no draft has arrived before', async () => {
    const { client, item_id } = await setUpPage();
    const { draft_id, save } = makeDraft(client, { page_id: 0, item_id });
    const closed_drafts = [{ draft_id, revision: 0 }];
    await client.callOk(page.save, {
      page_id: 0,
      item_id,
      page_content: 'as saved',
      closed_drafts,
    });
    expect((await save('late', 1)).data).toEqual({ is_kept: false });
    expect(await client.callOk(page.drafts, {})).toEqual([]);
  });

  it('is not a save that does not contain its newest text', async () => {
    const { client, page_id } = await setUpPage();
    const { draft_id, save } = makeDraft(client, { page_id });
    await save('written on', 3);
    const closed_drafts = [{ draft_id, revision: 2 }];
    await client.callOk(page.save, { page_id, page_content: 'as saved', closed_drafts });
    expect(await storedText(draft_id)).toEqual({ page_content: 'written on', is_closed: false });
  });

  it('is not a save that was rejected', async () => {
    const { client, page_id } = await setUpPage();
    const { draft_id, save } = makeDraft(client, { page_id });
    await save('as typed', 1);
    await client.callOk(page.save, { page_id, page_content: 'of another device' });
    const input = {
      page_id,
      page_content: 'as typed',
      base_version: 1,
      closed_drafts: [{ draft_id, revision: 1 }],
    };
    expect((await client.call(page.save, input)).error_code).toBe(10600);
    expect(await client.callOk(page.draftById, { draft_id })).toMatchObject({
      page_content: 'as typed',
    });
  });

  it('is its deletion', async () => {
    const { client, page_id } = await setUpPage();
    const { draft_id, save } = makeDraft(client, { page_id });
    await save('as typed', 1);
    await client.callOk(page.deleteDraft, { draft_id });
    await client.callOk(page.deleteDraft, { draft_id });
    expect((await save('late', 2)).data).toEqual({ is_kept: false });
    expect(await storedText(draft_id)).toMatchObject({ page_content: '' });
  });

  it('is its deletion also if it arrives later', async () => {
    const { client, page_id } = await setUpPage();
    const { draft_id, save } = makeDraft(client, { page_id });
    await client.callOk(page.deleteDraft, { draft_id });
    expect((await save('late', 1)).data).toEqual({ is_kept: false });
    expect(await client.callOk(page.drafts, {})).toEqual([]);
  });

  it('is not the deletion of an earlier text', async () => {
    const { client, page_id } = await setUpPage();
    const { draft_id, save } = makeDraft(client, { page_id });
    await save('written on', 3);
    await client.callOk(page.deleteDraft, { draft_id, revision: 2 });
    expect(await storedText(draft_id)).toEqual({ page_content: 'written on', is_closed: false });
    await client.callOk(page.deleteDraft, { draft_id, revision: 3 });
    expect(await storedText(draft_id)).toEqual({ page_content: '', is_closed: true });
  });

  it('is not the permanent deletion of its page: it becomes the draft of a new page', async () => {
    const { client, page_id } = await setUpPage();
    const { draft_id, save } = makeDraft(client, { page_id, base_version: 1 });
    await save('as typed', 1);
    await site.database.query('delete from page where page_id = $1', [page_id]);
    expect(await client.callOk(page.draftById, { draft_id })).toMatchObject({
      page_id: 0,
      page_content: 'as typed',
    });
  });

  it('is the deletion of its account or of its item', async () => {
    const { client, item_id, page_id } = await setUpPage();
    const author = await makeMember(site, item_id, { edit: true });
    const drafts = [makeDraft(client, { page_id }), makeDraft(author.client, { page_id })] as const;
    for (const { save } of drafts) await save('as typed', 1);
    await site.database.query('delete from "user" where uid = $1', [author.uid]);
    expect(await storedText(drafts[1].draft_id)).toBeUndefined();
    expect(await storedText(drafts[0].draft_id)).toBeDefined();
    await site.database.query('delete from page where item_id = $1', [item_id]);
    await site.database.query('delete from item where item_id = $1', [item_id]);
    expect(await storedText(drafts[0].draft_id)).toBeUndefined();
  });

  it('is its age: 90 days, or a day after it was closed', async () => {
    const { client, page_id } = await setUpPage();
    const ages = ['89 days', '91 days'];
    const drafts = ages.map(() => makeDraft(client, { page_id }));
    const closed = makeDraft(client, { page_id });
    for (const { save } of [...drafts, closed]) await save('as typed', 1);
    await client.callOk(page.deleteDraft, { draft_id: closed.draft_id });
    for (const [at, { draft_id }] of drafts.entries())
      await site.database.query(
        `update page_draft set addtime = now() - $2::interval where draft_id = $1`,
        [draft_id, ages[at]],
      );
    await pageDraftRepository(site.deps.db).deleteExpired();
    expect(await storedText(closed.draft_id)).toBeDefined();
    expect(await storedText(drafts[0]?.draft_id ?? '')).toBeDefined();
    expect(await storedText(drafts[1]?.draft_id ?? '')).toBeUndefined();
    await site.database.query(
      `update page_draft set closed_time = now() - interval '25 hours' where draft_id = $1`,
      [closed.draft_id],
    );
    await pageDraftRepository(site.deps.db).deleteExpired();
    expect(await storedText(closed.draft_id)).toBeUndefined();
  });
});
