import { calls } from '@octavo/contract';
import { RELEASE_LOCK } from '@octavo/contract/page-lock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logIn, makeLoggedInUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import {
  archiveItem,
  makeItem,
  makeMember,
  makePage,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { page } = calls;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

/** An item with a page, its owner and a second editor. */
async function setUpPage() {
  const owner = await makeLoggedInUser(site, { name: 'Tomas Kral' });
  const item_id = await makeItem(site, { owner });
  const page_id = await makePage(site, item_id, { author: owner });
  const editor = await makeMember(site, item_id, { edit: true });
  return { owner, editor, item_id, page_id };
}

/** Lets the lease of the lock expire. */
function expire(pageId: number) {
  return site.database.query(
    'update page_lock set expire_time = clock_timestamp() where page_id = $1',
    [pageId],
  );
}

/** Remaining seconds of the lease, by the database clock. */
async function remainingLease(pageId: number): Promise<number> {
  const [row] = await site.database.query<{ seconds: string }>(
    `select extract(epoch from expire_time - clock_timestamp()) as seconds
     from page_lock where page_id = $1`,
    [pageId],
  );
  return Number(row?.seconds);
}

describe('page/setLock', () => {
  it('locks the page for one editor and names the holder to the other', async () => {
    const { owner, editor, page_id } = await setUpPage();
    const { lock_token } = await owner.client.callOk(page.setLock, { page_id });
    expect(lock_token).toMatch(/^[0-9a-f]{32}$/);
    const rejected = await editor.client.call(page.setLock, { page_id });
    expect(rejected).toMatchObject({
      error_code: 10601,
      data: { lock_username: owner.username, lock_name: 'Tomas Kral', is_cur_user: 0 },
    });
    expect(rejected.error_message).toContain('Tomas Kral');
  });

  it.each([9_999_999_999, -1, 0, '99999999999999', 1.5])(
    'lasts 300 seconds regardless of lock_to: %s',
    async (lock_to) => {
      const { owner, page_id } = await setUpPage();
      await owner.client.callOk(page.setLock, { page_id, lock_to });
      const lease = await remainingLease(page_id);
      expect(lease).toBeLessThanOrEqual(300);
      expect(lease).toBeGreaterThan(200);
    },
  );

  it('is renewed with its token and ends when the lease expires', async () => {
    const { owner, editor, page_id } = await setUpPage();
    const { lock_token } = await owner.client.callOk(page.setLock, { page_id });
    await site.database.query(
      `update page_lock set expire_time = clock_timestamp() + interval '100 seconds' where page_id = $1`,
      [page_id],
    );
    expect(await owner.client.callOk(page.setLock, { page_id, lock_token })).toEqual({
      lock_token,
      asks: [],
    });
    expect(await remainingLease(page_id)).toBeGreaterThan(200);
    await expire(page_id);
    await editor.client.callOk(page.setLock, { page_id });
    expect((await owner.client.call(page.setLock, { page_id, lock_token })).error_code).toBe(10601);
  });

  it('moves to a newer tab of the same user; the older tab gets an error and cannot renew it', async () => {
    const { owner, page_id } = await setUpPage();
    const older = await owner.client.callOk(page.setLock, { page_id });
    const newer = await owner.client.callOk(page.setLock, { page_id });
    expect(newer.lock_token).not.toBe(older.lock_token);
    expect(await owner.client.call(page.setLock, { page_id, ...older })).toMatchObject({
      error_code: 10601,
      data: { is_cur_user: 1 },
    });
    const checkLock = (lock_token: string) =>
      owner.client.callOk(page.isLock, { page_id, lock_token });
    expect(await checkLock(older.lock_token)).toMatchObject({ is_cur_user: 1, is_cur_editor: 0 });
    expect(await checkLock(newer.lock_token)).toMatchObject({ is_cur_user: 1, is_cur_editor: 1 });
  });

  it('is released only with its current token, or by its holder without a token', async () => {
    const { owner, editor, page_id } = await setUpPage();
    const older = await owner.client.callOk(page.setLock, { page_id });
    await owner.client.callOk(page.setLock, { page_id });
    const release = { page_id, lock_to: RELEASE_LOCK };
    await owner.client.callOk(page.setLock, { ...release, lock_token: older.lock_token });
    await editor.client.callOk(page.setLock, release);
    expect((await editor.client.call(page.setLock, { page_id })).error_code).toBe(10601);
    const given = await owner.client.callOk(page.setLock, { ...release, lock_to: '1000' });
    expect(given.lock_token).toBe('');
    await editor.client.callOk(page.setLock, { page_id });
  });

  it('is released by a cross-site beacon with a user token', async () => {
    const { owner, editor, page_id } = await setUpPage();
    const script = makeVisitor(site, { origin: undefined, 'sec-fetch-site': undefined });
    const { user_token } = await script.callOk(calls.user.login, {
      username: owner.username,
      password: 'correct horse 7 battery',
      with_token: true,
    });
    await owner.client.callOk(page.setLock, { page_id });
    const beacon = await makeVisitor(site, {
      origin: 'null',
      'sec-fetch-site': 'cross-site',
    }).request({
      method: 'POST',
      url: page.setLock.path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        page_id: String(page_id),
        lock_to: '1000',
        user_token: user_token ?? '',
      }).toString(),
    });
    expect(beacon.json()).toMatchObject({ error_code: 0 });
    await editor.client.callOk(page.setLock, { page_id });
  });

  it('checks the rights in the item of the page, not in the sent item', async () => {
    const { page_id } = await setUpPage();
    const stranger = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner: stranger });
    expect((await stranger.client.call(page.setLock, { page_id, item_id })).error_code).toBe(10101);
    expect((await stranger.client.call(page.setLock, { page_id })).error_code).toBe(10103);
  });

  it('has exactly one holder when 50 users request it at once', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    const page_id = await makePage(site, item_id);
    const people = [];
    for (let at = 0; at < 50; at += 1) people.push(await makeMember(site, item_id, { edit: true }));
    const answers = await Promise.all(
      people.map(({ client }) => client.call(page.setLock, { page_id })),
    );
    const codes = answers.map((answer) => answer.error_code);
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    expect(codes.filter((code) => code === 10601)).toHaveLength(49);
    // The same with an existing row whose lease has expired.
    await expire(page_id);
    const again = await Promise.all(
      people.map(({ client }) => client.call(page.setLock, { page_id })),
    );
    expect(again.filter((answer) => answer.error_code === 0)).toHaveLength(1);
  });

  it('is rejected in an archived item and for a deleted page', async () => {
    const { owner, item_id, page_id } = await setUpPage();
    const gone = await makePage(site, item_id, { author: owner });
    await owner.client.callOk(page.delete, { page_id: gone });
    expect((await owner.client.call(page.setLock, { page_id: gone })).error_code).toBe(10101);
    await archiveItem(site, item_id);
    expect((await owner.client.call(page.setLock, { page_id })).error_code).toBe(10605);
  });
});

