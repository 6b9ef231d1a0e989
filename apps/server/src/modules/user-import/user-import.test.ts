import { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { AUDITOR_GROUP, USER_GROUP } from '@octavo/contract/user-group';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  makeLoggedInUser,
  makeUser,
  makeVisitor,
  uniqueName,
} from '../../../tests/helpers/factories.ts';
import { sendFile } from '../../../tests/helpers/import-file.ts';
import { linkQuery, waitForMails } from '../../../tests/helpers/mails.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { externalIdentityRepository } from '../ext-login/external-identity.repository.ts';

const { plan, setColumns, apply, status, latest, invite, leftOut } = calls.adminUserImport;

type Client = Awaited<ReturnType<typeof makeLoggedInUser>>['client'];
type Progress = CallResponse<typeof plan>;

let site: TestSite;
let admin: Awaited<ReturnType<typeof makeLoggedInUser>>;
beforeAll(async () => {
  site = await openTestSite();
  admin = await makeLoggedInUser(site, { admin: true });
});
afterAll(() => site.close());

async function planFile(file: string | Uint8Array, client: Client = admin.client) {
  const { data, error_message } = await sendFile(client, plan, {}, file, 'people.csv');
  if (!data) throw new Error(error_message);
  return data;
}

const csv = (...lines: readonly (readonly string[])[]) =>
  [['username', 'name', 'email', 'role'], ...lines].map((line) => line.join(',')).join('\r\n');

async function linesOf(task_id: number, client: Client = admin.client) {
  return (await client.callOk(status, { task_id, count: 200 })).list;
}

async function planAndApply(file: string | Uint8Array) {
  const { task_id } = await planFile(file);
  return admin.client.callOk(apply, { task_id });
}

const findUser = async (username: string) => {
  const { users } = await admin.client.callOk(calls.adminUser.getList, { username });
  return users.find((user) => user.username === username);
};

const snapshot = () =>
  site.database.query(
    'select uid, username, name, email, email_verify, groupid from "user" order by uid',
  );

/** Waits for a step that runs as a job. */
async function settled(client: Client, task_id: number): Promise<Progress> {
  const load = () => client.callOk(status, { task_id, count: 1 });
  await expect
    .poll(async () => (await load()).state, { timeout: 120_000 })
    .toMatch(/planned|done|failed/);
  return load();
}

