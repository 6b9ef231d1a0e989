import { calls } from '@octavo/contract';
import { ADMIN_GROUP, AUDITOR_GROUP, USER_GROUP } from '@octavo/contract/user-group';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  makeLoggedInUser,
  makeUser,
  makeVisitor,
  PASSWORD,
  uniqueAddress,
  uniqueName,
} from '../../../tests/helpers/factories.ts';
import { linkQuery, mailsTo, waitForMails } from '../../../tests/helpers/mails.ts';
import { openIsolatedSite, openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { externalIdentityRepository } from '../ext-login/external-identity.repository.ts';
import { settingRepository } from '../setting/setting.repository.ts';
import { invitationRepository } from './invitation.repository.ts';

const { invite, createInviteLink, getInvitations, resendInvitation, revokeInvitation } =
  calls.adminUser;
const { acceptInvitation, invitation } = calls.user;

let site: TestSite;
let admin: Awaited<ReturnType<typeof makeLoggedInUser>>['client'];
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1' });
  admin = (await makeLoggedInUser(site, { admin: true })).client;
});
afterAll(() => site.close());

const newEmail = () => `${uniqueName('invited')}@harbor.test`;
const visitor = (language = 'en') =>
  makeVisitor(site, { 'x-forwarded-for': uniqueAddress(), 'accept-language': language });
const credentials = () => ({
  username: uniqueName('guest'),
  password: PASSWORD,
  confirm_password: PASSWORD,
});

async function mailedToken(email: string, count = 1): Promise<string> {
  const mail = (await waitForMails(email, count)).at(-1);
  return (mail && linkQuery(mail).get('token')) ?? '';
}

async function newLink(options: { max_uses?: number; groupid?: 2 | 3 } = {}) {
  const { link, invitation_id } = await admin.callOk(createInviteLink, { max_uses: 1, ...options });
  return { invitation_id, token: new URL(link).searchParams.get('token') ?? '' };
}

async function findRow(email: string) {
  const { invitations } = await admin.callOk(getInvitations, { count: 100 });
  return invitations.find((row) => row.email === email);
}

async function expire(invitationId: number) {
  await site.database.query(
    `update invitation set expire_time = now() - interval '1 second' where invitation_id = ${invitationId}`,
  );
}

const countUsers = async () =>
  (await site.database.query<{ users: string }>('select count(*) as users from "user"'))[0]?.users;

