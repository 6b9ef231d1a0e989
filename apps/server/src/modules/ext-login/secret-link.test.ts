import { createHash } from 'node:crypto';
import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  uniqueAddress,
  makeLoggedInUser,
  makeUser,
  PASSWORD,
  uniqueName,
  makeVisitor,
} from '../../../tests/helpers/factories.ts';
import { loadLoginKey, makeSignedLink } from '../../../tests/helpers/login-link.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { getLoginSecretKey, resetLoginSecretKey, saveLoginLinks } = calls.adminSetting;

let site: TestSite;
let admin: Awaited<ReturnType<typeof makeLoggedInUser>>;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web', TRUST_PROXY: '1' });
  admin = await makeLoggedInUser(site, { admin: true });
});
afterAll(() => site.close());

/** A click on a link in another system. */
async function follow(query: Record<string, string>) {
  const client = makeVisitor(site, { 'x-forwarded-for': uniqueAddress() });
  const answer = await client.request({
    method: 'GET',
    url: calls.extLogin.bySecretKey.path,
    query,
    headers: { 'sec-fetch-site': 'cross-site', origin: undefined },
  });
  const { data } = await client.call(calls.user.info, {});
  return { client, status: answer.statusCode, location: answer.headers['location'], account: data };
}
const REJECTED = { location: '/user/login?failed=linkInvalid', account: null };

async function showdocLink(username: string, seconds = 0) {
  const time = String(Math.floor(site.deps.now().getTime() / 1000) + seconds);
  const token = createHash('md5')
    .update(`${username}${await loadLoginKey(site)}${time}`)
    .digest('hex');
  return { username, time, token };
}

describe('a signed login link', () => {
  it('logs the user in and creates the account at the first login', async () => {
    const username = uniqueName('portal');
    const first = await follow({
      ...(await makeSignedLink(site, { username, name: '王静' })),
      redirect: '/team/index',
    });
    expect(first).toMatchObject({
      status: 303,
      location: '/team/index',
      account: { username, name: '王静', groupid: 2 },
    });
    const again = await follow(await makeSignedLink(site, { username }));
    expect(again).toMatchObject({ location: '/item/index', account: { uid: first.account?.uid } });
    // Actions that require a password accept a recent login instead.
    const { item_id } = await again.client.callOk(calls.item.add, { item_name: 'Mine' });
    await again.client.callOk(calls.item.archive, { item_id, password: '' });
    const local = await makeUser(site);
    expect((await follow(await makeSignedLink(site, local))).account?.uid).toBe(local.uid);
  });

  it('works once across all processes, also for concurrent requests', async () => {
    const link = await makeSignedLink(site, { username: uniqueName('portal') });
    const all = await Promise.all([follow(link), follow(link), follow(link)]);
    expect(all.filter(({ account }) => account)).toHaveLength(1);
    expect(await follow(link)).toMatchObject(REJECTED);
  });

  it.each([-62, -3600, 120, 315_360_000])('is rejected %i seconds from now', async (seconds) => {
    const link = await makeSignedLink(site, { username: uniqueName('portal'), seconds });
    expect(await follow(link)).toMatchObject(REJECTED);
  });

  it('is rejected when any signed field is changed', async () => {
    const before = (await site.database.query('select from "user"')).length;
    const link = () => makeSignedLink(site, { username: uniqueName('portal'), name: 'Mei' });
    const { sign: _, ...unsigned } = await link();
    const changed = [
      { ...(await link()), username: 'unknown' },
      { ...(await link()), name: 'Boss' },
      { ...(await link()), nonce: 'x'.repeat(43) },
      { ...(await link()), sign: '' },
      { ...(await link()), sign: 'zz' },
      unsigned,
    ];
    for (const query of changed) expect(await follow(query)).toMatchObject(REJECTED);
    expect((await site.database.query('select from "user"')).length).toBe(before);
  });

  it('never logs in an administrator, an auditor, a disabled account or a reserved username', async () => {
    for (const role of [{ admin: true }, { auditor: true }])
      expect(await follow(await makeSignedLink(site, await makeUser(site, role)))).toMatchObject({
        location: '/user/login?failed=forbidden',
        account: null,
      });
    const gone = await makeUser(site);
    await site.database.query('update "user" set disabled_time = now() where uid = $1', [gone.uid]);
    expect(await follow(await makeSignedLink(site, gone))).toMatchObject({
      location: '/user/login?failed=accountDisabled',
      account: null,
    });
    const refused = async () =>
      (await admin.client.callOk(calls.audit.getList, { action: 'user.loginFailed' })).list[0];
    await expect.poll(refused).toMatchObject({
      subject: gone.username,
      facts: { reason: 'disabled', kind: 'integration' },
    });
    expect((await follow(await makeSignedLink(site, { username: 'root' }))).account).toBeNull();
  });

  it('logs in the account that the named one was merged into, unless that is an administrator', async () => {
    const to = await makeUser(site);
    const boss = await makeUser(site, { admin: true });
    const merged = async (to_username: string) => {
      const username = uniqueName('portal');
      const first = await follow(await makeSignedLink(site, { username }));
      const uid = first.account?.uid ?? 0;
      await admin.client.callOk(calls.adminUser.mergeUser, {
        uid,
        to_username,
        password: PASSWORD,
      });
      return follow(await makeSignedLink(site, { username }));
    };
    expect((await merged(to.username)).account?.uid).toBe(to.uid);
    expect(await merged(boss.username)).toMatchObject({
      location: '/user/login?failed=forbidden',
      account: null,
    });
  });

  it('does not redirect to another site', async () => {
    const link = await makeSignedLink(site, { username: uniqueName('portal') });
    expect((await follow({ ...link, redirect: 'https://evil.test/' })).location).toBe(
      '/item/index',
    );
  });

  it('is invalid after its key is reset; only administrators see the key, which is stored encrypted', async () => {
    const shown = await admin.client.callOk(getLoginSecretKey, {});
    expect(shown.login_secret_key).not.toBe('');
    expect(await admin.client.callOk(getLoginSecretKey, {})).toEqual(shown);
    const link = await makeSignedLink(site, { username: uniqueName('portal') });
    const renewed = await admin.client.callOk(resetLoginSecretKey, {});
    expect(renewed.login_secret_key).toMatch(/^[\da-f]{32}$/);
    expect(await follow(link)).toMatchObject(REJECTED);
    const rows = await site.database.query('select value::text from setting');
    for (const told of [rows, site.logLines])
      expect(JSON.stringify(told)).not.toContain(renewed.login_secret_key);
  });

  it('in the ShowDoc format works once within a minute, while an administrator enables it', async () => {
    const username = uniqueName('older');
    expect(await follow(await showdocLink(username))).toMatchObject(REJECTED);
    await admin.client.callOk(saveLoginLinks, { older_login_links: 1 });
    const link = await showdocLink(username);
    expect((await follow(link)).account?.username).toBe(username);
    expect(await follow(link)).toMatchObject(REJECTED);
    expect(await follow(await showdocLink(username, 315_360_000))).toMatchObject(REJECTED);
    const boss = await makeUser(site, { admin: true });
    expect((await follow(await showdocLink(boss.username))).account).toBeNull();
    await admin.client.callOk(saveLoginLinks, { older_login_links: 0 });
    expect(await follow(await showdocLink(username))).toMatchObject(REJECTED);
  });
});
