import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noticeJobs } from './notice.jobs.ts';
import {
  makeLoggedInUser,
  makeUser,
  PASSWORD,
  makeVisitor,
} from '../../../tests/helpers/factories.ts';
import {
  addMember,
  makeItem,
  makeMember,
  makePage,
  makeItemTree,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { noticeRepository } from './notice.repository.ts';

const { notice, page } = calls;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

type Client = Awaited<ReturnType<typeof makeLoggedInUser>>['client'];
const titles = async (client: Client) =>
  (await client.callOk(notice.getList, {})).list.map((row) => row.notice_title);

async function makeRecipient(facts = { item: 'Harbor API' }) {
  const person = await makeLoggedInUser(site);
  const insert = () =>
    noticeRepository(site.deps.db).insert([person.uid], {
      kind: 'itemTransferred',
      facts,
      from_name: 'Mei Lin',
    });
  return { ...person, insert };
}

describe('notices', () => {
  it('are listed newest first with paging, and marked as read one by one or all at once', async () => {
    const { client, insert } = await makeRecipient();
    for (let times = 0; times < 5; times += 1) await insert();
    const first = await client.callOk(notice.getList, { count: 2 });
    const second = await client.callOk(notice.getList, { count: 2, page: 2 });
    expect(first).toMatchObject({ total: 5, unread: 5 });
    expect(first.list[0]).toMatchObject({
      kind: 'itemTransferred',
      notice_title: 'Mei Lin made you the owner of “Harbor API”',
      from_name: 'Mei Lin',
      is_read: 0,
    });
    const ids = [...first.list, ...second.list].map((row) => row.notice_id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    await client.callOk(notice.setRead, { notice_id: ids[0] ?? 0 });
    const unread = await client.callOk(notice.getList, { notice_type: 'unread', count: 1 });
    expect(unread).toMatchObject({ total: 5, unread: 4, list: [{ notice_id: ids[1] }] });
    await client.callOk(notice.setAllRead, {});
    expect(await client.callOk(notice.getList, { notice_type: 'unread' })).toMatchObject({
      list: [],
      total: 5,
      unread: 0,
    });
    await client.callOk(notice.delete, { notice_id: ids[0] ?? 0 });
    expect((await client.callOk(notice.getList, {})).total).toBe(4);
  });

  it('are rendered in the language of the recipient', async () => {
    const { client, insert } = await makeRecipient();
    await insert();
    await client.callOk(calls.user.updateInfo, { language: 'zh-cn' });
    expect(await titles(client)).toEqual(['Mei Lin 把项目“Harbor API”转让给了你']);
  });

  it('of other users cannot be read, marked or deleted', async () => {
    const { client, insert } = await makeRecipient();
    await insert();
    const { list } = await client.callOk(notice.getList, {});
    const notice_id = list[0]?.notice_id ?? 0;
    const stranger = await makeLoggedInUser(site);
    expect((await stranger.client.callOk(notice.getList, {})).list).toEqual([]);
    for (const call of [notice.setRead, notice.delete])
      expect((await stranger.client.call(call, { notice_id })).error_code).toBe(10101);
    expect((await makeVisitor(site).call(notice.getList, {})).error_code).toBe(10102);
    expect((await client.callOk(notice.getList, {})).list[0]).toMatchObject({
      notice_id,
      is_read: 0,
    });
  });

  it('need at most three queries regardless of their number', async () => {
    const { client, insert } = await makeRecipient();
    await Promise.all(Array.from({ length: 200 }, insert));
    const begun = site.logLines.length;
    await client.callOk(notice.getList, { count: 100 });
    await client.callOk(notice.getList, { count: 100 });
    await expect
      .poll(() => site.logLines.slice(begun).filter((line) => line.includes('notice/getList')))
      .toHaveLength(2);
    const last = site.logLines.findLast((line) => line.includes('notice/getList')) ?? '{}';
    expect((JSON.parse(last) as { queries: number }).queries).toBeLessThanOrEqual(3);
  });
});

describe('an announcement', () => {
  it('is one row for all users, marked as read and deleted per user', async () => {
    const [a, b] = [await makeLoggedInUser(site), await makeLoggedInUser(site)];
    const admin = await makeLoggedInUser(site, { admin: true });
    const words = { notice_title: 'Maintenance on Sunday', notice_content: '06:00 to 06:20' };
    expect((await a.client.call(calls.adminNotice.announce, words)).error_code).toBe(10103);
    await admin.client.callOk(calls.adminNotice.announce, words);
    const late = await makeLoggedInUser(site);
    for (const { client } of [a, b])
      expect((await client.callOk(notice.getList, {})).list).toMatchObject([
        { notice_title: 'Maintenance on Sunday', from_name: 'Administrator', is_read: 0 },
      ]);
    // Users do not get announcements from before their registration.
    expect((await late.client.callOk(notice.getList, {})).list).toEqual([]);
    const { list } = await a.client.callOk(notice.getList, {});
    const notice_id = list[0]?.notice_id ?? 0;
    expect((await late.client.call(notice.setRead, { notice_id })).error_code).toBe(10101);
    await a.client.callOk(notice.setRead, { notice_id });
    expect((await a.client.callOk(notice.getList, {})).unread).toBe(0);
    expect((await b.client.callOk(notice.getList, {})).unread).toBe(1);
    await a.client.callOk(notice.delete, { notice_id });
    expect((await a.client.callOk(notice.getList, {})).list).toEqual([]);
    expect((await b.client.callOk(notice.getList, {})).list).toHaveLength(1);
    expect(await admin.client.callOk(calls.adminNotice.getList, {})).toMatchObject([
      { notice_id, ...words, read_count: 1 },
    ]);
    await admin.client.callOk(calls.adminNotice.delete, { notice_id });
    expect((await b.client.callOk(notice.getList, {})).list).toEqual([]);
    // Administrators can delete announcements only, not the notices of a user.
    const own = await makeRecipient();
    await own.insert();
    const mine = (await own.client.callOk(notice.getList, {})).list[0]?.notice_id ?? 0;
    const rejected = await admin.client.call(calls.adminNotice.delete, { notice_id: mine });
    expect(rejected.error_code).toBe(10101);
  });
});

describe('a notice is created', () => {
  it('for the new owner of an item, and is counted in that item', async () => {
    const owner = await makeLoggedInUser(site, { name: 'Ada Okafor' });
    const newOwner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner, item_name: 'Mobile SDK' });
    const other = await makeItem(site, { owner: newOwner });
    const input = { item_id, username: newOwner.username, password: PASSWORD };
    await owner.client.callOk(calls.item.attorn, input);
    const { list } = await newOwner.client.callOk(notice.getList, {});
    expect(list).toMatchObject([
      { notice_title: 'Ada Okafor made you the owner of “Mobile SDK”', href: `/${item_id}` },
    ]);
    const unread = async (id: number) =>
      (await newOwner.client.callOk(calls.item.info, { item_id: id })).unread_count;
    expect([await unread(item_id), await unread(other)]).toEqual([1, 0]);
    await newOwner.client.callOk(notice.setRead, { notice_id: list[0]?.notice_id ?? 0 });
    expect(await unread(item_id)).toBe(0);
  });

  it('for members who are added, changed or removed, but not without a change', async () => {
    const owner = await makeLoggedInUser(site, { name: 'Hana Yun' });
    const item_id = await makeItem(site, { owner, item_name: 'Storefront' });
    const { client, username } = await makeLoggedInUser(site);
    const save = (change: object) =>
      owner.client.callOk(calls.member.save, { item_id, username, ...change });
    await save({ member_group_id: 0 });
    await save({ member_group_id: 0 });
    await save({ member_group_id: 1 });
    const [row] = await owner.client.callOk(calls.member.getList, { item_id });
    const { item_member_id = 0 } = row ?? {};
    await owner.client.callOk(calls.member.delete, { item_id, item_member_id });
    const { list } = await client.callOk(notice.getList, {});
    expect(list.map((one) => [one.notice_title, one.notice_content, one.href])).toEqual([
      ['Hana Yun removed you from “Storefront”', 'You no longer have access as a member.', ''],
      [
        'Hana Yun changed your permissions in “Storefront”',
        'You can read and edit its pages.',
        `/${item_id}`,
      ],
      ['Hana Yun added you to “Storefront”', 'You can read its pages.', `/${item_id}`],
    ]);
    expect(await titles(owner.client)).toEqual([]);
  });

  it('for team members who are added, changed in an item or removed, and for a new team owner', async () => {
    const owner = await makeLoggedInUser(site, { name: 'Hana Yun' });
    const [a, b] = [await makeLoggedInUser(site), await makeLoggedInUser(site)];
    const item_id = await makeItem(site, { owner, item_name: 'Storefront' });
    const { id: team_id } = await owner.client.callOk(calls.team.save, { team_name: 'Squad' });
    await owner.client.callOk(calls.teamItem.save, { team_id, item_id });
    await owner.client.callOk(calls.teamMember.save, {
      team_id,
      member_username: [a.username, b.username, owner.username],
    });
    const parts = await owner.client.callOk(calls.teamItemMember.getList, { team_id, item_id });
    const part = parts.find((row) => row.member_username === a.username);
    await owner.client.callOk(calls.teamItemMember.save, {
      id: part?.id ?? 0,
      member_group_id: 1,
    });
    const rows = await owner.client.callOk(calls.teamMember.getList, { team_id });
    const row = rows.find(({ member_username }) => member_username === a.username);
    await owner.client.callOk(calls.teamMember.delete, { id: row?.id ?? 0 });
    expect(await titles(a.client)).toEqual([
      'Hana Yun removed you from the team “Squad”',
      'Hana Yun changed your permissions in “Storefront”',
      'Hana Yun added you to the team “Squad”',
    ]);
    const newOwner = await makeLoggedInUser(site, { name: 'Mei Lin' });
    await owner.client.callOk(calls.team.attorn, {
      team_id,
      username: newOwner.username,
      password: PASSWORD,
    });
    expect((await newOwner.client.callOk(notice.getList, {})).list).toMatchObject([
      {
        notice_title: 'Hana Yun made you the owner of the team “Squad”',
        href: `/team/item/${team_id}`,
      },
    ]);
    await newOwner.client.callOk(calls.team.delete, { id: team_id });
    expect(await titles(b.client)).toEqual([
      'Mei Lin removed you from the team “Squad”',
      'Hana Yun added you to the team “Squad”',
    ]);
    expect(await titles(owner.client)).toEqual(['Mei Lin removed you from the team “Squad”']);
  });

  it('for the author of a page that another user changes, once until it is read', async () => {
    const { owner, item_id, pages } = await makeItemTree(site);
    const editor = await makeMember(site, item_id, { edit: true });
    const save = (page_content: string) =>
      editor.client.callOk(page.save, { page_id: pages.api, page_content });
    await owner.client.callOk(page.save, { page_id: pages.api, page_content: 'mine' });
    expect(await titles(owner.client)).toEqual([]);
    for (const text of ['one', 'two', 'three']) await save(text);
    const { list, unread } = await owner.client.callOk(notice.getList, {});
    expect(list).toMatchObject([
      { notice_title: `${editor.username} edited “API page”`, href: `/page/${pages.api}` },
    ]);
    expect(unread).toBe(1);
    await owner.client.callOk(notice.setRead, { notice_id: list[0]?.notice_id ?? 0 });
    await save('three');
    expect((await owner.client.callOk(notice.getList, {})).unread).toBe(0);
    await save('four');
    expect(await owner.client.callOk(notice.getList, {})).toMatchObject({ total: 2, unread: 1 });
    expect(await titles(editor.client)).toEqual([]);
  });

  it('not for authors who can no longer read the page', async () => {
    const { owner, item_id, catalogs } = await makeItemTree(site);
    const [inside, outside, gone] = [
      await makeMember(site, item_id, { edit: true, catalog: catalogs.api }),
      await makeMember(site, item_id, { edit: true, catalog: catalogs.guides }),
      await makeLoggedInUser(site),
    ];
    await site.database.query(`update item set password_hash = 'x' where item_id = $1`, [item_id]);
    site.deps.bus.publish('item', String(item_id));
    for (const author of [inside, outside, gone]) {
      const page_id = await makePage(site, item_id, { catalog: catalogs.api, author });
      await owner.client.callOk(page.save, { page_id, page_content: 'changed' });
    }
    expect(await titles(inside.client)).toHaveLength(1);
    expect(await titles(outside.client)).toEqual([]);
    expect(await titles(gone.client)).toEqual([]);
  });

  it('for the administrators when a user sends feedback, limited per hour', async () => {
    const admins = [
      await makeLoggedInUser(site, { admin: true }),
      await makeLoggedInUser(site, { admin: true }),
    ];
    const { client, username } = await makeLoggedInUser(site);
    await client.callOk(notice.feedback, { content: '<b>More</b> templates' });
    for (const admin of admins)
      expect((await admin.client.callOk(notice.getList, {})).list).toMatchObject([
        { notice_title: `Feedback from ${username}`, notice_content: '<b>More</b> templates' },
      ]);
    expect(await titles(client)).toEqual([]);
    expect((await client.call(notice.feedback, { content: ' \n' })).error_code).toBe(10101);
    for (let times = 0; times < 8; times += 1)
      await client.callOk(notice.feedback, { content: 'x' });
    expect((await client.call(notice.feedback, { content: 'x' })).error_code).toBe(10602);
  });

  it('a day before the purge of pages, one per user and item', async () => {
    const { owner, item_id, pages } = await makeItemTree(site);
    const writer = await makeUser(site);
    await addMember(site, item_id, writer, { edit: true });
    const backdate = (page_id: number, age: string) =>
      site.database.query('update page set del_time = now() - $2::interval where page_id = $1', [
        page_id,
        age,
      ]);
    await backdate(pages.api, '29 days 1 hour');
    await backdate(pages.orders, '29 days 2 hours');
    await backdate(pages.root, '28 days 23 hours');
    await backdate(pages.linux, '30 days 1 minute');
    const { db, bus } = site.deps;
    const run = () => noticeJobs[0]?.run({ db, bus, deps: site.deps } as JobContext, {});
    await run();
    await run();
    expect(await titles(owner.client)).toEqual([
      '2 pages of “Harbor API” will be permanently deleted tomorrow',
    ]);
  });

  it('and deleted after 180 days', async () => {
    const { client, uid, insert } = await makeRecipient();
    await insert();
    await site.database.query(
      `update notice set notice_time = now() - interval '181 days' where uid = $1`,
      [uid],
    );
    await insert();
    const { db, bus } = site.deps;
    await noticeJobs[0]?.run({ db, bus, deps: site.deps } as JobContext, {});
    expect(await titles(client)).toHaveLength(1);
  });
});
