import { calls } from '@octavo/contract';
import type { CallInput } from '@octavo/contract/define-call';
import { ADMIN_GROUP, AUDITOR_GROUP, USER_GROUP } from '@octavo/contract/user-group';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addPerson,
  BASE,
  groupDn,
  groupLdif,
  personDn,
  personLdif,
  setAttribute,
  startByteProxy,
  startDedicatedSlapd,
} from '../../../tests/helpers/dedicated-slapd.ts';
import type { DedicatedSlapd } from '../../../tests/helpers/dedicated-slapd.ts';
import {
  confirmSessions,
  makeLoggedInUser,
  makeUser,
  makeVisitor,
} from '../../../tests/helpers/factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { directorySyncJobs } from './directory-sync.jobs.ts';

const { loadConfig, saveConfig, countMatches, start, getRun, getRuns, listGroups, listTeams } =
  calls.adminDirectory;
const DIRECTORY_PASSWORD = 'quiet boats 7';

interface Form {
  readonly user_filter?: string;
  readonly create_accounts?: 1;
  readonly gone_policy?: 'once' | 'report';
  readonly schedule?: 'hours';
  readonly schedule_hours?: number;
}
type Mappings = readonly { group_dn: string; team_id: number; groupid: 1 | 2 | 3 }[];

const DEFAULT_FORM = {
  user_filter: '',
  mail_field: 'mail',
  group_filter: '',
  group_base_dn: `ou=groups,${BASE}`,
  create_accounts: 0,
  gone_policy: 'checks',
  gone_checks: 2,
  schedule: 'off',
} as const;

/** So many that one person is less than a fifth of them. */
const CREW = ['ana', 'ben', 'cem', 'dana', 'eli', 'fay', 'gus'];

/** Entries of the audit log outlive a test. */
const OF_THESE_RUNS = `(facts->>'directory_run')::bigint in (select run_id from directory_run)`;

let site: TestSite;
let slapd: DedicatedSlapd;
let admin: Awaited<ReturnType<typeof makeLoggedInUser>>;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

beforeEach(async () => {
  await site.database.query('truncate directory_run, directory_mapping, team cascade');
  await site.database.query('truncate "user" cascade');
  admin = await makeLoggedInUser(site, { admin: true });
});

/** A directory with the crew and the groups platform (ana, ben) and admins (cem). */
async function openDirectory(extra = '', conf = '') {
  await slapd?.close();
  const people = CREW.map((uid) => personLdif({ uid, mail: `${uid}@harbor.test`, title: 'crew' }));
  const groups = [groupLdif('platform', ['ana', 'ben']), groupLdif('admins', ['cem'])];
  slapd = await startDedicatedSlapd([...people, ...groups, extra].join('\n'), conf);
  await connect();
}
afterAll(() => slapd?.close());

const connect = (change: object = {}) =>
  admin.client.callOk(calls.adminSetting.saveLdapConfig, {
    ldap_open: 1,
    ldap_form: { ...slapd.form, ...change },
  });

const configure = (form: Form = {}, mappings: Mappings = []) =>
  admin.client.callOk(saveConfig, {
    directory_form: { ...DEFAULT_FORM, ...form },
    mappings: [...mappings],
  });

const runJob = (run_id: number) =>
  directorySyncJobs[0]?.run({ deps: site.deps, log: site.deps.log } as JobContext, { run_id });

async function sync(input: CallInput<typeof start> = { is_preview: false }) {
  const { run_id } = await admin.client.callOk(start, input);
  await runJob(run_id);
  return admin.client.callOk(getRun, { run_id });
}

interface Account {
  uid: number;
  name: string;
  email: string;
  groupid: number;
  is_disabled: boolean;
}

async function account(username: string): Promise<Account | undefined> {
  const [row] = await site.database.query<Account>(
    `select uid::int, name, email, groupid, disabled_time is not null as is_disabled
     from "user" where username = $1`,
    [username],
  );
  return row;
}

async function logIn(username: string) {
  const client = makeVisitor(site);
  const { error_code } = await client.call(calls.user.login, {
    username,
    password: DIRECTORY_PASSWORD,
  });
  return { client, error_code };
}

