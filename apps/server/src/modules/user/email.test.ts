import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  makeLoggedInUser,
  makeUser,
  PASSWORD,
  uniqueName,
  makeVisitor,
} from '../../../tests/helpers/factories.ts';
import { linkQuery, mailsTo, waitForMails } from '../../../tests/helpers/mails.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { userRepository } from '../account/user.repository.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

function address() {
  return `${uniqueName()}@harbor.test`;
}

describe('binding an email', () => {
  it('takes effect after the link of the verification mail was opened', async () => {
    const email = address();
    const { client, uid } = await makeLoggedInUser(site);
    await client.callOk(calls.user.updateEmail, { email, password: PASSWORD });
    expect(await client.callOk(calls.user.info, {})).toMatchObject({ email, email_verify: 0 });
    const [mail] = await waitForMails(email, 1);
    const token = linkQuery(mail!).get('token')!;
    await makeVisitor(site).callOk(calls.user.verifyEmail, { uid, token });
    expect(await client.callOk(calls.user.info, {})).toMatchObject({ email, email_verify: 1 });
    const twice = await makeVisitor(site).call(calls.user.verifyEmail, { uid, token });
    expect(twice.error_message).toContain('already used');
  });

  it('cannot be verified when it is the username of another account', async () => {
    const email = address();
    await makeUser(site, { username: email });
    const { client, uid } = await makeLoggedInUser(site);
    await client.callOk(calls.user.updateEmail, { email, password: PASSWORD });
    const [mail] = await waitForMails(email, 1);
    const token = linkQuery(mail!).get('token')!;
    const refused = await makeVisitor(site).call(calls.user.verifyEmail, { uid, token });
    expect(refused.error_code).toBe(10609);
    expect(await client.callOk(calls.user.info, {})).toMatchObject({ email_verify: 0 });
  });

  it('requires the login password', async () => {
    const { client } = await makeLoggedInUser(site);
    const input = { email: address(), password: 'not mine at all' };
    expect((await client.call(calls.user.updateEmail, input)).error_code).toBe(10208);
  });

  it('returns the same response for a taken address and notifies its owner by mail', async () => {
    const email = address();
    await makeUser(site, { email });
    const { client } = await makeLoggedInUser(site);
    await client.callOk(calls.user.updateEmail, { email, password: PASSWORD });
    const [mail] = await waitForMails(email, 1);
    expect(mail?.subject).toBe('Someone entered your email on Octavo');
    expect((await client.callOk(calls.user.info, {})).email_verify).toBe(0);
  });

  it('sends the mail again, after which only the newer link works', async () => {
    const email = address();
    const { client, uid } = await makeLoggedInUser(site);
    await client.callOk(calls.user.updateEmail, { email, password: PASSWORD });
    await waitForMails(email, 1);
    await client.callOk(calls.user.sendVerifyEmail, {});
    await waitForMails(email, 2);
    const [first, second] = (await mailsTo(email)).map((mail) => linkQuery(mail).get('token')!);
    const verify = (token: string) =>
      makeVisitor(site).call(calls.user.verifyEmail, { uid, token });
    expect((await verify(first!)).error_code).toBe(10609);
    expect((await verify(second!)).error_code).toBe(0);
  });

  it('lets only the first of two users verify the same address', async () => {
    const email = address();
    const [mei, tomas] = [await makeUser(site), await makeUser(site)];
    const users = userRepository(site.deps.db);
    await users.bindEmail(mei.uid, email);
    await users.bindEmail(tomas.uid, email.toUpperCase());
    expect(await users.verifyEmail(mei.uid, email)).toBe(true);
    expect(await users.verifyEmail(tomas.uid, email.toUpperCase())).toBe(false);
  });
});
