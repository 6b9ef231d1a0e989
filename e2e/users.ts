import { ADMIN_GROUP } from '@octavo/contract/user-group';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type BrowserContext, type Page } from '@playwright/test';
import { createCipher } from '../apps/server/src/secrets.ts';
import type { Translate } from './fixtures.ts';
import type { Site } from './site.ts';

export const PASSWORD = 'harbor lights 2026';

let serial = 0;
export function uniqueName(prefix: string): string {
  serial += 1;
  return `${prefix}${process.pid.toString(36)}${serial}`;
}

/** Decrypts the answer of a form’s captcha from its cookie. */
export async function solveCaptcha(context: BrowserContext, site: Site, form: string) {
  const cookies = await context.cookies(site.url);
  const cookie = cookies.find(({ name }) => name === `octavo-captcha-${form}`);
  const decrypted = createCipher(Buffer.from(site.secretKey), 'captcha').decrypt(
    cookie?.value ?? '',
  );
  return (JSON.parse(decrypted ?? '{}') as { answer?: string }).answer ?? '';
}

/** Registrations are limited per IP address, so every user gets a separate one. */
export function uniqueAddress(): string {
  serial += 1;
  return `10.${process.pid % 256}.${serial >> 8}.${serial % 256}`;
}

/** Registers an account by calls and logs this browser in. */
export async function registerByApi(page: Page, site: Site, username: string): Promise<void> {
  // The account gets the language of the request: that of this browser.
  const language = await page.evaluate(() => navigator.language);
  const headers = {
    origin: site.url,
    'accept-language': language,
    'x-forwarded-for': uniqueAddress(),
  };
  await page.request.get(`${site.url}/api/common/verify?form=register`, { headers });
  const v_code = await solveCaptcha(page.context(), site, 'register');
  const data = { username, password: PASSWORD, confirm_password: PASSWORD, v_code };
  const answer = await page.request.post(`${site.url}/api/user/register`, { headers, data });
  const { error_code, error_message } = (await answer.json()) as Record<string, unknown>;
  if (error_code !== 0) throw new Error(String(error_message));
}

/** Enters the password in the dialog that asks for a confirmation before a dangerous action. */
export async function confirmPassword(page: Page, text: Translate): Promise<void> {
  const dialog = page.getByRole('dialog', { name: text('passkey.confirmTitle') });
  await dialog.getByLabel(text('itemSetting.loginPassword'), { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: text('passkey.confirmSubmit') }).click();
  await expect(dialog).toBeHidden();
}

/** Makes the user of this browser an administrator, or an auditor, who logs in again and has confirmed the password. */
export async function makeAdmin(
  page: Page,
  site: Site,
  username: string,
  groupid: number = ADMIN_GROUP,
): Promise<void> {
  await site.query('update "user" set groupid = $2 where username = $1', [username, groupid]);
  // An existing session is cached with its old role for some seconds.
  const answer = await page.request.post(`${site.url}/api/user/login`, {
    headers: { origin: site.url, 'x-forwarded-for': uniqueAddress() },
    data: { username, password: PASSWORD },
  });
  const { error_code, error_message } = (await answer.json()) as Record<string, unknown>;
  if (error_code !== 0) throw new Error(String(error_message));
  await site.query(
    `update device set confirmed_time = now() + interval '1 day'
     where uid = (select uid from "user" where username = $1)`,
    [username],
  );
}

/** Creates an administrator, logs this browser in and returns the username. */
export async function registerAdmin(page: Page, site: Site): Promise<string> {
  const username = uniqueName('harbor.admin');
  await page.goto('/user/login');
  await registerByApi(page, site, username);
  await makeAdmin(page, site, username);
  return username;
}

interface ReceivedMail {
  readonly to: string[];
  readonly subject: string;
  readonly text: string;
}

/** Waits for a mail to this address and returns its link. */
export async function waitForMailLink(site: Site, address: string, subject: string) {
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    const names = (await readdir(site.mailDir)).filter((name) => name.endsWith('.json'));
    for (const name of names.toSorted().toReversed()) {
      const mail = JSON.parse(await readFile(join(site.mailDir, name), 'utf8')) as ReceivedMail;
      if (mail.to.includes(address) && mail.subject === subject)
        return /https?:\/\/\S+/.exec(mail.text)?.[0] ?? '';
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
  }
  throw new Error(`no mail "${subject}" to ${address} within 60 s`);
}