const content = () =>
  site.database.query(
    `select (select jsonb_agg("user" order by uid) from "user") as users,
       (select jsonb_agg(outside_login order by uid) from outside_login) as identities,
       (select jsonb_agg(team_member order by id) from team_member) as members`,
  );

async function makeTeam(name: string) {
  const { id } = await admin.client.callOk(calls.team.save, { id: 0, team_name: name });
  const members = async () =>
    (await admin.client.callOk(calls.teamMember.getList, { team_id: id })).map(
      ({ member_username }) => member_username,
    );
  return { id, members };
}

describe('the filters', () => {
  beforeAll(async () => {
    admin = await makeLoggedInUser(site, { admin: true });
    await openDirectory(personLdif({ uid: 'svc', title: 'service' }));
  });
  beforeEach(() => connect());

  it.each([
    '(',
    'uid=ana',
    '(uid=ana',
    '(uid=ana))',
    '(uid=ana)(uid=ben)',
    '(&(uid=ana)',
    '(uid)',
    '((uid=ana))',
  ])('reject %s', async (user_filter) => {
    for (const name of ['user_filter', 'group_filter'])
      expect(
        (await admin.client.call(saveConfig, { directory_form: { [name]: user_filter } }))
          .error_code,
      ).toBe(10639);
    const counted = { group_filter: '', group_base_dn: '', user_filter };
    expect((await admin.client.call(countMatches, counted)).error_code).toBe(10639);
  });

  it('show how many people and groups match', async () => {
    const count = (user_filter: string, group_filter = '') =>
      admin.client.callOk(countMatches, {
        user_filter,
        group_filter,
        group_base_dn: `ou=groups,${BASE}`,
      });
    expect(await count('')).toMatchObject({ people: CREW.length + 1, groups: 2, error: '' });
    expect(await count('(title=crew)', '(cn=plat*)')).toMatchObject({
      people: CREW.length,
      groups: 1,
    });
    await slapd.kill();
    expect(await count('')).toMatchObject({ people: 0, error: 'closed' });
    await slapd.start();
  });

  it('decide who may log in and whom the connection test finds', async () => {
    await configure({ user_filter: '(title=crew)' });
    expect((await logIn('ana')).error_code).toBe(0);
    expect((await logIn('svc')).error_code).toBe(10204);
    const { steps } = await admin.client.callOk(calls.adminSetting.testLdap, {
      ldap_form: slapd.form,
      username: 'svc',
    });
    expect(steps.find(({ step }) => step === 'search')).toMatchObject({
      state: 'failed',
      found: personDn('svc'),
    });
    await configure();
    expect((await logIn('svc')).error_code).toBe(0);
  });

  it('find groups and teams for a mapping', async () => {
    await makeTeam('Platform people');
    expect(await admin.client.callOk(listTeams, { word: 'FORM' })).toEqual([
      { id: expect.any(Number) as number, team_name: 'Platform people', owner: admin.username },
    ]);
    await configure();
    expect(await admin.client.callOk(listGroups, { word: 'plat' })).toEqual([
      { group_dn: groupDn('platform'), people: 2 },
    ]);
    expect(await admin.client.callOk(listGroups, { word: '*)(cn=*' })).toEqual([]);
  });
});

