import { calls } from '@octavo/contract';
import { MAX_ACCESS_TOKENS } from '@octavo/contract/limits';
import { tokenScopes } from '@octavo/contract/token-scope';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  makeAccessToken,
  makeScript,
  makeTokenClient,
} from '../../../tests/helpers/access-tokens.ts';
import { makeLoggedInUser, makeVisitor, PASSWORD } from '../../../tests/helpers/factories.ts';
import { makeItem, makePage } from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { WAIT } from '../../../tests/helpers/wait.ts';
import { isWellFormed, newAccessToken } from '../../access/access-token.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { noticeJobs } from '../notice/notice.jobs.ts';

const { accessToken, adminUser, item, page, search, user } = calls;
const [INVALID, EXPIRED, NO_SCOPE, REFUSED, OTHER_ITEM, NEEDS_ITEM, TOO_LONG] = [
  10650, 10651, 10652, 10653, 10654, 10655, 10656,
];
const ELSEWHERE = 10687;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
});
afterAll(() => site.close());

const wanted = { name: 'Build server', scopes: ['read'], item_ids: 'all', days: 30 } as const;
const request = { ...wanted, scopes: [...wanted.scopes], password: PASSWORD };

describe('creating a token', () => {
  it('shows it once, and works with it', async () => {
    const { client, username } = await makeLoggedInUser(site);
    const { token, access_token } = await client.callOk(accessToken.create, request);
    expect(token).toMatch(/^oct_[0-9A-Za-z]{38}$/);
    expect(isWellFormed(token)).toBe(true);
    const { list, max_days } = await client.callOk(accessToken.getList, {});
    expect(max_days).toBe(365);
    expect(list).toEqual([access_token]);
    expect(JSON.stringify(list)).not.toContain(token);
    expect(list[0]).toMatchObject({ name: 'Build server', scopes: ['read'], items: null });
    expect(token.startsWith(list[0]?.prefix ?? '-')).toBe(true);
    expect(await makeScript(site, token).callOk(user.info, {})).toMatchObject({ username });
    const stored = await site.database.query<{ text: string }>(
      `select access_token::text as text from access_token
       union all select audit_log::text from audit_log`,
    );
    expect(stored.map(({ text }) => text).join('\n')).not.toContain(token.slice(8));
  });

  it('asks for the password and for every field', async () => {
    const { client } = await makeLoggedInUser(site);
    const codeOf = async (change: object) =>
      (await client.call(accessToken.create, { ...request, ...change })).error_code;
    expect(await codeOf({ password: 'wrong password' })).toBe(10208);
    for (const change of [
      { name: ' ' },
      { scopes: [] },
      { scopes: ['all'] },
      { item_ids: [] },
      { item_ids: undefined },
      { days: undefined },
      { days: 0 },
    ])
      expect([change, await codeOf(change)]).toEqual([change, 10101]);
    expect(await codeOf({ days: 366 })).toBe(TOO_LONG);
    expect((await client.callOk(accessToken.getList, {})).list).toEqual([]);
  });

  it('is limited to items that the user may view, and to roles that the user has', async () => {
    const owner = await makeLoggedInUser(site);
    const { client } = await makeLoggedInUser(site);
    const admin = await makeLoggedInUser(site, { admin: true });
    const hidden = await makeItem(site, { owner, password_hash: 'x' });
    const open = await makeItem(site, { owner });
    const codeOf = async (by: typeof client, change: object) =>
      (await by.call(accessToken.create, { ...request, ...change })).error_code;
    expect(await codeOf(client, { item_ids: [open] })).toBe(0);
    expect(await codeOf(client, { item_ids: [open, hidden] })).toBe(10101);
    expect(await codeOf(client, { scopes: ['admin'] })).toBe(10103);
    expect(await codeOf(admin.client, { scopes: ['admin'] })).toBe(0);
    expect(await codeOf(admin.client, { scopes: ['admin'], item_ids: [open] })).toBe(10103);
  });

  it('is possible up to a number of tokens', async () => {
    const { client, uid } = await makeLoggedInUser(site);
    for (let count = 0; count < MAX_ACCESS_TOKENS; count += 1)
      await makeAccessToken(site, uid, { scopes: ['read'] });
    expect((await client.call(accessToken.create, request)).error_code).toBe(10608);
  });
});