describe('an invitation by mail', () => {
  it('lets the person choose username and password, verifies the email and logs in', async () => {
    const email = newEmail();
    const answer = await admin.callOk(invite, { people: [`Jan Novak <${email}>`] });
    expect(answer).toEqual({ invited: [email], left_out: [] });
    const [mail] = await waitForMails(email, 1);
    expect(mail?.text).toContain('Hello Jan Novak,');
    await expect.poll(async () => (await findRow(email))?.sent_time).toBeTruthy();

    const token = await mailedToken(email);
    const guest = visitor();
    expect(await guest.callOk(invitation, { token })).toMatchObject({ username: '' });
    const input = { token, ...credentials() };
    const account = await guest.callOk(acceptInvitation, input);
    expect(account).toMatchObject({
      username: input.username,
      name: 'Jan Novak',
      email,
      email_verify: 1,
      groupid: USER_GROUP,
    });
    expect((await guest.callOk(calls.user.info, {})).uid).toBe(account.uid);
    expect(await findRow(email)).toBeUndefined();
    const again = await visitor().call(acceptInvitation, { token, ...credentials() });
    expect(again.error_code).toBe(10609);
  });

  it('is written in the chosen language, with the role that it names', async () => {
    const email = newEmail();
    await admin.callOk(invite, { people: [email], groupid: AUDITOR_GROUP, language: 'zh-cn' });
    const [mail] = await waitForMails(email, 1);
    expect(mail?.subject).toBe('邀请你加入 Octavo');
    const input = { token: await mailedToken(email), ...credentials() };
    expect((await visitor().callOk(acceptInvitation, input)).groupid).toBe(AUDITOR_GROUP);
  });

  it('leaves out and names people who have an account or an invitation', async () => {
    const [known, invited, fresh] = [newEmail(), newEmail(), newEmail()];
    await makeUser(site, { email: known });
    await admin.callOk(invite, { people: [invited] });
    const people = [known.toUpperCase(), invited, fresh, fresh.toUpperCase()];
    const left_out = [
      { email: known.toUpperCase(), reason: 'account' },
      { email: invited, reason: 'invited' },
    ];
    const check = await admin.callOk(calls.adminUser.checkInvited, { people });
    expect(check).toEqual({ left_out });
    expect(await admin.callOk(invite, { people })).toEqual({ invited: [fresh], left_out });
    await waitForMails(fresh, 1);
    expect(await mailsTo(known)).toEqual([]);
  });

  it('is sent again with a new link, which replaces the former one', async () => {
    const email = newEmail();
    await admin.callOk(invite, { people: [email] });
    const first = await mailedToken(email);
    const { invitation_id = 0 } = (await findRow(email)) ?? {};
    await expire(invitation_id);
    expect((await findRow(email))?.is_expired).toBe(true);
    expect((await visitor().call(invitation, { token: first })).error_code).toBe(10609);
    await admin.callOk(resendInvitation, { invitation_id });
    const second = await mailedToken(email, 2);
    expect(second).not.toBe(first);
    expect((await visitor().call(invitation, { token: first })).error_code).toBe(10609);
    await visitor().callOk(acceptInvitation, { token: second, ...credentials() });
  });

  it('replaces an expired invitation of the same person', async () => {
    const email = newEmail();
    await admin.callOk(invite, { people: [email] });
    await mailedToken(email);
    await expire((await findRow(email))?.invitation_id ?? 0);
    expect((await admin.callOk(invite, { people: [email] })).invited).toEqual([email]);
    await visitor().callOk(acceptInvitation, {
      token: await mailedToken(email, 2),
      ...credentials(),
    });
  });

  it('creates exactly one account in 50 concurrent uses', async () => {
    const email = newEmail();
    await admin.callOk(invite, { people: [email] });
    const token = await mailedToken(email);
    const before = Number(await countUsers());
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        visitor().call(acceptInvitation, { token, ...credentials() }),
      ),
    );
    expect(answers.filter(({ error_code }) => error_code === 0)).toHaveLength(1);
    expect(Number(await countUsers())).toBe(before + 1);
    // Others find the link used, or too many hashes at once; none of them gets another error.
    const codes = new Set(answers.map(({ error_code }) => error_code));
    expect([...codes].filter((code) => ![0, 10609, 10632].includes(code))).toEqual([]);
  });

  it('does not work for an email that another account has verified meanwhile', async () => {
    const email = newEmail();
    await admin.callOk(invite, { people: [email] });
    const token = await mailedToken(email);
    await makeUser(site, { email });
    const before = await countUsers();
    const answer = await visitor().call(acceptInvitation, { token, ...credentials() });
    expect([answer.error_code, await countUsers()]).toEqual([10609, before]);
  });

  it.each([
    ['an administrator role', { groupid: 1 }],
    ['no address', { people: ['keiko'] }],
    ['too many days', { days: 31 }],
  ])('is rejected with %s', async (_case, change) => {
    const input = { people: [newEmail()], ...change };
    expect((await admin.call(invite, input)).error_code).toBe(10101);
  });
});