describe('a sync', () => {
  beforeEach(() => openDirectory());

  it('creates no accounts unless it is told to', async () => {
    await configure();
    const { state, counts } = await sync();
    expect({ state, people: counts.people, created: counts.created }).toEqual({
      state: 'done',
      people: CREW.length,
      created: 0,
    });
    expect(await account('ana')).toBeUndefined();
  });

  it('creates accounts and names those it leaves out', async () => {
    await configure({ create_accounts: 1 });
    const local = await makeUser(site, { username: 'ana' });
    await makeUser(site, { email: 'gus@harbor.test' });
    await addPerson(slapd, { uid: 'root', mail: 'r@harbor.test' });
    await addPerson(slapd, { uid: 'no mail', mail: 'x@harbor.test' });
    await addPerson(slapd, { uid: 'printer' });
    await addPerson(slapd, { uid: 'gus@harbor.test', mail: 'other@harbor.test' });
    const preview = await sync({ is_preview: 1 });
    const leftOut = [
      { who: 'ana', reason: 'usernameTaken' },
      { who: 'gus@harbor.test', reason: 'usernameTaken' },
      { who: 'no mail', reason: 'usernameInvalid' },
      { who: 'printer', reason: 'noMail' },
      { who: 'root', reason: 'usernameReserved' },
    ];
    const byName = (list: typeof preview.report.left_out) =>
      list.toSorted((a, b) => (a.who < b.who ? -1 : 1));
    expect(byName(preview.report.left_out)).toEqual(leftOut);
    expect(await account('ben')).toBeUndefined();

    const { counts, report } = await sync();
    expect(counts).toMatchObject({ created: CREW.length - 1, left_out: 5 });
    expect(byName(report.left_out)).toEqual(leftOut);
    expect(await account('ben')).toMatchObject({
      name: 'Person ben',
      email: 'ben@harbor.test',
      groupid: USER_GROUP,
    });
    expect((await account('ana'))?.uid).toBe(local.uid);
    expect((await logIn('ben')).error_code).toBe(0);
    expect((await sync()).counts).toMatchObject({ created: 0, changed: 0 });
    const audited = await site.database.query(
      `select distinct action, uid, actor_kind from audit_log where ${OF_THESE_RUNS} order by action`,
    );
    const bySystem = { uid: null, actor_kind: 'system' };
    expect(audited).toEqual([
      { action: 'adminDirectory.run', ...bySystem },
      { action: 'adminUser.createUser', ...bySystem },
    ]);
    const [run] = await site.database.query(
      `select facts->'counts'->'created' as created, facts->>'state' as state, result
       from audit_log where action = 'adminDirectory.run' and ${OF_THESE_RUNS}
         and (facts->>'is_preview')::boolean is false order by audit_id`,
    );
    expect(run).toEqual({ created: CREW.length - 1, state: 'done', result: 'success' });
  });

  it('keeps name and email in step, and gives an email no right', async () => {
    await configure({ create_accounts: 1 });
    await sync();
    const owner = await makeUser(site, { email: 'boss@harbor.test' });
    await setAttribute(slapd, personDn('ana'), 'mail', ['boss@harbor.test']);
    await setAttribute(slapd, personDn('ana'), 'cn', ['Ana Maria']);
    await setAttribute(slapd, personDn('ben'), 'mail', ['nonsense']);
    expect((await sync()).report.changed).toEqual(['ana']);
    expect(await account('ana')).toMatchObject({ name: 'Ana Maria', email: 'boss@harbor.test' });
    const changes = await site.database.query(
      `select facts->'was' as was from audit_log
       where action = 'adminUser.updateUser' and subject = 'ana' and ${OF_THESE_RUNS}`,
    );
    expect(changes).toEqual([{ was: { name: 'Person ana', email: 'ana@harbor.test' } }]);
    expect(await account('ben')).toMatchObject({ email: 'ben@harbor.test' });
    const verified = await site.database.query(
      'select uid::int from "user" where email_verify > 0',
    );
    expect(verified).toEqual([{ uid: owner.uid }]);
  });

  it('follows a person whom the directory renames', async () => {
    await configure({ create_accounts: 1 });
    await sync();
    const before = await account('ana');
    await slapd.change((client) => client.modifyDN(personDn('ana'), 'uid=anna'));
    const { counts } = await sync();
    expect(counts).toMatchObject({ changed: 1, created: 0, gone: 0 });
    expect((await account('ana'))?.uid).toBe(before?.uid);
    expect(await account('anna')).toBeUndefined();
  });

  it('lets team members follow groups, and leaves those who were added by hand', async () => {
    const team = await makeTeam('Platform');
    const follow: Mappings[number] = {
      group_dn: groupDn('platform'),
      team_id: team.id,
      groupid: USER_GROUP,
    };
    await configure({ create_accounts: 1 });
    await sync();
    await admin.client.callOk(calls.teamMember.save, { team_id: team.id, member_username: 'ben' });
    await configure({ create_accounts: 1 }, [follow]);
    expect((await sync()).counts).toMatchObject({ joined: 1, left: 0 });
    expect(await team.members()).toEqual(['ben', 'ana']);

    await setAttribute(slapd, groupDn('platform'), 'member', [personDn('cem'), personDn('dana')]);
    expect((await sync()).counts).toMatchObject({ joined: 2, left: 1 });
    expect(await team.members()).toEqual(['ben', 'cem', 'dana']);

    // Adding a follower by hand makes the membership one of its own.
    await admin.client.callOk(calls.teamMember.save, { team_id: team.id, member_username: 'cem' });
    const { mappings } = await admin.client.callOk(loadConfig, {});
    expect(mappings).toMatchObject([{ people: 2, team_name: 'Platform' }]);
    await configure({ create_accounts: 1 }, []);
    await sync();
    expect(await team.members()).toEqual(['ben', 'cem']);
  });

  it('keeps the members of a group that the directory no longer returns', async () => {
    const team = await makeTeam('Platform');
    await configure({ create_accounts: 1 }, [
      { group_dn: groupDn('platform').toUpperCase(), team_id: team.id, groupid: USER_GROUP },
    ]);
    await sync();
    expect(await team.members()).toEqual(['ana', 'ben']);
    await slapd.change((client) => client.del(groupDn('platform')));
    const { report } = await sync();
    expect(report.left_out).toMatchObject([{ reason: 'groupMissing' }]);
    expect(await team.members()).toEqual(['ana', 'ben']);
  });

  it('gives the highest role and takes back only what it gave', async () => {
    const mapped = (groupid: 1 | 3, group: string) => ({
      group_dn: groupDn(group),
      team_id: 0,
      groupid,
    });
    await configure({ create_accounts: 1 });
    await sync();
    const roleOf = async (username: string) => (await account(username))?.groupid;
    const setRole = async (username: string, groupid: 1 | 2 | 3) =>
      admin.client.callOk(calls.adminUser.setRole, {
        uid: (await account(username))?.uid ?? 0,
        groupid,
      });
    await setRole('ben', AUDITOR_GROUP);
    await setRole('cem', ADMIN_GROUP);
    await setAttribute(
      slapd,
      groupDn('admins'),
      'member',
      ['ana', 'ben', 'cem'].map((uid) => personDn(uid)),
    );
    await configure({}, [mapped(AUDITOR_GROUP, 'platform'), mapped(ADMIN_GROUP, 'admins')]);
    expect((await sync()).report.roles.map(({ username }) => username).toSorted()).toEqual([
      'ana',
      'ben',
    ]);
    expect([await roleOf('ana'), await roleOf('ben'), await roleOf('cem')]).toEqual([1, 1, 1]);
    await configure({}, [mapped(AUDITOR_GROUP, 'platform')]);
    await sync();
    expect([await roleOf('ana'), await roleOf('ben'), await roleOf('cem')]).toEqual([3, 3, 1]);
    await configure();
    await sync();
    expect([await roleOf('ana'), await roleOf('ben'), await roleOf('cem')]).toEqual([2, 3, 1]);
    expect(
      await site.database.query(`select count(*)::int as entries from audit_log
        where action = 'adminUser.setRole' and ${OF_THESE_RUNS}`),
    ).toEqual([{ entries: 5 }]);
  });

  it('never takes the role of the last administrator', async () => {
    await configure({ create_accounts: 1 }, [
      { group_dn: groupDn('admins'), team_id: 0, groupid: ADMIN_GROUP },
    ]);
    await sync();
    const { client } = await logIn('cem');
    await confirmSessions(site, (await account('cem'))?.uid ?? 0);
    const change = { uid: admin.uid, groupid: USER_GROUP };
    await client.callOk(calls.adminUser.setRole, change);
    await client.callOk(saveConfig, { mappings: [] });
    const { run_id } = await client.callOk(start, { is_preview: false });
    await runJob(run_id);
    const { report } = await client.callOk(getRun, { run_id });
    expect(report.left_out).toEqual([{ who: 'cem', reason: 'lastAdministrator' }]);
    expect((await account('cem'))?.groupid).toBe(ADMIN_GROUP);
  });
});

