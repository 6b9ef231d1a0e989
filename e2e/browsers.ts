import { calls } from '@octavo/contract';
import type { Browser, Page } from '@playwright/test';
import { createCaller } from './sample-item.ts';
import type { Site } from './site.ts';
import { PASSWORD, registerByApi, uniqueName } from './users.ts';

async function openContext(browser: Browser, site: Site, locale: string | undefined) {
  const context = await browser.newContext({ baseURL: site.url, locale: locale ?? 'en-GB' });
  return context.newPage();
}

/** Another device of the same user. */
export async function openDevice(
  browser: Browser,
  site: Site,
  locale: string | undefined,
  username: string,
): Promise<Page> {
  const device = await openContext(browser, site, locale);
  await createCaller(device.request, site)(calls.user.login, { username, password: PASSWORD });
  return device;
}

/** The browser of another user, who is registered by calls. */
export async function newUser(
  browser: Browser,
  site: Site,
  locale: string | undefined,
  prefix: string,
) {
  const page = await openContext(browser, site, locale);
  await page.goto('/user/login');
  const username = uniqueName(prefix);
  await registerByApi(page, site, username);
  return { page, username, call: createCaller(page.request, site) };
}