describe('page/isLock', () => {
  it('names the holder only to editors', async () => {
    const { owner, editor, item_id, page_id } = await setUpPage();
    const reader = await makeMember(site, item_id);
    const free = { lock: 0, is_cur_user: 0, lock_username: '', addtime: null };
    expect(await editor.client.callOk(page.isLock, { page_id })).toMatchObject(free);
    await owner.client.callOk(page.setLock, { page_id });
    expect(await editor.client.callOk(page.isLock, { page_id })).toMatchObject({
      lock: 1,
      is_cur_user: 0,
      lock_username: owner.username,
      lock_name: 'Tomas Kral',
    });
    expect(await owner.client.callOk(page.isLock, { page_id })).toMatchObject({
      lock: 1,
      is_cur_user: 1,
    });
    for (const client of [reader.client, makeVisitor(site)])
      expect(await client.callOk(page.isLock, { page_id })).toMatchObject({ ...free, lock: 1 });
    await expire(page_id);
    expect(await editor.client.callOk(page.isLock, { page_id })).toMatchObject(free);
  });
});

describe('page/save of a locked page', () => {
  it('is rejected for others with the name of the holder, and allowed in all tabs of the holder', async () => {
    const { owner, editor, page_id } = await setUpPage();
    await owner.client.callOk(page.setLock, { page_id });
    const save = { page_id, page_content: 'mine' };
    expect(await editor.client.call(page.save, save)).toMatchObject({
      error_code: 10601,
      data: { lock_username: owner.username },
    });
    const second = await logIn(site, owner.uid);
    expect((await second.callOk(page.save, save)).version).toBe(2);
    await expire(page_id);
    expect((await editor.client.callOk(page.save, { page_id, page_content: 'ours' })).version).toBe(
      3,
    );
  });
});

