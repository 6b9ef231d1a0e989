import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  logIn,
  makeLoggedInUser,
  makeUser,
  PASSWORD,
  solveCaptcha,
  uniqueName,
  makeVisitor,
} from '../../../tests/helpers/factories.ts';
import { linkQuery, waitForMails } from '../../../tests/helpers/mails.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const NEW_PASSWORD = 'a wholly new password';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

describe('user/resetPassword', () => {
  it('changes the password and logs out all other devices', async () => {
    const { client, uid, username } = await makeLoggedInUser(site);
    const other = await logIn(site, uid);
    await client.callOk(calls.user.resetPassword, {
      password: PASSWORD,
      new_password: NEW_PASSWORD,
    });
    expect((await client.call(calls.user.info, {})).error_code).toBe(0);
    expect((await other.call(calls.user.info, {})).error_code).toBe(10102);
    const login = { username, password: NEW_PASSWORD };
    expect((await makeVisitor(site).call(calls.user.login, login)).error_code).toBe(0);
  });

  it('rejects a wrong old password and an invalid new one', async () => {
    const { client } = await makeLoggedInUser(site);
    const wrong = { password: 'not mine at all', new_password: NEW_PASSWORD };
    expect((await client.call(calls.user.resetPassword, wrong)).error_code).toBe(10208);
    const short = { password: PASSWORD, new_password: 'short' };
    expect((await client.call(calls.user.resetPassword, short)).error_code).toBe(10611);
  });

  it('rejects visitors', async () => {
    const input = { password: PASSWORD, new_password: NEW_PASSWORD };
    expect((await makeVisitor(site).call(calls.user.resetPassword, input)).error_code).toBe(10102);
  });
});

describe('a reset by mail', () => {
  async function askFor(email: string) {
    const client = makeVisitor(site);
    const v_code = await solveCaptcha(site, client, 'reset');
    return client.call(calls.user.resetPasswordEmail, { email, v_code });
  }

  it('is in the audit log with the account and the client, unless the address has no account', async () => {
    const email = `${uniqueName()}@harbor.test`;
    const { username } = await makeUser(site, { email });
    await askFor(`${uniqueName()}@harbor.test`);
    await askFor(email);
    await waitForMails(email, 1);
    const asked = await site.database.query(
      `select subject, actor_kind, username, address <> '' as has_address, request_id is not null as has_request
       from audit_log where action = 'user.resetPasswordEmail' and facts ->> 'email' = $1`,
      [email],
    );
    expect(asked).toEqual([
      {
        subject: username,
        actor_kind: 'anonymous',
        username: '',
        has_address: true,
        has_request: true,
      },
    ]);
    const all = await site.database.query(
      `select subject from audit_log where action = 'user.resetPasswordEmail' and subject = ''`,
    );
    expect(all).toEqual([]);
  });

  it('sets a new password with the mailed link, logs in on this device and logs out all others', async () => {
    const email = `${uniqueName()}@harbor.test`;
    const { uid } = await makeUser(site, { email, name: '林美' });
    const elsewhere = await logIn(site, uid);
    expect((await askFor(email)).data).toEqual({});
    const [mail] = await waitForMails(email, 1);
    expect(mail?.subject).toBe('Reset your Octavo password');
    expect(mail?.text).toContain('Hello 林美');
    const query = linkQuery(mail!);
    const client = makeVisitor(site);
    const done = await client.callOk(calls.user.resetPasswordByUrl, {
      new_password: NEW_PASSWORD,
      uid: query.get('uid')!,
      email: query.get('email')!,
      token: query.get('token')!,
    });
    expect(done.uid).toBe(uid);
    expect((await client.call(calls.user.info, {})).error_code).toBe(0);
    expect((await elsewhere.call(calls.user.info, {})).error_code).toBe(10102);
  });

  it('returns the same response for an unknown address', async () => {
    expect((await askFor('unknown@harbor.test')).data).toEqual({});
  });
});
