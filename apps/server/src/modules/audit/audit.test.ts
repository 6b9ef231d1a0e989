import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  confirmSessions,
  uniqueAddress,
  makeLoggedInUser,
  makeUser,
  PASSWORD,
  uniqueName,
  makeVisitor,
} from '../../../tests/helpers/factories.ts';
import { makeItem, makeMember, makeItemTree } from '../../../tests/helpers/item-factories.ts';
import { testJobContext } from '../../../tests/helpers/job-context.ts';
import { openIsolatedSite, openTestSite } from '../../../tests/helpers/site.ts';
import { WAIT } from '../../../tests/helpers/wait.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { auditJobs } from './audit.jobs.ts';

const { getList } = calls.audit;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
});
afterAll(() => site.close());

const entries = () =>
  site.database.query<{ action: string; text: string; address: string; username: string }>(
    'select *, audit_log::text as text from audit_log order by audit_id',
  );

describe('the audit log', () => {
  it('has no entry for rejected requests', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    const before = (await entries()).length;
    const stranger = await makeLoggedInUser(site);
    await stranger.client.call(calls.item.archive, { item_id, password: PASSWORD });
    await owner.client.call(calls.item.archive, { item_id, password: 'wrong password' });
    await owner.client.call(calls.item.attorn, {
      item_id,
      username: 'unknown-user',
      password: PASSWORD,
    });
    await makeVisitor(site).call(calls.user.logout, {});
    // Only the failed confirmation of the owner is recorded.
    const added = async () => (await entries()).slice(before).map(({ action }) => action);
    await vi.waitFor(async () => expect(await added()).toEqual(['user.confirmFailed']), WAIT);
  });

  it('contains actor, action, subject and address, and the names of deleted objects', async () => {
    const { owner, item_id, pages } = await makeItemTree(site);
    const member = await makeMember(site, item_id);
    const [row] = await owner.client.callOk(calls.member.getList, { item_id });
    const { item_member_id = 0 } = row ?? {};
    await owner.client.callOk(calls.member.delete, { item_id, item_member_id });
    await owner.client.callOk(calls.page.delete, { page_id: pages.api });
    const { list } = await owner.client.callOk(getList, { item_id });
    expect(list).toMatchObject([
      { action: 'page.delete', username: owner.username, page_title: 'API page' },
      {
        action: 'member.delete',
        item_name: 'Harbor API',
        subject: member.username,
        address: '127.0.0.1',
      },
    ]);
  });

  it('has failed logins without the entered values, and a limited number for each address', async () => {
    const admin = await makeLoggedInUser(site, { admin: true });
    const mei = await makeUser(site);
    const address = uniqueAddress();
    const attempt = (username: string, password = 'typed-guess-1') =>
      makeVisitor(site, { 'x-forwarded-for': address }).call(calls.user.login, {
        username,
        password,
      });
    const logged = async () => {
      const filter = { action: 'user.loginFailed', keyword: address };
      return (await admin.client.callOk(getList, filter)).list.toReversed();
    };
    await attempt(mei.username);
    await attempt('typed-in-the-wrong-field');
    await expect.poll(async () => (await logged()).length).toBe(2);
    expect(await logged()).toMatchObject([
      { username: '', subject: mei.username, facts: { reason: 'password' } },
      { username: '', subject: '', facts: { reason: 'unknown' } },
    ]);
    await admin.client.callOk(calls.adminUser.disableUser, { uid: mei.uid, is_disabled: 1 });
    expect((await attempt(mei.username, PASSWORD)).error_code).toBe(10634);
    await expect.poll(async () => (await logged()).at(-1)?.facts).toEqual({ reason: 'disabled' });
    for (let n = 0; n < 8; n += 1) await attempt(uniqueName('typed'));
    const unknown = async () =>
      (await logged())
        .filter(({ facts }) => facts['reason'] === 'unknown')
        .map(({ facts }) => facts);
    await expect.poll(async () => (await unknown()).length).toBe(5);
    expect((await unknown()).filter((facts) => facts['more_unlisted'])).toHaveLength(1);
    const rowTexts = (await entries()).map(({ text }) => text);
    expect(rowTexts.filter((text) => text.includes('typed'))).toEqual([]);
  });

  it('has links to teams in the log of each item, and previous rights of changed members', async () => {
    const { owner, item_id, catalogs } = await makeItemTree(site);
    const other = await makeItem(site, { owner });
    const { id: team_id } = await owner.client.callOk(calls.team.save, { team_name: 'Docks' });
    const both = `${item_id},${other}`;
    await owner.client.callOk(calls.teamItem.save, { team_id, item_id: both });
    const newest = async (id: number) =>
      (await owner.client.callOk(getList, { item_id: id, count: 1 })).list[0];
    for (const id of [item_id, other])
      expect(await newest(id)).toMatchObject({ action: 'teamItem.save', team_name: 'Docks' });
    const [mei, lin] = [await makeUser(site), await makeUser(site)];
    const save = (username: string, part: object) =>
      owner.client.callOk(calls.member.save, { item_id, username, ...part });
    await save(mei.username, { member_group_id: 0, cat_id: catalogs.guides.cat_id });
    expect(await newest(item_id)).toMatchObject({
      action: 'member.add',
      subject: mei.username,
      facts: { member_group_id: 0, cat_name: 'Guides' },
    });
    await save(`${mei.username},${lin.username}`, { member_group_id: 1, cat_id: 0 });
    const { list } = await owner.client.callOk(getList, { item_id, action: 'member', count: 2 });
    const after = { member_group_id: 1, cat_id: 0, cat_name: '' };
    const was = { member_group_id: 0, cat_id: catalogs.guides.cat_id, cat_name: 'Guides' };
    expect(list.map(({ action, subject, facts }) => ({ action, subject, facts }))).toEqual(
      expect.arrayContaining([
        { action: 'member.add', subject: lin.username, facts: after },
        { action: 'member.change', subject: mei.username, facts: { ...after, was } },
      ]),
    );
  });

  it('has an import in the log of the created item', async () => {
    const { client } = await makeLoggedInUser(site, {}, { 'x-forwarded-for': uniqueAddress() });
    const { task_id } = await client.callOk(calls.import.plan, {});
    const { item_id } = await client.callOk(calls.import.apply, { task_id });
    const { list } = await client.callOk(getList, { item_id });
    expect(list).toMatchObject([{ action: 'import.apply', item_id }]);
    expect(list[0]?.address).toContain('2001:db8');
  });

  it('contains the login method, and the previous values of changed settings', async () => {
    const { client, uid, username } = await makeLoggedInUser(site, { admin: true });
    await client.callOk(calls.user.login, { username, password: PASSWORD });
    const last = async () => (await client.callOk(getList, { count: 1 })).list[0];
    expect(await last()).toMatchObject({ action: 'user.login', facts: { way: 'password' } });
    await confirmSessions(site, uid);
    const secret = 'k-8f2a91';
    await client.callOk(calls.adminSetting.saveConfig, {
      register_open: 0,
      robots_open: 0,
      oss_setting: { oss_type: 's3', secret },
    });
    await client.callOk(calls.adminSetting.saveConfig, { register_open: 1, robots_open: 0 });
    const entry = await last();
    expect(entry?.facts).toEqual({
      register_open: true,
      robots_open: false,
      was: { register_open: false },
    });
    expect((await entries()).at(-2)?.text).not.toContain(secret);
  });

  it('contains previous LDAP and OAuth2 settings, and only the names of changed secrets', async () => {
    const { client } = await makeLoggedInUser(site, { admin: true });
    const { saveLdapConfig, saveOauth2Config } = calls.adminSetting;
    const [bind_password, client_secret] = ['planted-9931', 'planted-9933'];
    await client.callOk(saveOauth2Config, {
      oauth2_form: { token_path: '/before', client_secret },
    });
    await client.callOk(saveLdapConfig, {
      ldap_form: { host: 'dc1.test', port: 389, bind_password },
    });
    await client.callOk(saveLdapConfig, {
      ldap_open: 0,
      ldap_form: { host: 'dc2.test', port: 389, bind_password: 'planted-9932' },
    });
    await client.callOk(saveOauth2Config, { oauth2_form: { token_path: '/token', client_secret } });
    const { list } = await client.callOk(getList, { action: 'adminSetting', count: 2 });
    expect(list.map(({ facts }) => facts)).toEqual([
      {
        'oauth2_form.token_path': '/token',
        replaced: ['oauth2_form.client_secret'],
        was: { 'oauth2_form.token_path': '/before' },
      },
      {
        ldap_open: false,
        'ldap_form.host': 'dc2.test',
        'ldap_form.port': 389,
        replaced: ['ldap_form.bind_password'],
        was: { 'ldap_form.host': 'dc1.test' },
      },
    ]);
    const allEntries = await entries();
    expect(allEntries.filter(({ text }) => text.includes('planted-993'))).toEqual([]);
  });

  it('contains the last characters of the API key used by a script', async () => {
    const { owner, item_id, pages } = await makeItemTree(site);
    const { api_key, api_token } = await owner.client.callOk(calls.item.getKey, { item_id });
    const by = { api_key, api_token };
    await makeVisitor(site).callOk(calls.open.deletePage, { ...by, page_id: pages.api });
    const { list } = await owner.client.callOk(getList, { item_id, action: 'open' });
    expect(list).toMatchObject([
      { action: 'open.deletePage', facts: { key_tail: api_key.slice(-4) } },
    ]);
    expect(JSON.stringify(list)).not.toContain(api_key);
  });

  it('is readable by administrators, and by an owner for their own item', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    const other = await makeItem(site);
    await owner.client.callOk(calls.item.update, { item_id, item_name: 'Renamed' });
    const member = await makeMember(site, item_id, { edit: true });
    const code = async (client: typeof owner.client, input: object) =>
      (await client.call(getList, input)).error_code;
    expect(await code(owner.client, { item_id })).toBe(0);
    expect(await code(owner.client, {})).toBe(10103);
    expect(await code(owner.client, { item_id: other })).toBe(10303);
    expect(await code(member.client, { item_id })).toBe(10303);
    expect(await code(makeVisitor(site), { item_id })).toBe(10102);
    const admin = await makeLoggedInUser(site, { admin: true });
    const all = await admin.client.callOk(getList, { count: 100 });
    expect(all.list.length).toBeGreaterThan(20);
    const one = await admin.client.callOk(getList, { item_id });
    expect(one.list).toMatchObject([{ action: 'item.update', facts: { item_name: 'Renamed' } }]);
    // After a transfer the previous owner has no access.
    const newOwner = await makeUser(site);
    const input = { item_id, username: newOwner.username, password: PASSWORD };
    await owner.client.callOk(calls.item.attorn, input);
    expect(await code(owner.client, { item_id })).toBe(10303);
  });

  it('supports paging and filters by action and keyword', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five'])
      await owner.client.callOk(calls.item.update, { item_id, item_name: name });
    await owner.client.callOk(calls.item.resetKey, { item_id });
    const seen: number[] = [];
    let before: number | undefined;
    do {
      const { list, next } = await owner.client.callOk(getList, {
        item_id,
        count: 4,
        ...(before && { before }),
      });
      seen.push(...list.map((row) => row.audit_id));
      before = next;
    } while (before);
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
    expect(seen).toHaveLength(6);
    const count = async (filter: object) =>
      (await owner.client.callOk(getList, { item_id, ...filter })).list.length;
    const counted = async (filter: object) =>
      (await owner.client.callOk(getList, { item_id, count: 2, ...filter })).total;
    expect(await counted({})).toBe(6);
    expect(await counted({ action: 'item.resetKey' })).toBe(1);
    expect(await counted({ before: seen[0] })).toBeNull();
    expect(await count({ action: 'item.resetKey' })).toBe(1);
    expect(await count({ action: 'item' })).toBe(6);
    expect(await count({ keyword: owner.username.toUpperCase() })).toBe(6);
    expect(await count({ keyword: '%' })).toBe(0);
  });

  it('is exported as CSV without formula injection', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner, item_name: '=HYPERLINK("http://x")' });
    await owner.client.callOk(calls.item.update, { item_id, item_description: 'a, "b"' });
    const other = await makeItem(site);
    const answer = await owner.client.request({
      method: 'GET',
      url: calls.audit.export.path,
      query: { item_id: String(item_id) },
    });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="audit-.*\.csv"$/);
    const [head, ...rows] = answer.body.split('\r\n');
    expect(head).toMatch(/^\uFEFFaddtime,username,action,/);
    // The export itself is the newest entry.
    expect(rows.map((row) => row.split(',')[2])).toEqual([
      'audit.export',
      'item.update',
      undefined,
    ]);
    expect(rows[1]).toContain(`,"'=HYPERLINK(""http://x"")",`);
    const rejected = await owner.client.call(calls.audit.export, { item_id: other });
    expect(rejected.error_code).toBe(10303);
  });

  it('is exported completely in batches', async () => {
    await site.database.query(
      `insert into audit_log (action, username, address, user_agent)
       select 'many.entries', 'u' || n, '', '' from generate_series(1, 2500) n`,
    );
    const { client } = await makeLoggedInUser(site, { admin: true });
    const answer = await client.request({
      method: 'GET',
      url: calls.audit.export.path,
      query: { action: 'many' },
    });
    expect((await client.callOk(getList, { action: 'many' })).total).toBe(1001);
    const names = answer.body
      .split('\r\n')
      .slice(1, -1)
      .map((row) => row.split(',')[1]);
    expect(names).toEqual(Array.from({ length: 2500 }, (_, at) => `u${2500 - at}`));
  });

  it('cannot be changed by the table owner, and is purged after a year', async () => {
    for (const sql of [
      `update audit_log set username = 'x'`,
      'delete from audit_log',
      'truncate audit_log',
    ])
      await expect(site.database.query(sql)).rejects.toMatchObject({ code: '42501' });
    const insert = (age: string) =>
      site.database.query(
        `insert into audit_log (addtime, action, username, address, user_agent)
         values (now() - $1::interval, 'old', 'x', '', '')`,
        [age],
      );
    await insert('364 days');
    await insert('366 days');
    const before = (await entries()).length;
    await auditJobs[0]?.run(testJobContext(site) as JobContext, {});
    // The run has an entry of its own.
    const after = await entries();
    expect(after.length).toBe(before);
    const run = after.filter(({ action }) => action === 'retention.auditLog');
    expect(run).toMatchObject([{ uid: null, facts: { days: 365, count: 1 } }]);
  });

  it('is kept as long as the site says, at least 30 days, and deleted in batches', async () => {
    const own = await openIsolatedSite({ ROLES: 'web' });
    const { client } = await makeLoggedInUser(own, { admin: true });
    const insert = (days: number, count: number) =>
      own.database.query(
        `insert into audit_log (addtime, action, username, address, user_agent)
         select now() - make_interval(hours => $1 * 24 + 1), 'old', 'x', '', ''
         from generate_series(1, $2)`,
        [days, count],
      );
    const ages = async () => {
      const rows = await own.database.query<{ days: number; count: number }>(
        `select floor(extract(epoch from now() - addtime) / 86400)::int as days, count(*)::int
         from audit_log where action = 'old' group by 1 order by 1`,
      );
      return Object.fromEntries(rows.map(({ days, count }) => [days, count]));
    };
    const purge = () => auditJobs[0]?.run(testJobContext(own) as JobContext, {});
    await insert(40, 3);
    await insert(100, 1200);
    await insert(4000, 2);
    const preview = (audit_days: number) =>
      client.callOk(calls.adminSecurity.preview, { audit_days });
    expect((await preview(60)).audit_entries).toBe(1202);
    // Longer than before.
    expect((await preview(0)).audit_entries).toBe(0);
    expect((await client.call(calls.adminSecurity.save, { audit_days: 29 })).error_code).toBe(
      10101,
    );
    await client.callOk(calls.adminSecurity.save, { audit_days: 0 });
    await purge();
    expect(await ages()).toEqual({ 40: 3, 100: 1200, 4000: 2 });
    await client.callOk(calls.adminSecurity.save, { audit_days: 60 });
    await purge();
    await purge();
    expect(await ages()).toEqual({ 40: 3 });
    const runs = await own.database.query(
      `select facts from audit_log where action = 'retention.auditLog'`,
    );
    expect(runs).toMatchObject([{ facts: { days: 60, count: 1202 } }]);
    // Not even the database role of the application can delete younger entries.
    await own.database.query('select audit_log_purge(0, 10000)');
    expect(await ages()).toEqual({});
    await insert(29, 1);
    await own.database.query('select audit_log_purge(-5, 10000)');
    expect(await ages()).toEqual({ 29: 1 });
  });

  it('has an entry for each batch of a run that was cut off, and no index rows of deleted entries', async () => {
    const own = await openIsolatedSite({ ROLES: 'web' });
    await own.database.query(
      `insert into audit_log (addtime, action, username, address, user_agent)
       select now() - interval '400 days', 'old', 'x', '', '' from generate_series(1, 10200)`,
    );
    await own.database.query(
      `insert into audit_text select audit_id, 'x' from audit_log where action = 'old'`,
    );
    await own.database.query(`
      create function cut_off() returns trigger language plpgsql as $$
        begin
          if (select count(*) from audit_log where action = 'old') < 6000 then raise 'cut off'; end if;
          return null;
        end $$;
      create trigger cut_off before delete on audit_log for each statement execute function cut_off()`);
    const purge = () => auditJobs[0]?.run(testJobContext(own) as JobContext, {});
    const state = async () => {
      const [row] = await own.database.query(
        `select (select count(*)::int from audit_log where action = 'old') as old,
           (select count(*)::int from audit_text) as texts,
           (select jsonb_agg(facts->'count' order by audit_id) from audit_log
             where action = 'retention.auditLog') as counts`,
      );
      return row;
    };
    await expect(purge()).rejects.toThrow('cut off');
    expect(await state()).toEqual({ old: 5200, texts: 10200, counts: [5000] });
    await own.database.query('drop trigger cut_off on audit_log');
    await own.database.query(`
      create table deletion (texts int);
      create function note_deletion() returns trigger language plpgsql security definer as $$
        begin insert into deletion select count(*) from gone; return null; end $$;
      create trigger note_deletion after delete on audit_text referencing old table as gone
        for each statement execute function note_deletion()`);
    await purge();
    expect(await state()).toEqual({ old: 0, texts: 0, counts: [5000, 5000, 200] });
    expect(await own.database.query('select texts from deletion')).toEqual(
      [5000, 5000, 200].map((texts) => ({ texts })),
    );
  });
});