describe('people who are gone', () => {
  beforeEach(async () => {
    await openDirectory();
    await configure({ create_accounts: 1 });
    await sync();
  });
  const remove = (uid: string) => slapd.change((client) => client.del(personDn(uid)));

  it('are disabled after the second check, with their sessions, and enabled when they return', async () => {
    const { client } = await logIn('ana');
    const { item_id } = await client.callOk(calls.item.add, { item_name: 'Hers' });
    await configure({ user_filter: '(title=crew)' });
    await setAttribute(slapd, personDn('ana'), 'title', ['guest']);
    expect((await sync()).report.gone).toEqual([{ username: 'ana', count: 1, is_disabled: 0 }]);
    await client.callOk(calls.user.info, {});
    const { report, counts } = await sync();
    expect(report.gone).toEqual([{ username: 'ana', count: 2, is_disabled: 1 }]);
    expect(counts).toMatchObject({ gone: 1, disabled: 1 });
    expect((await client.call(calls.user.info, {})).error_code).toBe(10102);
    expect(await account('ana')).toMatchObject({ is_disabled: true });
    expect((await sync()).counts).toMatchObject({ gone: 0, disabled: 0 });

    await setAttribute(slapd, personDn('ana'), 'title', ['crew']);
    expect((await sync()).report.enabled).toEqual(['ana']);
    expect(await account('ana')).toMatchObject({ is_disabled: false });
    const again = await logIn('ana');
    expect(again.error_code).toBe(0);
    await again.client.callOk(calls.item.info, { item_id });
  });

  it('start from zero when they are found in between', async () => {
    await remove('ana');
    await sync();
    await addPerson(slapd, { uid: 'ana', mail: 'ana@harbor.test' });
    // A new entry is a new identity: the old account stays gone and the username is taken.
    expect((await sync()).report).toMatchObject({
      left_out: [{ who: 'ana', reason: 'usernameTaken' }],
      gone: [{ username: 'ana', count: 2, is_disabled: 1 }],
    });
    await setAttribute(slapd, personDn('ben'), 'uid', ['ben', 'benny']);
    await configure({ user_filter: '(!(uid=benny))' });
    await sync();
    await configure();
    await sync();
    await configure({ user_filter: '(!(uid=benny))' });
    expect((await sync()).report.gone).toEqual([{ username: 'ben', count: 1, is_disabled: 0 }]);
  });

  it('are not enabled if an administrator has disabled them', async () => {
    const uid = (await account('ana'))?.uid ?? 0;
    await configure({ gone_policy: 'once', user_filter: '(!(uid=ana))' });
    expect((await sync()).counts.disabled).toBe(1);
    for (const is_disabled of [false, true])
      await admin.client.callOk(calls.adminUser.disableUser, { uid, is_disabled });
    await configure();
    expect((await sync()).counts).toMatchObject({ enabled: 0 });
    expect(await account('ana')).toMatchObject({ is_disabled: true });
  });

  it('are only reported if the settings say so', async () => {
    await configure({ gone_policy: 'report', user_filter: '(!(uid=ana))' });
    for (const count of [1, 2, 3])
      expect((await sync()).report.gone).toEqual([{ username: 'ana', count, is_disabled: 0 }]);
    expect(await account('ana')).toMatchObject({ is_disabled: false });
  });

  it('include those whom the directory has disabled', async () => {
    await configure({ gone_policy: 'once' });
    await setAttribute(slapd, personDn('ana'), 'userAccountControl', ['514']);
    await setAttribute(slapd, personDn('ben'), 'userAccountControl', ['512']);
    expect((await sync()).report.gone).toMatchObject([{ username: 'ana', is_disabled: 1 }]);
  });

  it('stay if they are administrators by hand, and lose a role that a mapping gave', async () => {
    const mapping: Mappings[number] = {
      group_dn: groupDn('admins'),
      team_id: 0,
      groupid: ADMIN_GROUP,
    };
    await configure({}, [mapping]);
    await sync();
    await admin.client.callOk(calls.adminUser.setRole, {
      uid: (await account('ana'))?.uid ?? 0,
      groupid: ADMIN_GROUP,
    });
    await configure({ gone_policy: 'once', user_filter: '(!(uid=ana))' }, [mapping]);
    expect((await sync()).report.left_out).toEqual([{ who: 'ana', reason: 'administrator' }]);
    expect(await account('ana')).toMatchObject({ is_disabled: false, groupid: ADMIN_GROUP });
    await configure({ gone_policy: 'once', user_filter: '(!(uid=cem))' }, [mapping]);
    await sync();
    expect(await account('cem')).toMatchObject({ is_disabled: true, groupid: USER_GROUP });
    await configure({}, [mapping]);
    await sync();
    expect(await account('cem')).toMatchObject({ is_disabled: false, groupid: ADMIN_GROUP });
  });

  it('keep their team memberships', async () => {
    const team = await makeTeam('Platform');
    const mappings: Mappings = [
      { group_dn: groupDn('platform'), team_id: team.id, groupid: USER_GROUP },
    ];
    await configure({}, mappings);
    await sync();
    await configure({ gone_policy: 'once', user_filter: '(!(uid=ana))' }, mappings);
    await sync();
    expect(await team.members()).toEqual(['ana', 'ben']);
  });

  it('wait for an administrator if they are more than a fifth', async () => {
    await configure({ gone_policy: 'once', user_filter: '(|(uid=ana)(uid=ben)(uid=cem))' });
    const before = await content();
    const stopped = await sync();
    expect(stopped).toMatchObject({ state: 'stopped', counts: { disabled: 4, known: 7 } });
    expect(await content()).toEqual(before);
    const { list } = await admin.client.callOk(calls.notice.getList, {});
    expect(list).toMatchObject([{ kind: 'directorySync', href: '/admin/index?tab=login' }]);
    expect(list[0]?.notice_content).toContain('disable 4 accounts');

    // The confirmation is for these four.
    await configure({ gone_policy: 'once', user_filter: '(|(uid=ana)(uid=ben))' });
    expect(await sync({ is_preview: false, confirmed_run_id: stopped.run_id })).toMatchObject({
      state: 'stopped',
      counts: { disabled: 5 },
    });
    await configure({ gone_policy: 'once', user_filter: '(|(uid=ana)(uid=ben)(uid=cem))' });
    const done = await sync({ is_preview: false, confirmed_run_id: stopped.run_id });
    expect(done).toMatchObject({ state: 'done', counts: { disabled: 4 } });
    expect(await account('dana')).toMatchObject({ is_disabled: true });
    const asked = { is_preview: false, confirmed_run_id: done.run_id };
    expect((await admin.client.call(start, asked)).error_code).toBe(10101);
  });

  it('are never deleted', async () => {
    await configure({ gone_policy: 'once' });
    for (const uid of CREW.slice(1)) await remove(uid);
    const { run_id } = await sync();
    await sync({ is_preview: false, confirmed_run_id: run_id });
    const rows = await site.database.query('select from "user" where disabled_time is not null');
    expect(rows).toHaveLength(CREW.length - 1);
  });
});

