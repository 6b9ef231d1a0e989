import { calls } from '@octavo/contract';
import { ADMIN_GROUP, AUDITOR_GROUP, USER_GROUP } from '@octavo/contract/user-group';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  confirmSessions,
  makeLoggedInUser,
  makeUser,
  PASSWORD,
  uniqueName,
} from '../../../tests/helpers/factories.ts';
import { makeItem, makePage } from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { getList, deleteUser, disableUser, mergeUser, setRole } = calls.adminUser;

let site: TestSite;
let admin: Awaited<ReturnType<typeof makeLoggedInUser>>;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
  admin = await makeLoggedInUser(site, { admin: true });
});
afterAll(() => site.close());

type LoggedIn = Pick<typeof admin, 'client'>;

const mayRead = async ({ client }: LoggedIn) => (await client.call(getList, {})).error_code === 0;
const mayChange = async ({ client }: LoggedIn) =>
  (await client.call(calls.adminSetting.saveConfig, { robots_open: 1 })).error_code === 0;
const lastEntry = async () =>
  (await admin.client.callOk(calls.audit.getList, { count: 1 })).list[0];

describe('roles', () => {
  it.each([
    ['administrator', ADMIN_GROUP, true, true],
    ['auditor', AUDITOR_GROUP, true, false],
  ])(
    '%s is granted and revoked with immediate effect, in the audit log with both roles',
    async (_name, groupid, reads, changes) => {
      const mei = await makeLoggedInUser(site);
      expect(await mayRead(mei)).toBe(false);
      await admin.client.callOk(setRole, { uid: mei.uid, groupid });
      await confirmSessions(site, mei.uid);
      expect([await mayRead(mei), await mayChange(mei)]).toEqual([reads, changes]);
      expect(await mei.client.callOk(calls.user.info, {})).toMatchObject({ groupid });
      await admin.client.callOk(setRole, { uid: mei.uid, groupid: USER_GROUP });
      expect([await mayRead(mei), await mayChange(mei)]).toEqual([false, false]);
      const { list } = await admin.client.callOk(calls.audit.getList, { action: 'adminUser' });
      expect(list.slice(0, 2)).toMatchObject([
        {
          action: 'adminUser.setRole',
          subject: mei.username,
          facts: { groupid: USER_GROUP, was: { groupid } },
        },
        {
          action: 'adminUser.setRole',
          username: admin.username,
          facts: { groupid, was: { groupid: USER_GROUP } },
        },
      ]);
    },
  );

  it('change from administrator to auditor in one step', async () => {
    const mei = await makeLoggedInUser(site, { admin: true });
    await admin.client.callOk(setRole, { uid: mei.uid, groupid: AUDITOR_GROUP });
    expect([await mayRead(mei), await mayChange(mei)]).toEqual([true, false]);
  });

  it('are not granted to a disabled or unknown account, nor outside the three values', async () => {
    const lin = await makeUser(site);
    await admin.client.callOk(disableUser, { uid: lin.uid, is_disabled: 1 });
    const code = async (uid: number, groupid: number) =>
      (await admin.client.call(setRole, { uid, groupid })).error_code;
    expect(await code(lin.uid, ADMIN_GROUP)).toBe(10634);
    expect(await code(lin.uid, AUDITOR_GROUP)).toBe(10634);
    expect(await code(999_999, ADMIN_GROUP)).toBe(10209);
    expect(await code(lin.uid, 4)).toBe(10101);
    expect(await code(lin.uid, 0)).toBe(10101);
  });

  it.each([ADMIN_GROUP, USER_GROUP, AUDITOR_GROUP] as const)(
    'are not changed by administrators for themselves, to %s',
    async (groupid) => {
      const own = await admin.client.call(setRole, { uid: admin.uid, groupid });
      expect(own.error_message).toContain('another administrator');
      expect(await mayChange(admin)).toBe(true);
    },
  );

  it.each([USER_GROUP, AUDITOR_GROUP] as const)(
    'leave one administrator when the last two set each other to %s concurrently',
    async (groupid) => {
      const own = await openTestSite({ ROLES: 'web' });
      try {
        for (let round = 0; round < 5; round += 1) {
          const [mei, lin] = [
            await makeLoggedInUser(own, { admin: true }),
            await makeLoggedInUser(own, { admin: true }),
          ];
          const answers = await Promise.all([
            mei.client.call(setRole, { uid: lin.uid, groupid }),
            lin.client.call(setRole, { uid: mei.uid, groupid }),
          ]);
          const rows = await own.database.query('select uid from "user" where groupid = 1');
          expect(rows).toHaveLength(1);
          expect(answers.filter(({ error_code }) => error_code === 0)).toHaveLength(1);
          await own.database.query('update "user" set groupid = 2');
        }
      } finally {
        await own.close();
      }
    },
  );
});

