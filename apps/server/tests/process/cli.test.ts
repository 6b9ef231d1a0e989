import {
  access,
  chmod,
  constants,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { calls } from '@octavo/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../helpers/database.ts';
import { runProgram, startProgram } from '../helpers/program.ts';
import { openInstallation } from '../helpers/installation.ts';
import type { Installation } from '../helpers/installation.ts';
import { timeUntilLoggedOut } from '../helpers/stop-watch.ts';

const OCTAVO = fileURLToPath(new URL('../../src/cli/octavo.ts', import.meta.url));
const BIN = fileURLToPath(new URL('../../../../node_modules/.bin/octavo', import.meta.url));

/** File modes do not restrict root, so the capabilities that bypass them are dropped. */
const WITHOUT_PRIVILEGE =
  process.getuid?.() === 0
    ? [
        'setpriv',
        '--bounding-set=-dac_override,-dac_read_search',
        '--inh-caps=-dac_override,-dac_read_search',
      ]
    : [];

let site: Installation;
beforeAll(async () => {
  site = await openInstallation();
});
afterAll(() => site.close());

function octavo(args: string, env: Record<string, string> = {}) {
  return runProgram(process.execPath, [OCTAVO, ...args.split(' ')], { ...site.env, ...env });
}

const PASSWORD = 'seven-quiet-boats';

describe('octavo', () => {
  it('is the command that npm installs into node_modules/.bin', async () => {
    await access(BIN, constants.X_OK);
    const { code, stdout } = await runProgram(BIN, []);
    expect(stdout).toContain('octavo user create --username U');
    expect(code).toBe(2);
  });

  it('prints its usage for an unknown command or option', async () => {
    const unknown = await octavo('dance');
    expect(unknown).toMatchObject({ code: 2, stderr: '' });
    expect(unknown.stdout).toMatch(/^octavo serve\n/);
    const option = await octavo('migrate --fast');
    expect(option.code).toBe(2);
    expect(option.stdout).toMatch(/--fast.*\noctavo serve\n/s);
  });

  it('prints the help of a command', async () => {
    const one = await octavo('restore --help');
    expect(one).toMatchObject({ code: 0, stderr: '' });
    expect(one.stdout).toMatch(
      /^octavo restore --from FILE \[--verify\]\n {4}restore into an empty/,
    );
    expect(one.stdout).not.toContain('octavo serve');
  });

  it('migrates an empty database once', async () => {
    const database = await createTestDatabase('empty');
    onTestFinished(() => database.drop());
    const env = { DATABASE_URL: database.databaseUrl, DATABASE_MIGRATE_URL: database.migrateUrl };
    const before = await octavo('doctor', env);
    expect(before.stdout).toContain('FAIL database is migrated: run: octavo migrate\n');
    expect(before.code).toBe(1);
    const first = await octavo('migrate', env);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/^applied 0001-accounts\.sql/);
    expect(await octavo('migrate', env)).toEqual({
      code: 0,
      stdout: 'nothing to do\n',
      stderr: '',
    });
  });

  it('creates users and reports why it cannot', async () => {
    expect(await octavo(`user create --username mei --password ${PASSWORD} --admin`)).toEqual({
      code: 0,
      stdout: 'user mei created, uid 1, administrator\n',
      stderr: '',
    });
    const again = await octavo(`user create --username MEI --password ${PASSWORD}`);
    expect(again).toMatchObject({ code: 1, stderr: '' });
    expect(again.stdout).toMatch(/taken/i);
    const short = await octavo('user create --username lin --password 1234567');
    expect(short).toMatchObject({ code: 1, stderr: '' });
    expect(short.stdout).toMatch(/\b8\b/);
    expect(await octavo('user create --username lin')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'octavo: --username and --password are required\n',
    });
    const rows = await site.database.query('select username, groupid from "user"');
    expect(rows).toEqual([{ username: 'mei', groupid: 1 }]);
  });

  it('lists and revokes the personal access tokens of a user', async () => {
    await site.database.query(
      `insert into access_token (uid, name, prefix, token_hash, scopes, expire_time)
       select uid, label, 'oct_7f2a', label::bytea, '{read,write}', '2100-01-01'
       from "user", unnest(array['Build server', 'Link checker']) as label where username = 'mei'`,
    );
    const listed = await octavo('user tokens --username mei');
    expect(listed).toMatchObject({ code: 0, stderr: '' });
    expect(listed.stdout).toMatch(/^\d+ {2}oct_7f2a… {2}Link checker {2}read,write {2}all items/);
    const id = listed.stdout.split(' ')[0] ?? '';
    expect(await octavo('user revoke-tokens --username mei')).toMatchObject({ code: 1 });
    expect(await octavo('user revoke-tokens --username mei --id 0')).toMatchObject({ code: 1 });
    const one = await octavo(`user revoke-tokens --username mei --id ${id}`);
    expect(one.stdout).toBe('1 access token of mei revoked\n');
    const all = await octavo('user revoke-tokens --username mei --all');
    expect(all.stdout).toBe('1 access token of mei revoked\n');
    expect(await octavo('user tokens --username mei')).toMatchObject({ code: 0, stdout: '' });
    const entries = await site.database.query(
      `select facts->'names' as names from audit_log where action = 'adminUser.revokeTokens'
       order by audit_id`,
    );
    expect(entries).toEqual([{ names: ['Link checker'] }, { names: ['Build server'] }]);
  });

  it('resets a password and ends the sessions of a running process', async () => {
    const server = await site.start();
    const browser = site.newBrowser();
    await octavo(`user create --username wang --password ${PASSWORD}`);
    await browser.callOk(server, calls.user.login, { username: 'wang', password: PASSWORD });
    await browser.callOk(server, calls.user.info, {});
    const reset = await octavo('user reset --username wang');
    expect(reset).toMatchObject({ code: 0, stderr: '' });
    const password = /^new password of wang: (\S{16})\n$/.exec(reset.stdout)?.[1] ?? '';
    const took = await timeUntilLoggedOut(browser, server);
    console.log(`a user reset on the command line was logged out after ${took} ms`);
    await browser.callOk(server, calls.user.login, { username: 'wang', password });

    const given = await octavo(`user reset --username wang --password ${PASSWORD}`);
    expect(given).toEqual({ code: 0, stdout: 'password of wang set\n', stderr: '' });
    const unknown = await octavo('user reset --username unknown');
    expect(unknown).toMatchObject({ code: 1, stderr: '' });
    expect(unknown.stdout).not.toBe('');
  });

  it('lets administrators in again who are outside every allowed network', async () => {
    const server = await site.start();
    const admin = site.newBrowser();
    // Another address of this machine.
    const elsewhere = new Agent({ localAddress: '127.0.0.2' });
    await octavo(`user create --username harbor.admin --password ${PASSWORD} --admin`);
    const login = { username: 'harbor.admin', password: PASSWORD };
    await admin.callOk(server, calls.user.login, login);
    const networks = [{ network: '127.0.0.1', note: 'Office' }];
    await admin.callOk(server, calls.adminSecurity.save, {
      login_networks_on: 1,
      login_networks: networks,
      console_networks_on: 1,
      console_networks: networks,
      password: PASSWORD,
    });
    const consoleCode = async () =>
      (await admin.call(server, calls.adminSecurity.load, {}, elsewhere)).error_code;
    const loginCode = async () =>
      (await site.newBrowser().call(server, calls.user.login, login, elsewhere)).error_code;
    expect([await consoleCode(), await loginCode()]).toEqual([10102, 10680]);
    expect(await octavo('security clear-networks')).toEqual({
      code: 0,
      stdout: 'all networks may log in and use the console; effective within a second\n',
      stderr: '',
    });
    await expect.poll(consoleCode, { timeout: 2000 }).toBe(0);
    expect(await loginCode()).toBe(0);
    const [entry] = await site.database.query<{ facts: object }>(
      `select facts from audit_log where action = 'adminSecurity.clearNetworks'`,
    );
    expect(entry?.facts).toMatchObject({
      console_networks_on: false,
      was: { console_networks_on: true, console_networks: [{ note: 'Office' }] },
    });
    // The tests below have one administrator.
    await site.database.query(`update "user" set groupid = 2 where username = 'harbor.admin'`);
  });

  it('resets the password of a directory account only with --local-access', async () => {
    await octavo(`user create --username lina --password ${PASSWORD}`);
    await site.database.query(
      `update "user" set password_hash = null, local_access = false where username = 'lina'`,
    );
    const refused = await octavo('user reset --username lina');
    expect(refused).toMatchObject({ code: 1, stderr: '' });
    expect(refused.stdout).toContain('--local-access');
    const reset = `user reset --username lina --password ${PASSWORD} --local-access`;
    expect(await octavo(reset)).toMatchObject({ code: 0, stdout: 'password of lina set\n' });
    const entries = await site.database.query(
      `select action, facts from audit_log where subject = 'lina' order by audit_id`,
    );
    expect(entries.slice(-2)).toEqual([
      {
        action: 'adminUser.setLocalAccess',
        facts: { local_access: true, was: { local_access: false } },
      },
      { action: 'adminUser.resetPassword', facts: { replaced: ['password'] } },
    ]);
  });

  it('grants and revokes roles, but not that of the last administrator', async () => {
    const server = await site.start();
    const browser = site.newBrowser();
    await octavo(`user create --username ada --password ${PASSWORD}`);
    await browser.callOk(server, calls.user.login, { username: 'ada', password: PASSWORD });
    const code = async () => (await browser.call(server, calls.adminUser.getList, {})).error_code;
    expect(await code()).toBe(10103);
    expect(await octavo('user grant --username ada --auditor')).toEqual({
      code: 0,
      stdout: 'ada is an auditor\n',
      stderr: '',
    });
    await expect.poll(code).toBe(0);
    expect(
      (await browser.call(server, calls.adminSetting.saveConfig, { robots_open: 1 })).error_code,
    ).toBe(10103);
    expect((await octavo('user revoke --username ada --admin')).stdout).toBe(
      'ada is not an administrator\n',
    );
    expect((await octavo('user revoke --username ada --auditor')).stdout).toBe(
      'ada is an ordinary user\n',
    );
    await expect.poll(code).toBe(10103);
    expect(await octavo('user grant --username ada --admin')).toEqual({
      code: 0,
      stdout: 'ada is an administrator\n',
      stderr: '',
    });
    await expect.poll(code).toBe(0);
    expect(await octavo('user revoke --username ada --admin')).toMatchObject({ code: 0 });
    await expect.poll(code).toBe(10103);
    const last = await octavo('user revoke --username mei --admin');
    expect(last).toMatchObject({ code: 1, stderr: '' });
    expect(last.stdout).toContain('last administrator');
    expect(await octavo('user grant --username ada')).toMatchObject({
      code: 1,
      stderr: 'octavo: --username and one of --admin and --auditor are required\n',
    });
    const entries = await site.database.query(
      `select action, username, facts from audit_log where subject = 'ada' order by audit_id`,
    );
    const entry = (groupid: number, was: number) => ({
      action: 'adminUser.setRole',
      username: 'command line',
      facts: { groupid, was: { groupid: was } },
    });
    expect(entries.slice(-4)).toEqual([entry(3, 2), entry(2, 3), entry(1, 2), entry(2, 1)]);
  });

  it('removes the second factors of a user who has lost them', async () => {
    const server = await site.start();
    await octavo(`user create --username nora --password ${PASSWORD}`);
    const uid = `(select uid from "user" where username = 'nora')`;
    await site.database.query(`insert into totp (uid, secret, confirmed_time, last_step)
      values (${uid}, 'x', now(), 1)`);
    await site.database.query(`insert into recovery_code (uid, code_hash) values (${uid}, 'x')`);
    await site.database.query(`insert into passkey
      (uid, credential_id, public_key, user_handle, counter, transports, name)
      values (${uid}, 'x', 'x', 'x', 0, '{}', 'Laptop')`);
    const login = { username: 'nora', password: PASSWORD };
    const logIn = async () =>
      (await site.newBrowser().call(server, calls.user.login, login)).error_code;
    expect(await logIn()).toBe(10660);
    const removed = await octavo('user remove-second-factors --username nora');
    expect(removed).toMatchObject({ code: 0, stderr: '' });
    expect(await logIn()).toBe(0);
    const left = `select (select count(*) from totp where uid = ${uid})::int
      + (select count(*) from recovery_code where uid = ${uid})::int
      + (select count(*) from passkey where uid = ${uid})::int as rows`;
    expect(await site.database.query(left)).toEqual([{ rows: 0 }]);
    expect(
      await site.database.query(`select username from audit_log
        where action = 'adminSecurity.removeSecondFactors' and subject = 'nora'`),
    ).toEqual([{ username: 'command line' }]);
  });

  it('backs up a site and restores it into an empty one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'octavo-cli-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const made = await octavo(`backup --to ${folder}`);
    const [name = ''] = await readdir(folder);
    expect(name).toMatch(/^octavo-\d{8}T\d{6}Z\.tar$/);
    const path = join(folder, name);
    expect(made.stdout).toMatch(/: [\d,]+ rows, \d+ files?, [\d.,]+ [KM]B\n$/);
    expect(made.code).toBe(0);
    const [record] = await site.database.query('select file_name, fault_count, error from backup');
    expect(record).toEqual({ file_name: name, fault_count: 0, error: '' });
    const whole = await octavo(`restore --verify --from ${path}`);
    expect(whole).toMatchObject({ code: 0, stdout: expect.stringMatching(/^intact: version /) });
    expect(whole.stdout).toContain('SECRET_KEY matches the key of the backup\n');
    // Interrupts the backup like Ctrl-C while it waits for a locked table.
    const holder = new pg.Client({ connectionString: site.database.migrateUrl });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('begin');
    await holder.query('lock table page_body');
    const broken = startProgram(process.execPath, [OCTAVO, 'backup', '--to', folder], site.env);
    const waits = () =>
      site.database.query(`select from pg_stat_activity
        where application_name = 'octavo backup' and wait_event_type = 'Lock'
        and datname = current_database()`);
    await expect.poll(waits).toHaveLength(1);
    broken.signal('SIGINT');
    expect(await broken.exited).toMatchObject({ code: 1 });
    await holder.query('rollback');
    expect(broken.stderr()).toMatch(
      /octavo: interrupted by SIGINT; the incomplete backup was removed\n$/,
    );
    expect(await readdir(folder)).toEqual([name]);

    const database = await createTestDatabase('empty');
    onTestFinished(() => database.drop());
    const restored = await octavo(`restore --from ${path}`, {
      DATABASE_URL: database.databaseUrl,
      DATABASE_MIGRATE_URL: database.migrateUrl,
      STORAGE_DIR: join(folder, 'files'),
      SECRET_KEY: 'another key of thirty-two bytes and more',
    });
    expect(restored).toMatchObject({ code: 0, stdout: expect.stringMatching(/^restored as of /) });
    expect(restored.stdout).toContain('SECRET_KEY does NOT match the key of the backup');
    const names = 'select username from "user" order by uid';
    expect(await database.query(names)).toEqual(await site.database.query(names));
    const byCommand = `select action, result, username from audit_log
      where action like 'backup.%' and actor_kind = 'command_line' order by audit_id`;
    const entry = { action: 'backup.create', result: 'success', username: 'command line' };
    expect(await site.database.query(byCommand)).toEqual([entry, { ...entry, result: 'failure' }]);
    expect(await database.query(byCommand)).toEqual([{ ...entry, action: 'backup.restore' }]);

    await writeFile(path, (await readFile(path)).subarray(0, -2000));
    const cut = await octavo(`restore --verify --from ${path}`);
    expect(cut).toMatchObject({ code: 1, stdout: expect.stringMatching(/truncated/) });
    await writeFile(path, 'milk, bread');
    const other = await octavo(`restore --verify --from ${path}`);
    expect(other).toMatchObject({ code: 1, stdout: `${path} is not an Octavo backup\n` });
    await chmod(path, 0);
    const [program, ...rest] = [...WITHOUT_PRIVILEGE, process.execPath, OCTAVO, 'restore'];
    const locked = await runProgram(program, [...rest, '--from', path], site.env);
    expect(locked).toMatchObject({
      code: 1,
      stderr: `octavo: ${path}: permission denied\n`,
    });
    const nowhere = await octavo(`backup --to ${folder}/no/such/file.tar`);
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('ENOENT') });
    const [failed] = await site.database.query<{ error: string }>(
      'select error from backup order by backup_id desc',
    );
    expect(failed?.error).toContain('ENOENT');
  });

  it('doctor reports that everything works, or what does not', async () => {
    const well = await octavo('doctor');
    expect(well.stdout.split('\n').filter((line) => !line.startsWith('ok   '))).toEqual(['']);
    expect(well.stdout).toContain('ok   Redis responds\n');
    expect(well.code).toBe(0);

    const broken = await octavo('doctor', {
      REDIS_URL: 'redis://127.0.0.1:1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      STORAGE_DIR: '/no/such/folder',
      DATABASE_REPLICA_URLS: site.database.databaseUrl,
    });
    expect(broken.stdout).toMatch(/FAIL replica 127\.0\.0\.1:\d+: it is not a standby\n/);
    expect(broken.stdout).toContain('ok   database responds\n');
    expect(broken.stdout).toContain(
      'FAIL file storage is writable: STORAGE_DIR is /no/such/folder: ',
    );
    expect(broken.stdout).toContain('FAIL Redis responds: connect ECONNREFUSED 127.0.0.1:1\n');
    expect(broken.stdout).toMatch(/FAIL mail server responds: .*ECONNREFUSED/);
    expect(broken.code).toBe(1);
  });
});