describe('a run that cannot read everything', () => {
  const many = Array.from({ length: 1200 }, (_, at) =>
    personLdif({ uid: `p${at}`, mail: `p${at}@harbor.test` }),
  ).join('\n');

  async function expectFailure(cause: string) {
    const before = await content();
    const { state, error } = await sync();
    expect({ state, error }).toEqual({ state: 'failed', error: cause });
    expect(await content()).toEqual(before);
  }

  it('changes no account when the directory dies in the middle', async () => {
    await openDirectory(many);
    await configure({ create_accounts: 1 });
    expect((await sync()).counts.created).toBe(CREW.length + 1200);
    await configure({ gone_policy: 'once', user_filter: '(!(uid=p1))' });
    const proxy = await startByteProxy(slapd.port, 150_000, () => slapd.kill());
    await connect({ port: proxy.port, bind_password: slapd.form['bind_password'] });
    await expectFailure('unreachable');
    await slapd.start();
    await proxy.close();
    await expectFailure('closed');
    const { list } = await admin.client.callOk(calls.notice.getList, {});
    expect(list.map(({ kind }) => kind)).toEqual(['directorySync']);
    await connect();
    expect((await sync()).report.gone).toMatchObject([{ username: 'p1', is_disabled: 1 }]);
  });

  it('changes no account on an empty answer, a size limit, a referral or a rejected bind', async () => {
    await openDirectory(many, 'limits dn.exact="uid=ana,ou=people,dc=harbor,dc=test" size=700');
    await configure({ create_accounts: 1, gone_policy: 'once' });
    await sync();
    await configure({ gone_policy: 'once', user_filter: '(title=pilot)' });
    await expectFailure('empty');
    await configure({ gone_policy: 'once' });
    await connect({ bind_dn: personDn('ana'), bind_password: DIRECTORY_PASSWORD });
    await expectFailure('sizeLimit');
    await connect({ bind_password: 'wrong' });
    await expectFailure('refused');
    await connect();
    await slapd.change((client) =>
      client.add(`ou=elsewhere,ou=people,${BASE}`, {
        objectClass: ['referral', 'extensibleObject'],
        ou: 'elsewhere',
        ref: 'ldap://127.0.0.1:1/ou=people,dc=other',
      }),
    );
    await expectFailure('referral');
    await admin.client.callOk(calls.adminSetting.saveLdapConfig, { ldap_open: 0 });
    await expectFailure('off');
  });
});