describe('an auditor', () => {
  it('reads, searches and exports the audit log of the whole site', async () => {
    const auditor = await makeLoggedInUser(site, { auditor: true });
    const username = uniqueName('seen');
    await admin.client.callOk(calls.adminUser.addUser, { username, password: PASSWORD });
    const { list } = await auditor.client.callOk(calls.audit.getList, { keyword: admin.username });
    expect(list[0]).toMatchObject({ action: 'adminUser.createUser', facts: { username } });
    const file = await auditor.client.request({ method: 'GET', url: calls.audit.export.path });
    expect(file.statusCode).toBe(200);
    expect(file.body).toContain(username);
    expect(await lastEntry()).toMatchObject({
      action: 'audit.export',
      username: auditor.username,
    });
  });

  it('gets no secret of the settings, and not the integration key', async () => {
    const auditor = await makeLoggedInUser(site, { auditor: true });
    const secret = 'k-8f2a91-secret';
    await admin.client.callOk(calls.adminSetting.saveConfig, {
      oss_setting: { oss_type: 's3', secret },
      mail_setting: { host: 'mail.harbor.test', password: secret },
    });
    await admin.client.callOk(calls.adminSetting.saveLdapConfig, {
      ldap_form: { host: 'ldap.harbor.test', bind_password: secret },
    });
    await admin.client.callOk(calls.adminSetting.saveOauth2Config, {
      oauth2_form: { host: 'id.harbor.test', client_secret: secret },
    });
    const { login_secret_key } = await admin.client.callOk(
      calls.adminSetting.getLoginSecretKey,
      {},
    );
    const readable = Object.values(calls).flatMap((verbs) =>
      Object.values(verbs).filter(({ access }) => access.who === 'auditor'),
    );
    expect(readable.length).toBeGreaterThan(10);
    const [run] = await site.database.query<{ run_id: string }>(
      `insert into directory_run (kind, state) values ('sync', 'done') returning run_id`,
    );
    for (const { path } of readable) {
      const answer = await auditor.client.request({
        method: 'POST',
        url: path,
        payload: { uid: admin.uid, run_id: run?.run_id },
      });
      expect([path, answer.json<{ error_code: number }>().error_code]).toEqual([path, 0]);
      expect(answer.body).not.toContain(secret);
      expect(answer.body).not.toContain(login_secret_key);
    }
  });

  it('has no right in private items, and the rights of a user in their own', async () => {
    const auditor = await makeLoggedInUser(site, { auditor: true });
    const item_id = await makeItem(site, { password_hash: 'x' });
    const page_id = await makePage(site, item_id);
    expect((await auditor.client.call(calls.page.info, { page_id })).error_code).toBe(10307);
    expect((await admin.client.call(calls.page.info, { page_id })).error_code).toBe(10307);
    const own = await makeItem(site, { owner: auditor, password_hash: 'x' });
    const ownPage = await makePage(site, own);
    await auditor.client.callOk(calls.page.save, { page_id: ownPage, page_content: 'mine' });
  });

  it('is disabled, deleted and merged like a user; the role does not move', async () => {
    const [first, second, target] = [
      await makeLoggedInUser(site, { auditor: true }),
      await makeLoggedInUser(site, { auditor: true }),
      await makeLoggedInUser(site),
    ];
    await admin.client.callOk(disableUser, { uid: first.uid, is_disabled: 1 });
    expect(await mayRead(first)).toBe(false);
    await admin.client.callOk(deleteUser, { uid: first.uid });
    await admin.client.callOk(mergeUser, {
      uid: second.uid,
      to_username: target.username,
      password: PASSWORD,
    });
    expect(await mayRead(second)).toBe(false);
    expect(await mayRead(target)).toBe(false);
    expect(await target.client.callOk(calls.user.info, {})).toMatchObject({ groupid: USER_GROUP });
  });
});