describe('an invitation link', () => {
  it('works as often as it says, while registration is closed, and without verifying an email', async () => {
    const own = await openIsolatedSite();
    await settingRepository(own.deps.db).save({ register_open: false });
    const { client } = await makeLoggedInUser(own, { admin: true });
    const { link } = await client.callOk(createInviteLink, { max_uses: 2 });
    const token = new URL(link).searchParams.get('token') ?? '';
    const use = () => makeVisitor(own).call(acceptInvitation, { token, ...credentials() });
    const first = await use();
    expect(first.data).toMatchObject({ email: '', email_verify: 0, groupid: USER_GROUP });
    const { invitations } = await client.callOk(getInvitations, {});
    expect(invitations[0]).toMatchObject({ uses: 1, max_uses: 2 });
    const [second, third] = [await use(), await use()];
    expect([second.error_code, third.error_code]).toEqual([0, 10609]);
  });

  it('ends with the role of its administrator and while the account is disabled', async () => {
    const other = await makeLoggedInUser(site, { admin: true });
    const email = newEmail();
    await other.client.callOk(invite, { people: [email] });
    const mailed = await mailedToken(email);
    const { link } = await other.client.callOk(createInviteLink, { max_uses: 1 });
    const token = new URL(link).searchParams.get('token') ?? '';
    const open = async () => (await visitor().call(invitation, { token })).error_code;
    expect(await open()).toBe(0);
    await admin.callOk(calls.adminUser.setRole, { uid: other.uid, groupid: USER_GROUP });
    expect(await open()).toBe(10609);
    const answer = await visitor().call(acceptInvitation, { token, ...credentials() });
    expect(answer.error_code).toBe(10609);
    const row = await findRow(email);
    expect(row?.is_expired).toBe(true);
    // Another administrator takes the invitation over by sending it again.
    await admin.callOk(resendInvitation, { invitation_id: row?.invitation_id ?? 0 });
    const resent = await mailedToken(email, 2);
    expect(resent).not.toBe(mailed);
    await visitor().callOk(acceptInvitation, { token: resent, ...credentials() });

    await admin.callOk(calls.adminUser.setRole, { uid: other.uid, groupid: ADMIN_GROUP });
    expect(await open()).toBe(0);
    await site.database.query(`update "user" set disabled_time = now() where uid = ${other.uid}`);
    expect(await open()).toBe(10609);
  });

  it('ends when it is revoked, when it expires and with the account of its administrator', async () => {
    const [revoked, expired] = [await newLink(), await newLink()];
    await admin.callOk(revokeInvitation, { invitation_id: revoked.invitation_id });
    await expire(expired.invitation_id);
    const other = await makeLoggedInUser(site, { admin: true });
    const { link } = await other.client.callOk(createInviteLink, { max_uses: 1 });
    await admin.callOk(calls.adminUser.setRole, { uid: other.uid, groupid: USER_GROUP });
    await admin.callOk(calls.adminUser.deleteUser, { uid: other.uid });
    const ofDeleted = { token: new URL(link).searchParams.get('token') ?? '' };
    for (const { token } of [revoked, expired, ofDeleted]) {
      const input = { token, ...credentials() };
      expect((await visitor().call(acceptInvitation, input)).error_code).toBe(10609);
    }
    const again = await admin.call(revokeInvitation, { invitation_id: revoked.invitation_id });
    expect(again.error_code).toBe(10101);
    const resent = await admin.call(resendInvitation, { invitation_id: expired.invitation_id });
    expect(resent.error_code).toBe(10101);
  });

  it('is stored as a hash', async () => {
    const { token } = await newLink();
    const rows = await site.database.query<{ row: string }>(
      'select invitation::text as row from invitation',
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([]);
  });

  it('applies the rules of registration and stays valid after a rejected attempt', async () => {
    const { token } = await newLink();
    const { username: taken } = await makeUser(site);
    for (const [change, code] of [
      [{ username: taken.toUpperCase() }, 10201],
      [{ username: 'x' }, 10610],
      [{ username: 'Admin' }, 10610],
      [{ password: 'short', confirm_password: 'short' }, 10611],
      [{ confirm_password: 'something else 1' }, 10101],
    ] as const) {
      const input = { token, ...credentials(), ...change };
      expect((await visitor().call(acceptInvitation, input)).error_code).toBe(code);
    }
    await visitor().callOk(acceptInvitation, { token, ...credentials() });
  });

  it('tells a visitor without a valid link nothing about accounts', async () => {
    const { username } = await makeUser(site);
    const answers = [username, uniqueName('unknown')].map((name) =>
      visitor().call(acceptInvitation, { token: 'guess', ...credentials(), username: name }),
    );
    const [known, unknown] = await Promise.all(answers);
    expect([known?.error_code, known?.data]).toEqual([10609, unknown?.data]);
    expect(known?.error_message).toBe(unknown?.error_message);
  });
});

describe('the invitation of an imported account', () => {
  async function importedAccount() {
    const email = newEmail();
    const { uid, username } = await makeUser(site);
    await site.database.query(
      `update "user" set password_hash = null, email = '${email}' where uid = ${uid}`,
    );
    const { uid: inviter } = await admin.callOk(calls.user.info, {});
    const [invitation_id = 0] = await invitationRepository(site.deps.db).insertForAccounts(
      [{ email, name: '', account_uid: uid, groupid: USER_GROUP }],
      { uid: inviter, language: 'en', days: 7 },
    );
    await admin.callOk(resendInvitation, { invitation_id });
    return { uid, username, email, token: await mailedToken(email) };
  }
  const passwords = { password: PASSWORD, confirm_password: PASSWORD };

  it('sets the password of this account', async () => {
    const { uid, username, email, token } = await importedAccount();
    expect((await visitor().callOk(invitation, { token })).username).toBe(username);
    const account = await visitor().callOk(acceptInvitation, { token, ...passwords });
    expect(account).toMatchObject({ uid, username, email, email_verify: 1 });
    const login = { username: email, password: PASSWORD };
    expect((await visitor().callOk(calls.user.login, login)).uid).toBe(uid);
  });

  it('works for an account that SCIM maintains, until it can log in by another identity', async () => {
    const identities = externalIdentityRepository(site.deps.db);
    for (const [kinds, code] of [
      [['scim'], 0],
      [['scim', 'oauth2'], 10609],
      [['integration'], 10609],
    ] as const) {
      const { uid, token } = await importedAccount();
      for (const kind of kinds) await identities.insert(kind, uniqueName('id'), uid);
      const answer = await visitor().call(acceptInvitation, { token, ...passwords });
      expect([kinds, answer.error_code]).toEqual([kinds, code]);
    }
  });

  it('no longer works after the account has got a password, another email or no local access', async () => {
    for (const change of [
      'local_access = false',
      `email = 'other@harbor.test'`,
      `password_hash = 'x'`,
    ]) {
      const { uid, token } = await importedAccount();
      await site.database.query(`update "user" set ${change} where uid = ${uid}`);
      const answer = await visitor().call(acceptInvitation, { token, ...passwords });
      expect(answer.error_code).toBe(10609);
    }
  });
});

it('is recorded in the audit log: invited, sent again, revoked, accepted', async () => {
  const email = newEmail();
  await admin.callOk(invite, { people: [email] });
  await mailedToken(email);
  const { invitation_id = 0 } = (await findRow(email)) ?? {};
  await admin.callOk(resendInvitation, { invitation_id });
  const input = { token: await mailedToken(email, 2), ...credentials() };
  await visitor().callOk(acceptInvitation, input);
  const { invitation_id: revoked } = await newLink();
  await admin.callOk(revokeInvitation, { invitation_id: revoked });
  const { list } = await admin.callOk(calls.audit.getList, { count: 5 });
  expect(list.map(({ action }) => action).toReversed()).toEqual([
    'adminUser.invite',
    'adminUser.resendInvitation',
    'user.acceptInvitation',
    'adminUser.createInviteLink',
    'adminUser.revokeInvitation',
  ]);
  expect(list.at(-1)?.facts['emails']).toEqual([email]);
  expect(list.at(2)?.username).toBe(input.username);
});

it('reports whether the site has a mail server', async () => {
  expect((await admin.callOk(getInvitations, {})).has_mail).toBe(true);
});

it('counts the invitations of people without an account, of which no list of users knows', async () => {
  const count = async () => (await admin.callOk(getInvitations, {})).without_account;
  const before = await count();
  const email = newEmail();
  await admin.callOk(invite, { people: [email] });
  const { invitation_id } = await newLink();
  expect(await count()).toBe(before + 2);
  await expire(invitation_id);
  await admin.callOk(revokeInvitation, {
    invitation_id: (await findRow(email))?.invitation_id ?? 0,
  });
  expect(await count()).toBe(before);
});