describe('the plan of an import of users', () => {
  it('changes nothing and lists what the lines would do', async () => {
    const [fresh, known, same] = [uniqueName('fresh'), uniqueName('known'), uniqueName('same')];
    await makeUser(site, { username: known, name: 'Old' });
    await makeUser(site, { username: same, name: 'Same' });
    const before = await snapshot();
    const planned = await planFile(
      csv(
        [fresh, 'Mei Lin', `${fresh}@harbor.test`, 'auditor'],
        [known.toUpperCase(), 'New', `${known}@harbor.test`, '3'],
        [same, 'Same', '', 'user'],
      ),
    );
    expect(planned).toMatchObject({
      state: 'planned',
      encoding: 'UTF-8',
      delimiter: ',',
      headers: ['username', 'name', 'email', 'role'],
      columns: { username: 0, name: 1, email: 2, role: 3 },
      counts: { new: 1, update: 1, same: 1, out: 0 },
    });
    const lines = await linesOf(planned.task_id);
    expect(lines.map(({ line, action, changes }) => [line, action, changes])).toEqual([
      [2, 'new', []],
      [3, 'update', ['name', 'email', 'role']],
      [4, 'same', []],
    ]);
    expect(await snapshot()).toEqual(before);
  });

  it('recognizes Chinese and exported headers, and plans again with other columns', async () => {
    const [one, two] = [uniqueName('one'), uniqueName('two')];
    const planned = await planFile(
      `姓名,用户名,电子邮箱,角色\n王静,${one},${one}@harbor.test,审计员\n`,
    );
    expect(planned.columns).toEqual({ username: 1, name: 0, email: 2, role: 3 });
    expect((await linesOf(planned.task_id))[0]).toMatchObject({
      groupid: AUDITOR_GROUP,
      name: '王静',
    });

    const unknown = await planFile(`who,called\n${two},Tomas\n`);
    expect(unknown).toMatchObject({ columns: {}, counts: { new: 0, out: 0 } });
    const input = { task_id: unknown.task_id, columns: { username: 0, name: 1 } };
    expect((await admin.client.callOk(setColumns, input)).counts.new).toBe(1);
    expect((await linesOf(unknown.task_id))[0]).toMatchObject({ username: two, name: 'Tomas' });
  });

  it.each([
    ['UTF-8 with a mark', 'UTF-8', (text: string) => Buffer.from(`\uFEFF${text}`)],
    ['UTF-16', 'UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    [
      'UTF-16, big-endian',
      'UTF-16',
      (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
    ],
  ])('reads %s', async (_case, encoding, encode) => {
    const username = uniqueName('coded');
    const planned = await planFile(encode(`用户名\t姓名\n${username}\t王静\n`));
    expect(planned).toMatchObject({ encoding, delimiter: '\t', columns: { username: 0, name: 1 } });
    expect((await linesOf(planned.task_id))[0]).toMatchObject({ username, name: '王静' });
  });

  it('reads GB18030 with semicolons, quoted separators and line breaks', async () => {
    const username = uniqueName('excel');
    // 用户名;姓名 and 王静 in GB18030.
    const bytes = Buffer.concat([
      Buffer.from('d3c3bba7c3fb3bd0d5c3fb', 'hex'),
      Buffer.from('\n\n'),
      Buffer.from(`${username};"`),
      Buffer.from('cdf5beb2', 'hex'),
      Buffer.from(`; Dr."\n;"two\nlines"\n${username}x;`),
    ]);
    const planned = await planFile(bytes);
    expect(planned).toMatchObject({ encoding: 'GB18030', delimiter: ';' });
    const lines = await linesOf(planned.task_id);
    expect(lines.map(({ line, name, reason }) => [line, name, reason])).toEqual([
      [3, '王静; Dr.', ''],
      [4, 'two\nlines', 'usernameMissing'],
      [6, '', ''],
    ]);
  });

  it.each([
    ['an empty file', ''],
    ['a workbook', Buffer.from('PK\u0003\u0004\0\0')],
  ])('rejects %s', async (_case, file) => {
    const { data } = await sendFile(admin.client, plan, {}, file, 'people.csv');
    expect(data).toMatchObject({ state: 'failed' });
    expect(data?.error).toContain('CSV');
  });
});

describe('wrong lines', () => {
  it('are left out with a reason and do not stop the others', async () => {
    const fine = uniqueName('fine');
    const verified = `${uniqueName('verified')}@harbor.test`;
    const taken = `${uniqueName('taken')}@harbor.test`;
    await makeUser(site, { email: taken });
    const { username: owner } = await makeUser(site, { email: verified });
    const chief = await makeUser(site, { admin: true });
    const mailName = `${uniqueName('mail')}@harbor.test`;
    await makeUser(site, { username: mailName });
    const off = await makeUser(site);
    await site.database.query(`update "user" set disabled_time = now() where uid = ${off.uid}`);
    const fromDirectory = await makeUser(site, { name: 'Ada' });
    await externalIdentityRepository(site.deps.db).insert(
      'ldap',
      uniqueName('id'),
      fromDirectory.uid,
    );
    const imported = await planAndApply(
      csv([uniqueName('early'), '', `${fine}.early@harbor.test`, '']),
    );
    expect(imported.counts.new).toBe(1);
    const name = () => uniqueName('line');
    const cases: readonly (readonly [readonly string[], string])[] = [
      [[fine, 'Fine', `${fine}@harbor.test`, 'user'], ''],
      [['', 'No name', '', ''], 'usernameMissing'],
      [['a b', '', '', ''], 'usernameInvalid'],
      [['Support', '', '', ''], 'usernameReserved'],
      [[verified, '', '', ''], 'usernameIsEmail'],
      [[fine.toUpperCase(), '', '', ''], 'usernameTwice'],
      [[name(), 'x'.repeat(65), '', ''], 'nameInvalid'],
      [[name(), '', 'p.meyer@harbor', ''], 'emailInvalid'],
      [[name(), '', taken.toUpperCase(), ''], 'emailTaken'],
      [[name(), '', mailName, ''], 'emailTaken'],
      [[name(), '', `${fine}.early@harbor.test`, ''], 'emailTaken'],
      [[name(), '', `${fine}@harbor.test`, ''], 'emailTwice'],
      [[`${fine}@harbor.test`, '', '', ''], 'usernameTwice'],
      [[name(), '', '', 'constructor'], 'roleUnknown'],
      [[name(), '', '', 'administrator'], 'administratorRole'],
      [[owner, '', '', '管理员'], 'administratorRole'],
      [[chief.username, 'Other', '', ''], 'administrator'],
      [[admin.username, 'Me', '', 'user'], 'self'],
      [[off.username, 'Back', '', ''], 'disabled'],
      [[fromDirectory.username, 'Other', '', ''], 'directory'],
    ];
    const { task_id } = await planFile(csv(...cases.map(([line]) => line)));
    const lines = await linesOf(task_id);
    expect(lines.map(({ reason }) => reason)).toEqual(cases.map(([, reason]) => reason));
    const twice = lines.filter(({ other_line }) => other_line > 0);
    expect(twice.map(({ line, other_line }) => [line, other_line])).toEqual([
      [7, 2],
      [13, 2],
      [14, 2],
    ]);
    const done = await admin.client.callOk(apply, { task_id });
    expect(done.counts).toEqual({ new: 1, update: 0, same: 0, out: cases.length - 1 });
    expect(await findUser(fine)).toMatchObject({
      groupid: USER_GROUP,
      email_verify: 0,
      sources: [],
    });
  });

  it('keeps a verified email, and the role of a directory account may change', async () => {
    const { username } = await makeUser(site, { email: `${uniqueName('own')}@harbor.test` });
    const external = await makeUser(site, { name: 'Ada' });
    await externalIdentityRepository(site.deps.db).insert('ldap', uniqueName('id'), external.uid);
    const { task_id } = await planFile(
      csv([username, '', 'else@harbor.test', ''], [external.username, 'Ada', '', 'auditor']),
    );
    expect((await linesOf(task_id)).map(({ action, reason }) => [action, reason])).toEqual([
      ['out', 'emailVerified'],
      ['update', ''],
    ]);
    await admin.client.callOk(apply, { task_id });
    expect(await findUser(external.username)).toMatchObject({ groupid: AUDITOR_GROUP });
  });

  it('can be downloaded, without formulas, and imported again', async () => {
    const username = uniqueName('bad');
    const { task_id } = await planFile(csv([username, '=1+1', 'no email', '']));
    const url = `${leftOut.path}?task_id=${task_id}`;
    const { payload, headers } = await admin.client.request({ method: 'GET', url });
    expect(payload).toBe(
      `\uFEFFline,username,name,email,role,reason\r\n2,${username},'=1+1,no email,,The email is not valid\r\n`,
    );
    expect(headers['content-disposition']).toContain('left-out-people.csv');
    const again = await planFile(payload.replace('no email', 'mei@harbor.example'));
    expect((await linesOf(again.task_id))[0]).toMatchObject({ name: '=1+1', action: 'new' });
  });
});

describe('applying the plan', () => {
  it('creates and updates accounts, keeps what the file leaves empty, and is audited', async () => {
    const [fresh, known] = [uniqueName('fresh'), uniqueName('known')];
    const { client } = await makeLoggedInUser(site, { username: known, name: 'Old' });
    const file = csv(
      [fresh, 'Mei', `${fresh}@harbor.test`, ''],
      [known, '', `${known}@harbor.test`, 'auditor'],
    );
    const done = await planAndApply(file);
    expect(done).toMatchObject({ state: 'done', counts: { new: 1, update: 1, same: 0, out: 0 } });
    expect(await findUser(fresh)).toMatchObject({ name: 'Mei', groupid: USER_GROUP, sources: [] });
    expect(await findUser(known)).toMatchObject({ name: 'Old', email: `${known}@harbor.test` });
    // The sessions of the account see the role at once.
    await client.callOk(calls.adminUser.getList, {});
    const { list } = await admin.client.callOk(calls.audit.getList, { count: 4 });
    expect(list.map(({ action, subject }) => [action, subject])).toEqual(
      expect.arrayContaining([
        ['adminUserImport.apply', ''],
        ['adminUser.createUser', fresh],
        ['adminUser.updateUser', known],
        ['adminUser.setRole', known],
      ]),
    );
    const before = await snapshot();
    const again = await planFile(file);
    expect(again.counts).toEqual({ new: 0, update: 0, same: 2, out: 0 });
    await admin.client.callOk(apply, { task_id: again.task_id });
    expect(await snapshot()).toEqual(before);
  });

  it('leaves out lines whose accounts have changed since the plan', async () => {
    const [fresh, renamed, deleted, promoted] = ['fresh', 'renamed', 'deleted', 'promoted'].map(
      (prefix) => uniqueName(prefix),
    ) as [string, string, string, string];
    const existing = [renamed, deleted, promoted];
    const uids = new Map<string, number>();
    for (const username of existing)
      uids.set(username, (await makeUser(site, { username, name: 'Old' })).uid);
    const { task_id } = await planFile(
      csv(...[fresh, ...existing].map((username) => [username, 'New', '', ''])),
    );
    await makeUser(site, { username: fresh });
    const uidOf = (username: string) => uids.get(username) ?? 0;
    await admin.client.callOk(calls.adminUser.addUser, { uid: uidOf(renamed), name: 'Third' });
    await admin.client.callOk(calls.adminUser.deleteUser, { uid: uidOf(deleted) });
    await admin.client.callOk(calls.adminUser.setRole, { uid: uidOf(promoted), groupid: 1 });
    const { counts } = await admin.client.callOk(apply, { task_id });
    expect(counts).toEqual({ new: 0, update: 0, same: 0, out: 4 });
    expect((await linesOf(task_id)).map(({ reason }) => reason)).toEqual(
      Array.from({ length: 4 }, () => 'changed'),
    );
    expect((await findUser(renamed))?.name).toBe('Third');
    expect((await findUser(promoted))?.name).toBe('Old');
  });

  it('that fails after some batches says how many are imported, and continues with the rest', async () => {
    const mark = uniqueName('half');
    const names = Array.from({ length: 2300 }, (_, at) => `${mark}.${String(at).padStart(4, '0')}`);
    const broken = names[1500] ?? '';
    await site.database.query(
      `create function refuse_account() returns trigger language plpgsql as
         $$ begin raise exception 'refused'; end $$;
       create trigger refuse_account before insert on "user" for each row
         when (new.username = '${broken}') execute function refuse_account()`,
    );
    const { task_id } = await planFile(csv(...names.map((name) => [name, '', '', ''])));
    const failed = await admin.client.callOk(apply, { task_id });
    expect(failed).toMatchObject({
      state: 'planned',
      step: 'apply',
      applied: 1000,
      counts: { new: 2300 },
      error: 'Something went wrong on our side, and the import has stopped.',
    });
    expect(await admin.client.callOk(latest, {})).toMatchObject({
      task: { task_id, state: 'planned', applied: 1000, file_name: 'people.csv' },
    });
    const entries = () =>
      site.database.query<{ entries: number; people: number }>(
        `select count(*)::int as entries, count(distinct facts->>'username')::int as people from audit_log
         where action = 'adminUser.createUser' and facts->>'username' like '${mark}.%'`,
      );
    expect(await entries()).toEqual([{ entries: 1000, people: 1000 }]);

    await site.database.query(
      'drop trigger refuse_account on "user"; drop function refuse_account()',
    );
    expect(await admin.client.callOk(apply, { task_id })).toMatchObject({
      state: 'done',
      applied: 2300,
      counts: { new: 2300, out: 0 },
      error: '',
    });
    expect(await entries()).toEqual([{ entries: 2300, people: 2300 }]);
  });

  it('that fails at once says that nothing was changed', async () => {
    const username = uniqueName('refused');
    await site.database.query(
      `create function refuse_account() returns trigger language plpgsql as
         $$ begin raise exception 'refused'; end $$;
       create trigger refuse_account before insert on "user" for each row
         when (new.username = '${username}') execute function refuse_account()`,
    );
    const { task_id } = await planFile(csv([username, '', '', '']));
    const failed = await admin.client.callOk(apply, { task_id });
    await site.database.query(
      'drop trigger refuse_account on "user"; drop function refuse_account()',
    );
    expect(failed).toMatchObject({ state: 'planned', applied: 0 });
    expect(failed.error).toContain('Nothing was changed');
  });

  it('is found again by its administrator only', async () => {
    const other = await makeLoggedInUser(site, { admin: true });
    expect(await other.client.callOk(latest, {})).toEqual({ task: null });
    const { task_id } = await planFile(csv([uniqueName('mine'), '', '', '']), other.client);
    expect(await other.client.callOk(latest, {})).toMatchObject({
      task: { task_id, state: 'planned', applied: 0 },
    });
    await other.client.callOk(apply, { task_id });
    expect(await other.client.callOk(latest, {})).toMatchObject({
      task: { task_id, state: 'done', applied: 1 },
    });
    const mine = await admin.client.callOk(latest, {});
    expect(mine.task?.task_id).not.toBe(task_id);
  });

  it('works once, only for its administrator, and not after the role was revoked', async () => {
    const other = await makeLoggedInUser(site, { admin: true });
    const file = csv([uniqueName('once'), '', '', '']);
    const { task_id } = await planFile(file, other.client);
    expect((await admin.client.call(apply, { task_id })).error_code).toBe(10101);
    expect((await admin.client.call(status, { task_id })).error_code).toBe(10101);
    await admin.client.callOk(calls.adminUser.setRole, { uid: other.uid, groupid: 2 });
    expect((await other.client.call(apply, { task_id })).error_code).toBe(10103);
    await admin.client.callOk(calls.adminUser.setRole, { uid: other.uid, groupid: 1 });
    await other.client.callOk(apply, { task_id });
    expect((await other.client.call(apply, { task_id })).error_code).toBe(10101);
  });

  it('is refused for users, auditors and visitors', async () => {
    const user = await makeLoggedInUser(site);
    const auditor = await makeLoggedInUser(site, { auditor: true });
    for (const { client, code } of [
      { client: user.client, code: 10103 },
      { client: auditor.client, code: 10103 },
      { client: makeVisitor(site), code: 10102 },
    ])
      expect((await sendFile(client, plan, {}, csv(['x1', '', '', '']))).error_code).toBe(code);
  });
});

describe('invitations after an import', () => {
  it('let the people choose a password', async () => {
    const [invited, without] = [uniqueName('invited'), uniqueName('without')];
    const email = `${invited}@harbor.test`;
    const done = await planAndApply(csv([invited, 'Mei', email, ''], [without, '', '', '']));
    expect(done).toMatchObject({ uninvited: 1, has_mail: true });
    const { task_id } = done;
    expect(await admin.client.callOk(invite, { task_id })).toEqual({ invited: 1 });
    expect(await admin.client.callOk(invite, { task_id })).toEqual({ invited: 0 });
    const [mail] = await waitForMails(email, 1);
    const token = (mail && linkQuery(mail).get('token')) ?? '';
    const password = 'correct horse 7 battery';
    const account = await makeVisitor(site).callOk(calls.user.acceptInvitation, {
      token,
      password,
      confirm_password: password,
    });
    expect(account).toMatchObject({ username: invited, email, email_verify: 1 });
    expect((await admin.client.callOk(status, { task_id })).uninvited).toBe(0);
  });
});

describe('invitations after an import of accounts with an identity', () => {
  it('are offered if it is one of SCIM, which is no login', async () => {
    const [scim, oauth2] = [uniqueName('scim'), uniqueName('oauth')];
    const file = csv(...[scim, oauth2].map((name) => [name, '', `${name}@harbor.test`, '']));
    const { task_id } = await planAndApply(file);
    for (const [kind, username] of [
      ['scim', scim],
      ['oauth2', oauth2],
    ] as const) {
      const uid = (await findUser(username))?.uid ?? 0;
      await externalIdentityRepository(site.deps.db).insert(kind, uniqueName('id'), uid);
    }
    expect((await admin.client.callOk(status, { task_id })).uninvited).toBe(1);
    expect(await admin.client.callOk(invite, { task_id })).toEqual({ invited: 1 });
    await waitForMails(`${scim}@harbor.test`, 1);
  });
});

describe('two imports at the same time', () => {
  it('create each account once, whatever the order of their lines', async () => {
    const other = await makeLoggedInUser(site, { admin: true });
    const names = Array.from({ length: 1500 }, () => `${uniqueName('both')}@harbor.test`);
    const toFile = (order: readonly string[]) => csv(...order.map((name) => [name, '', '', '']));
    const plans = await Promise.all([
      planFile(toFile(names)),
      planFile(toFile(names.toReversed()), other.client),
    ]);
    const clients = [admin.client, other.client];
    const done = await Promise.all(
      plans.map(async ({ task_id }, at) => {
        const client = clients[at] as Client;
        await client.callOk(apply, { task_id });
        return settled(client, task_id);
      }),
    );
    const created = done.map(({ counts }) => counts.new);
    expect(created.reduce((sum, count) => sum + count, 0)).toBe(names.length);
    expect(done.map(({ state }) => state)).toEqual(['done', 'done']);
    const [row] = await site.database.query<{ users: string }>(
      `select count(*) as users from "user" where username = any($1)`,
      [names],
    );
    expect(Number(row?.users)).toBe(names.length);
  });
});