describe('a token', () => {
  it('is accepted in the Authorization header only', async () => {
    const { uid } = await makeLoggedInUser(site);
    const { token } = await makeAccessToken(site, uid, { scopes: ['read', 'write'] });
    expect((await makeScript(site, token).call(user.info, {})).error_code).toBe(0);
    const visitor = makeVisitor(site);
    const url = user.info.path;
    const inBody = await visitor.request({ method: 'POST', url, payload: { user_token: token } });
    const inUrl = await visitor.request({ method: 'POST', url: `${url}?user_token=${token}` });
    visitor.cookies.set('octavo', token);
    const inCookie = await visitor.request({ method: 'POST', url, payload: {} });
    for (const answer of [inBody, inUrl, inCookie])
      expect(answer.json()).toMatchObject({ error_code: 10102 });
  });

  it('needs the scope of the call, and is never accepted for logins', async () => {
    const { uid } = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner: { uid, username: '' } });
    const reader = await makeTokenClient(site, uid, { scopes: ['read'] });
    const answer = await reader.call(page.save, { item_id, page_title: 'x', page_content: 'x' });
    expect(answer.error_code).toBe(NO_SCOPE);
    expect(answer.error_message).toContain('write');
    const all = await makeTokenClient(site, uid, { scopes: tokenScopes });
    for (const [call, input] of [
      [accessToken.getList, {}],
      [accessToken.create, request],
      [user.devices, {}],
      [user.revokeOtherDevices, {}],
      [item.getKey, { item_id }],
      [item.delete, { item_id, password: PASSWORD }],
    ] as const)
      expect([call.path, (await all.call(call, input as never)).error_code]).toEqual([
        call.path,
        REFUSED,
      ]);
    const events = await all.request({ method: 'GET', url: '/api/events' });
    expect(events.json()).toMatchObject({ error_code: REFUSED });
    const document = await all.request({ method: 'GET', url: `/${item_id}` });
    expect(document.json()).toMatchObject({ error_code: REFUSED });
  });

  it('is rejected when it is unknown, malformed, expired or revoked', async () => {
    const { uid, client } = await makeLoggedInUser(site);
    const codeOf = async (token: string) =>
      (await makeScript(site, token).call(user.info, {})).error_code;
    expect(await codeOf(newAccessToken())).toBe(INVALID);
    expect(await codeOf('oct_x')).toBe(INVALID);
    const { token, id } = await makeAccessToken(site, uid, { scopes: ['read'] });
    expect(await codeOf(token)).toBe(0);
    await client.callOk(accessToken.revoke, { id });
    expect(await codeOf(token)).toBe(INVALID);
    const old = await makeAccessToken(site, uid, { scopes: ['read'], days: -1 });
    expect(await codeOf(old.token)).toBe(EXPIRED);
    expect((await client.callOk(accessToken.getList, {})).list).toMatchObject([
      { id: old.id, is_expired: true, last_used_time: null },
    ]);
  });

  it('works in its network only, and the audit log has uses from elsewhere', async () => {
    const { uid, client } = await makeLoggedInUser(site);
    for (const network of ['10.20.4.0/33', 'office', '::ffff:10.20.4.0/104'])
      expect(await client.call(accessToken.create, { ...request, network })).toMatchObject({
        error_code: 10683,
      });
    const created = await client.callOk(accessToken.create, {
      ...request,
      network: '10.20.4.0/24',
    });
    expect(created.access_token.network).toBe('10.20.4.0/24');
    const codeFrom = async (address: string) => {
      const authorization = `Bearer ${created.token}`;
      const origin = { origin: undefined, 'sec-fetch-site': undefined };
      const headers = { ...origin, authorization, 'x-forwarded-for': address };
      return (await makeVisitor(site, headers).call(user.info, {})).error_code;
    };
    expect(await codeFrom('10.20.5.17')).toBe(ELSEWHERE);
    expect((await client.callOk(accessToken.getList, {})).list[0]?.last_used_time).toBeNull();
    site.deps.bus.publish('account', String(uid));
    expect(await codeFrom('10.20.4.17')).toBe(0);
    expect(await codeFrom('::ffff:10.20.4.18')).toBe(0);
    // From the cache, too.
    expect(await codeFrom('203.0.113.9')).toBe(ELSEWHERE);
    const refused = () =>
      site.database.query<{ reason: string; address: string }>(
        `select facts->>'reason' as reason, address from audit_log
         where action = 'accessToken.refused' and subject_uid = ${uid} order by audit_id`,
      );
    await expect
      .poll(refused, WAIT)
      .toEqual(['10.20.5.17', '203.0.113.9'].map((address) => ({ reason: 'address', address })));
  });

  it('shows its last use', async () => {
    const { uid, client } = await makeLoggedInUser(site);
    const script = await makeTokenClient(site, uid, { scopes: ['read'] });
    await script.callOk(user.info, {});
    const lastUse = async () => (await client.callOk(accessToken.getList, {})).list[0];
    await expect.poll(async () => (await lastUse())?.last_address, WAIT).toMatch(/^2001:db8:/);
    const first = (await lastUse())?.last_used_time;
    expect(first).not.toBeNull();
    // Within a minute the time is not written again.
    site.deps.bus.publish('account', String(uid));
    await script.callOk(user.info, {});
    expect((await lastUse())?.last_used_time).toBe(first);
  });

  it('without the scope admin makes an administrator an ordinary user', async () => {
    const { uid } = await makeLoggedInUser(site, { admin: true });
    const plain = await makeTokenClient(site, uid, {
      scopes: ['read', 'write', 'import', 'export'],
    });
    expect(await plain.callOk(user.info, {})).toMatchObject({ groupid: 2 });
    expect((await plain.call(calls.audit.getList, {})).error_code).toBe(10103);
    expect((await plain.call(adminUser.getList, {})).error_code).toBe(NO_SCOPE);
    const full = await makeTokenClient(site, uid, { scopes: ['admin', 'read'] });
    expect((await full.call(adminUser.getList, {})).error_code).toBe(0);
    expect((await full.call(calls.audit.getList, {})).error_code).toBe(0);
    // The role is the one that the user has now.
    await site.database.query('update "user" set groupid = 2 where uid = $1', [uid]);
    site.deps.bus.publish('account', String(uid));
    expect((await full.call(adminUser.getList, {})).error_code).toBe(10103);
  });

  it('is named in the audit log by its first characters', async () => {
    const { uid, client } = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner: { uid, username: '' } });
    const { token } = await makeAccessToken(site, uid, { scopes: ['write'] });
    await makeScript(site, token).callOk(item.update, { item_id, item_name: 'Harbor' });
    const { list } = await client.callOk(calls.audit.getList, { item_id });
    expect(list[0]).toMatchObject({ action: 'item.update' });
    expect(list[0]?.facts).toMatchObject({ token_prefix: token.slice(0, 8) });
  });
});