describe('runs', () => {
  beforeEach(async () => {
    await openDirectory();
    await configure({ create_accounts: 1 });
  });

  it('do not overlap', async () => {
    const results = await Promise.all(
      Array.from({ length: 4 }, () => admin.client.call(start, { is_preview: false })),
    );
    expect(results.map(({ error_code }) => error_code).toSorted((a, b) => a - b)).toEqual([
      0, 10640, 10640, 10640,
    ]);
    const run_id = results.find(({ error_code }) => error_code === 0)?.data?.run_id ?? 0;
    await Promise.all([runJob(run_id), runJob(run_id), runJob(run_id)]);
    expect(await admin.client.callOk(getRuns, {})).toMatchObject([
      { run_id, state: 'done', started_by: admin.username, counts: { created: CREW.length } },
    ]);
    const created = await site.database.query(
      `select from audit_log where action = 'adminUser.createUser' and ${OF_THESE_RUNS}`,
    );
    expect(created).toHaveLength(CREW.length);
  });

  it('end when their process has stopped', async () => {
    const { run_id } = await admin.client.callOk(start, { is_preview: false });
    await site.database.query(
      `update directory_run set state = 'running', beat_time = now() - interval '3 minutes'`,
    );
    await directorySyncJobs[1]?.run({ deps: site.deps, db: site.deps.db } as JobContext, {});
    expect(await admin.client.callOk(getRun, { run_id })).toMatchObject({
      state: 'failed',
      error: 'interrupted',
    });
    expect((await sync()).state).toBe('done');
  });

  it('start by the schedule, once', async () => {
    const tick = () =>
      directorySyncJobs[1]?.run({ deps: site.deps, db: site.deps.db } as JobContext, {});
    const runs = async () => (await admin.client.callOk(getRuns, {})).length;
    await configure({ schedule: 'hours', schedule_hours: 1 });
    await tick();
    expect(await runs()).toBe(0);
    site.advanceTime(3_600_000);
    await Promise.all([tick(), tick()]);
    expect(await runs()).toBe(1);
    const [run] = await admin.client.callOk(getRuns, {});
    await runJob(run?.run_id ?? 0);
    await site.database.query(`update directory_run set addtime = now() + interval '1 hour'`);
    await tick();
    expect(await runs()).toBe(1);
    const { next_run, last_run } = await admin.client.callOk(loadConfig, {});
    expect(new Date(next_run ?? 0).getUTCMinutes()).toBe(0);
    expect(last_run).toMatchObject({ started_by: '', state: 'done' });
  });
});
