import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  logIn,
  makeLoggedInUser,
  makeUser,
  makeVisitor,
  PASSWORD,
} from '../../../tests/helpers/factories.ts';
import { makeItem } from '../../../tests/helpers/item-factories.ts';
import { openIsolatedSite, openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { changeUsers, previewChange, disableUser, setRole, getUser } = calls.adminUser;

let site: TestSite;
let admin: Awaited<ReturnType<typeof makeLoggedInUser>>;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
  admin = await makeLoggedInUser(site, { admin: true });
});
afterAll(() => site.close());

type Action = Parameters<typeof admin.client.callOk<typeof changeUsers>>[1]['action'];

const stateOf = (uid: number) => admin.client.callOk(getUser, { uid });

async function loggedActions(subject: string) {
  const { list } = await admin.client.callOk(calls.audit.getList, { keyword: subject, count: 100 });
  return list
    .filter((entry) => entry.subject === subject)
    .map(({ action, facts }) => ({ action, facts }));
}

const UNKNOWN = 999_999;

describe('an action on several users', () => {
  it('applies to those whom it can change, as the preview says, and skips the others', async () => {
    const chief = await makeUser(site, { admin: true });
    const away = await makeUser(site);
    await admin.client.callOk(disableUser, { uid: away.uid, is_disabled: 1 });
    const plain = await makeUser(site);
    const uids = [admin.uid, chief.uid, away.uid, plain.uid, UNKNOWN];
    const skip = (uid: number, reason: string) => expect.objectContaining({ uid, reason });
    const unknown = skip(UNKNOWN, 'unknown');
    const expected: Record<Exclude<Action, 'addToTeam'>, [number, unknown[]]> = {
      endSessions: [0, uids.slice(0, 4).map((uid) => skip(uid, 'unchanged'))],
      makeUser: [
        1,
        [skip(admin.uid, 'self'), ...[away, plain].map((u) => skip(u.uid, 'unchanged'))],
      ],
      makeAuditor: [2, [skip(admin.uid, 'self'), skip(away.uid, 'disabled')]],
      makeAdministrator: [
        1,
        [skip(admin.uid, 'self'), skip(chief.uid, 'unchanged'), skip(away.uid, 'disabled')],
      ],
      enable: [1, [admin, chief, plain].map(({ uid }) => skip(uid, 'unchanged'))],
      disable: [
        1,
        [skip(admin.uid, 'self'), skip(chief.uid, 'administrator'), skip(away.uid, 'unchanged')],
      ],
    };
    for (const [action, [applicable, skipped]] of Object.entries(expected)) {
      const preview = await admin.client.callOk(previewChange, { uids, action: action as Action });
      expect({ action, ...preview }).toEqual({
        action,
        applicable,
        skipped: [...skipped, unknown],
      });
    }
    const done = await admin.client.callOk(changeUsers, { uids, action: 'disable' });
    expect(done).toMatchObject({ changed: 1 });
    expect(done.skipped).toHaveLength(4);
    expect(await stateOf(plain.uid)).toMatchObject({ is_disabled: 1 });
    expect(await stateOf(chief.uid)).toMatchObject({ is_disabled: 0, groupid: 1 });
  });

  it('disables and enables accounts and ends their sessions', async () => {
    const users = [await makeLoggedInUser(site), await makeLoggedInUser(site)];
    const uids = users.map(({ uid }) => uid);
    for (const { client } of users) await client.callOk(calls.user.info, {});
    await admin.client.callOk(changeUsers, { uids, action: 'disable' });
    for (const { client, username } of users) {
      expect((await client.call(calls.user.info, {})).error_code).toBe(10102);
      const login = { username, password: PASSWORD };
      expect((await makeVisitor(site).call(calls.user.login, login)).error_code).toBe(10634);
    }
    await admin.client.callOk(changeUsers, { uids, action: 'enable' });
    for (const { username } of users)
      await makeVisitor(site).callOk(calls.user.login, { username, password: PASSWORD });
  });

  it('ends the sessions of several users, except the one of the call', async () => {
    const user = await makeLoggedInUser(site);
    const elsewhere = await logIn(site, admin.uid);
    const uids = [user.uid, admin.uid];
    const done = await admin.client.callOk(changeUsers, { uids, action: 'endSessions' });
    expect(done).toEqual({ changed: 2, skipped: [] });
    expect((await user.client.call(calls.user.info, {})).error_code).toBe(10102);
    expect((await elsewhere.call(calls.user.info, {})).error_code).toBe(10102);
    await admin.client.callOk(calls.user.info, {});
  });

  it('adds those to a team who are active and not in it yet, and notifies them and its owner', async () => {
    const owner = await makeLoggedInUser(site, { name: 'Hana Yun' });
    const { id: team_id } = await owner.client.callOk(calls.team.save, { team_name: 'Squad' });
    const item_id = await makeItem(site, { owner, password_hash: 'private' });
    await owner.client.callOk(calls.teamItem.save, { team_id, item_id });
    const member = await makeUser(site);
    await owner.client.callOk(calls.teamMember.save, { team_id, member_username: member.username });
    const away = await makeUser(site);
    await admin.client.callOk(disableUser, { uid: away.uid, is_disabled: 1 });
    const fresh = await makeLoggedInUser(site);
    const other = await makeLoggedInUser(site);
    const uids = [member.uid, away.uid, fresh.uid, other.uid, UNKNOWN];
    const input = { uids, action: 'addToTeam' as const, team_id };
    const skipped = [
      { uid: member.uid, username: member.username, reason: 'member' },
      { uid: away.uid, username: away.username, reason: 'disabled' },
      { uid: UNKNOWN, username: '', reason: 'unknown' },
    ];
    expect(await admin.client.callOk(previewChange, input)).toEqual({ applicable: 2, skipped });
    expect((await fresh.client.call(calls.item.info, { item_id })).error_code).not.toBe(0);
    expect(await admin.client.callOk(changeUsers, input)).toEqual({ changed: 2, skipped });
    await fresh.client.callOk(calls.item.info, { item_id });
    expect(await admin.client.callOk(changeUsers, input)).toMatchObject({ changed: 0 });

    const rows = await owner.client.callOk(calls.teamMember.getList, { team_id });
    expect(rows.map(({ member_username }) => member_username)).toEqual([
      member.username,
      fresh.username,
      other.username,
    ]);
    const noticesOf = async ({ client }: typeof owner) =>
      (await client.callOk(calls.notice.getList, {})).list.map(({ notice_title, href }) => [
        notice_title,
        href,
      ]);
    const name = admin.username;
    expect(await noticesOf(fresh)).toEqual([
      [`${name} added you to the team “Squad”`, '/item/index'],
    ]);
    expect(await noticesOf(owner)).toEqual([
      [`${name} added 2 users to your team “Squad”`, `/team/member/${team_id}`],
    ]);
    const { list } = await admin.client.callOk(calls.audit.getList, { keyword: fresh.username });
    expect(list.filter(({ action }) => action === 'teamMember.save')).toMatchObject([
      { subject: fresh.username, username: admin.username },
    ]);
  });

  it('needs an existing team to add users to one', async () => {
    const { uid } = await makeUser(site);
    for (const team of [{}, { team_id: UNKNOWN }]) {
      const input = { uids: [uid], action: 'addToTeam' as const, ...team };
      expect((await admin.client.call(previewChange, input)).error_code).toBe(10101);
      expect((await admin.client.call(changeUsers, input)).error_code).toBe(10101);
    }
  });

  it('writes one audit entry per changed account, with the old and the new value', async () => {
    const [mei, lin] = [await makeLoggedInUser(site), await makeUser(site, { admin: true })];
    const uids = [mei.uid, lin.uid];
    for (const action of ['disable', 'enable', 'makeAuditor', 'endSessions'] as const)
      await admin.client.callOk(changeUsers, { uids, action });
    expect(await loggedActions(mei.username)).toEqual([
      { action: 'adminUser.setRole', facts: { groupid: 3, was: { groupid: 2 } } },
      {
        action: 'adminUser.enableAccount',
        facts: { is_disabled: false, was: { is_disabled: true } },
      },
      {
        action: 'adminUser.disableAccount',
        facts: { is_disabled: true, was: { is_disabled: false } },
      },
    ]);
    expect(await loggedActions(lin.username)).toEqual([
      { action: 'adminUser.setRole', facts: { groupid: 3, was: { groupid: 1 } } },
    ]);
  });

  it('changes nothing when it is repeated or sent twice at the same time', async () => {
    const { uid, username } = await makeUser(site);
    const send = () => admin.client.callOk(changeUsers, { uids: [uid], action: 'makeAuditor' });
    const answers = await Promise.all([send(), send()]);
    expect(answers.reduce((sum, { changed }) => sum + changed, 0)).toBe(1);
    expect(await send()).toMatchObject({ changed: 0, skipped: [{ uid, reason: 'unchanged' }] });
    expect(await loggedActions(username)).toHaveLength(1);
  });

  it('does not wait forever for actions on single users and on the same users in another order', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => makeUser(site)));
    const uids = users.map(({ uid }) => uid);
    const answers = await Promise.all([
      admin.client.call(changeUsers, { uids, action: 'disable' }),
      admin.client.call(changeUsers, { uids: uids.toReversed(), action: 'enable' }),
      admin.client.call(changeUsers, { uids, action: 'makeAdministrator' }),
      ...uids.map((uid) => admin.client.call(setRole, { uid, groupid: 1 })),
      ...uids.map((uid) => admin.client.call(disableUser, { uid, is_disabled: 1 })),
    ]);
    expect(answers.slice(0, 3).map(({ error_code }) => error_code)).toEqual([0, 0, 0]);
    // Whatever came first, an administrator is never disabled.
    const broken = await site.database.query(
      'select uid from "user" where groupid = 1 and disabled_time is not null',
    );
    expect(broken).toEqual([]);
  });

  it('accepts at most 500 accounts and only known actions', async () => {
    const code = async (input: object) =>
      (await admin.client.call(changeUsers, input as never)).error_code;
    const uids = Array.from({ length: 501 }, (_, index) => 1_000_000 + index);
    expect(await code({ uids, action: 'disable' })).toBe(10101);
    expect(await code({ uids: uids.slice(1), action: 'disable' })).toBe(0);
    expect(await code({ uids: [], action: 'disable' })).toBe(10101);
    expect(await code({ uids: [1], action: 'delete' })).toBe(10101);
  });
});

describe('the last administrator', () => {
  it('stays when two administrators demote each other at the same time', async () => {
    const own = await openIsolatedSite({ ROLES: 'web' });
    for (let round = 0; round < 10; round += 1) {
      const [mei, lin] = [
        await makeLoggedInUser(own, { admin: true }),
        await makeLoggedInUser(own, { admin: true }),
      ];
      const answers = await Promise.all([
        mei.client.call(changeUsers, { uids: [lin.uid], action: 'makeUser' }),
        lin.client.call(changeUsers, { uids: [mei.uid], action: 'makeAuditor' }),
      ]);
      const rows = await own.database.query('select uid from "user" where groupid = 1');
      expect(rows).toHaveLength(1);
      expect(answers.filter(({ error_code }) => error_code === 0)).toHaveLength(1);
      await own.database.query('update "user" set groupid = 2');
    }
  });
});