describe('a token that is limited to items', () => {
  it('sees nothing of other items', async () => {
    const owner = await makeLoggedInUser(site);
    const { uid } = owner;
    const mine = await makeItem(site, { owner, item_name: 'Included' });
    const other = await makeItem(site, { owner, item_name: 'Excluded' });
    const inside = await makePage(site, mine, { page_title: 'Lighthouse one' });
    const outside = await makePage(site, other, { page_title: 'Lighthouse two' });
    const script = await makeTokenClient(site, uid, {
      scopes: ['read', 'write', 'import', 'export'],
      item_ids: [mine],
    });
    const items = await script.callOk(item.myList, {});
    expect(items.map(({ item_id }) => item_id)).toEqual([mine]);
    const found = await script.callOk(search.all, { keyword: 'lighthouse', scope: 'all' });
    expect(found).toMatchObject({ total: 1, items: [{ item_id: mine }] });
    const suggested = await script.callOk(page.suggest, { item_id: mine, keyword: 'lighthouse' });
    expect(suggested.map(({ page_id }) => page_id)).toEqual([inside]);
    expect(
      await owner.client.callOk(page.suggest, { item_id: mine, keyword: 'lighthouse' }),
    ).toHaveLength(2);
    await owner.client.callOk(page.save, {
      page_id: outside,
      page_content: `[one](/${mine}/${inside})`,
    });
    expect(await owner.client.callOk(page.backlinks, { page_id: inside })).toMatchObject({
      total: 1,
    });
    expect(await script.callOk(page.backlinks, { page_id: inside })).toMatchObject({ total: 0 });
    expect((await script.call(page.info, { page_id: inside })).error_code).toBe(0);
    for (const [call, input] of [
      [page.info, { page_id: outside }],
      [item.info, { item_id: other }],
      [search.all, { keyword: 'lighthouse', item_id: other }],
      [page.save, { page_id: outside, page_content: 'x' }],
      [page.move, { item_id: mine, page_ids: [inside], to_item_id: other }],
      [calls.import.plan, { item_id: other }],
      [calls.export.begin, { item_id: other, format: 'word' }],
    ] as const)
      expect([call.path, (await script.call(call as never, input as never)).error_code]).toEqual([
        call.path,
        OTHER_ITEM,
      ]);
    for (const call of [
      item.add,
      calls.home.recent,
      calls.notice.getList,
      calls.favourite.list,
      page.drafts,
      calls.attachment.getMyList,
      calls.team.getList,
      calls.import.plan,
      page.upload,
    ])
      expect([
        call.path,
        (await script.call(call as never, { item_name: 'x' } as never)).error_code,
      ]).toEqual([call.path, NEEDS_ITEM]);
  });

  it('exports and downloads its item only', async () => {
    const owner = await makeLoggedInUser(site);
    const mine = await makeItem(site, { owner });
    const other = await makeItem(site, { owner });
    const script = await makeTokenClient(site, owner.uid, { scopes: ['export'], item_ids: [mine] });
    const own = await script.callOk(calls.export.begin, { item_id: mine, format: 'word' });
    expect((await script.call(calls.export.status, own)).error_code).toBe(0);
    const foreign = await owner.client.callOk(calls.export.begin, {
      item_id: other,
      format: 'word',
    });
    expect((await script.call(calls.export.status, foreign)).error_code).toBe(OTHER_ITEM);
  });

  it('opens files of its items only', async () => {
    const owner = await makeLoggedInUser(site);
    const mine = await makeItem(site, { owner, password_hash: 'x' });
    const other = await makeItem(site, { owner, password_hash: 'x' });
    const script = await makeTokenClient(site, owner.uid, { scopes: ['read'], item_ids: [mine] });
    const statusOf = async (itemId: number) => {
      const page_id = await makePage(site, itemId, {});
      await owner.client.callOk(page.upload, { page_id });
      const [file] = await owner.client.callOk(page.uploadList, { page_id });
      const { pathname } = new URL(file?.url ?? '', site.deps.config.publicUrl);
      return (await script.request({ method: 'GET', url: pathname })).statusCode;
    };
    expect(await statusOf(mine)).toBe(200);
    expect(await statusOf(other)).not.toBe(200);
  });
});

