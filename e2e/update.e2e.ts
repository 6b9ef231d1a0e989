import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  newReleaseKey,
  startReleaseFeed,
  packTestRelease,
} from '../apps/server/tests/helpers/release-feed.ts';
import { VERSION } from '../apps/server/src/version.ts';
import { expect, test } from './fixtures.ts';
import { registerAdmin } from './users.ts';
import { openSite } from './site.ts';

test('an administrator updates the site; a damaged release is rejected', async ({
  browser,
  language,
  text,
}) => {
  // The test starts a program twice, and once switches to another release.
  test.setTimeout(600_000);
  const home = await mkdtemp(join(tmpdir(), 'octavo-home-'));
  await mkdir(join(home, 'releases'));
  await symlink(resolve(), join(home, 'releases', VERSION));
  await symlink(`releases/${VERSION}`, join(home, 'current'));
  await symlink(resolve('node_modules'), join(home, 'node_modules'));
  const { publicKey, privateKey } = newReleaseKey();
  const feed = await startReleaseFeed();
  const version = '99.2.0';
  const files = packTestRelease(version, {});
  feed.publish(version, privateKey, files, { sha256: '0'.repeat(64) });
  const site = await openSite(
    'localhost',
    {
      DEFAULT_LANGUAGE: language,
      OCTAVO_HOME: home,
      UPDATE_FEED_URL: feed.url,
      UPDATE_PUBLIC_KEY: publicKey,
    },
    'scripts/launch.ts',
  );
  const context = await browser.newContext({
    baseURL: site.url,
    locale: language === 'en' ? 'en-GB' : 'zh-CN',
  });
  const page = await context.newPage();
  await registerAdmin(page, site);
  await page.goto('/admin/index');
  const tab = page.getByRole('link', { name: text('adminUpdate.title') });
  // Only the Chinese installation checks for updates automatically.
  if (language === 'zh-cn') await expect(tab).toContainText(text('adminUpdate.new'));
  await tab.click();
  if (language === 'en') {
    await expect(page.getByText(text('adminUpdate.neverChecked'))).toBeVisible();
    await page.getByRole('button', { name: text('adminUpdate.check') }).click();
  }
  await expect(page.getByText(text('adminUpdate.running', { version: VERSION }))).toBeVisible();
  const download = page.getByRole('button', { name: text('adminUpdate.download') });
  await download.click();
  await expect(page.getByText(text('adminUpdate.hash'))).toBeVisible();

  feed.publish(version, privateKey, files);
  await download.click();
  await expect(page.getByText(text('adminUpdate.fetchedText'))).toBeVisible();
  // Applied in one language only, because the program takes long to start.
  if (language === 'zh-cn') {
    await page.getByRole('button', { name: text('adminUpdate.applyAction') }).click();
    await expect(page.getByText(text('adminUpdate.applied', { version }))).toBeVisible({
      timeout: 300_000,
    });
    await expect(page.getByText(text('adminUpdate.newest'))).toBeVisible();
  }
  await context.close();
  await site.close();
  feed.close();
  await rm(home, { recursive: true, force: true });
});