describe('page/askLock and answerLock', () => {
  it('notify the holder, who can transfer the lock to the requester', async () => {
    const { owner, editor, item_id, page_id } = await setUpPage();
    const third = await makeMember(site, item_id, { edit: true });
    expect(await editor.client.callOk(page.askLock, { page_id })).toEqual({ lock: 0 });
    const { lock_token } = await owner.client.callOk(page.setLock, { page_id });
    expect(await owner.client.callOk(page.askLock, { page_id })).toEqual({ lock: 0 });
    expect(await editor.client.callOk(page.askLock, { page_id })).toEqual({ lock: 1 });
    expect(await editor.client.callOk(page.isLock, { page_id })).toMatchObject({
      ask: 'waiting',
      asks: [],
    });
    const asks = [{ username: editor.username }];
    expect(await owner.client.callOk(page.isLock, { page_id })).toMatchObject({ asks });
    expect(await owner.client.callOk(page.setLock, { page_id, lock_token })).toMatchObject({
      asks,
    });
    const answer = { page_id, username: editor.username, is_agreed: true };
    expect((await third.client.call(page.answerLock, answer)).error_code).toBe(10101);
    await owner.client.callOk(page.answerLock, answer);
    expect((await third.client.call(page.setLock, { page_id })).error_code).toBe(10601);
    expect((await owner.client.call(page.setLock, { page_id, lock_token })).error_code).toBe(10601);
    expect(await editor.client.callOk(page.isLock, { page_id })).toMatchObject({ is_cur_user: 1 });
    expect((await editor.client.callOk(page.setLock, { page_id })).asks).toEqual([]);
    expect((await editor.client.callOk(page.save, { page_id, page_content: 'x' })).version).toBe(2);
  });

  it('leave the lock with a holder who declines; a repeated request is pending again', async () => {
    const { owner, editor, page_id } = await setUpPage();
    await owner.client.callOk(page.setLock, { page_id });
    await editor.client.callOk(page.askLock, { page_id });
    await owner.client.callOk(page.answerLock, {
      page_id,
      username: editor.username,
      is_agreed: false,
    });
    expect(await editor.client.callOk(page.isLock, { page_id })).toMatchObject({
      ask: 'refused',
      lock_username: owner.username,
    });
    expect(await owner.client.callOk(page.isLock, { page_id })).toMatchObject({ asks: [] });
    await editor.client.callOk(page.askLock, { page_id });
    expect(await editor.client.callOk(page.isLock, { page_id })).toMatchObject({ ask: 'waiting' });
  });

  it('end for the requester when the request expires or the holder changes', async () => {
    const { owner, editor, item_id, page_id } = await setUpPage();
    const third = await makeMember(site, item_id, { edit: true });
    await owner.client.callOk(page.setLock, { page_id });
    await editor.client.callOk(page.askLock, { page_id });
    await site.database.query(
      `update page_lock_ask set addtime = addtime - interval '300 seconds' where page_id = $1`,
      [page_id],
    );
    expect(await owner.client.callOk(page.isLock, { page_id })).toMatchObject({ asks: [] });
    expect(await editor.client.callOk(page.isLock, { page_id })).toMatchObject({ ask: 'none' });
    await editor.client.callOk(page.askLock, { page_id });
    const declined = { page_id, username: editor.username, is_agreed: false };
    await owner.client.callOk(page.answerLock, declined);
    await expire(page_id);
    await third.client.callOk(page.setLock, { page_id });
    expect(await editor.client.callOk(page.isLock, { page_id })).toMatchObject({
      ask: 'none',
      lock_username: third.username,
    });
  });

  it('reject an answer without a request', async () => {
    const { owner, editor, page_id } = await setUpPage();
    await owner.client.callOk(page.setLock, { page_id });
    for (const is_agreed of [true, false]) {
      const answer = { page_id, username: editor.username, is_agreed };
      expect((await owner.client.call(page.answerLock, answer)).error_code).toBe(10101);
    }
  });
});