describe('tokens end', () => {
  it('when another person ends the sessions of the user', async () => {
    const admin = await makeLoggedInUser(site, { admin: true });
    const actions: Record<string, (uid: number) => Promise<unknown>> = {
      'all devices revoked': (uid) => admin.client.callOk(adminUser.revokeDevices, { uid }),
      'password set': (uid) =>
        admin.client.callOk(adminUser.addUser, { uid, password: 'another horse 8 battery' }),
      disabled: (uid) => admin.client.callOk(adminUser.disableUser, { uid, is_disabled: true }),
      'disabled with others': (uid) =>
        admin.client.callOk(adminUser.changeUsers, { uids: [uid], action: 'disable' }),
      'one revoked': async (uid) => {
        const [row] = await admin.client.callOk(adminUser.getTokens, { uid });
        expect(row).toMatchObject({ name: 'Build server', item_count: null });
        return admin.client.callOk(adminUser.revokeTokens, { uid, ...(row && { id: row.id }) });
      },
      'all revoked': (uid) => admin.client.callOk(adminUser.revokeTokens, { uid }),
    };
    for (const [name, act] of Object.entries(actions)) {
      const { uid } = await makeLoggedInUser(site);
      const script = await makeTokenClient(site, uid, { scopes: ['read'] });
      await script.callOk(user.info, {});
      await act(uid);
      expect([name, (await script.call(user.info, {})).error_code]).toEqual([name, INVALID]);
    }
  });

  it('but not when the user changes the password or logs out other devices', async () => {
    const { uid, client } = await makeLoggedInUser(site);
    const script = await makeTokenClient(site, uid, { scopes: ['read'] });
    await client.callOk(user.revokeOtherDevices, {});
    await client.callOk(user.resetPassword, {
      password: PASSWORD,
      new_password: 'another horse 8 battery',
    });
    expect((await script.call(user.info, {})).error_code).toBe(0);
  });

  it('only by their user or an administrator', async () => {
    const { uid } = await makeLoggedInUser(site);
    const { id } = await makeAccessToken(site, uid, { scopes: ['read'] });
    const stranger = await makeLoggedInUser(site);
    const admin = await makeLoggedInUser(site, { admin: true });
    expect((await stranger.client.call(accessToken.revoke, { id })).error_code).toBe(10101);
    const wrongUser = { uid: stranger.uid, id };
    expect((await admin.client.call(adminUser.revokeTokens, wrongUser)).error_code).toBe(10101);
    expect(await admin.client.callOk(adminUser.getTokens, { uid })).toHaveLength(1);
  });

  it('with one notice before', async () => {
    const { uid, client } = await makeLoggedInUser(site);
    const { id } = await makeAccessToken(site, uid, { scopes: ['read'], days: 30 });
    await makeAccessToken(site, uid, { scopes: ['read'], days: 5 });
    const { db, bus } = site.deps;
    const context = { db, bus, deps: site.deps } as unknown as JobContext;
    const run = async () => {
      for (const job of noticeJobs) await job.run(context, {});
      return (await client.callOk(calls.notice.getList, {})).list;
    };
    expect(await run()).toEqual([]);
    await site.database.query(
      `update access_token set addtime = now() - interval '24 days',
       expire_time = now() + interval '6 days' where id = $1`,
      [id],
    );
    const notices = await run();
    expect(notices).toMatchObject([
      { kind: 'tokenEnding', notice_title: 'Your access token “Build server” expires in 6 days' },
    ]);
    expect(await run()).toEqual(notices);
  });
});
