import { calls } from '@octavo/contract';
import type { Page } from '@playwright/test';
import { newUser, openDevice } from './browsers.ts';
import { expect, test, type Translate } from './fixtures.ts';
import { livePage, openLive } from './live-page.ts';
import type { Site } from './site.ts';
import { PASSWORD } from './users.ts';

const TEXT = '## One\n\nText with **stock**.\n\n|A|B|\n|--|--|\n|1|2|\n\nLast line.';

/** Opens a page, chooses Live and writes behind its last line. */
async function writeInLive(page: Page, site: Site, text: Translate, words: string) {
  const opened = await openLive(page, site, text, TEXT);
  await opened.live.choose('live');
  await expect(opened.live.table).toBeVisible();
  await opened.live.append(words);
  return opened;
}

/** The text is shown by Live: its table is drawn, and the marks beside the cursor's block are hidden. */
async function expectLive(live: ReturnType<typeof livePage>, words: string) {
  await expect(live.mode('live')).toBeChecked();
  await expect(live.table.getByRole('columnheader', { name: 'A' })).toBeVisible();
  await expect(live.line('Text with')).toHaveText('Text with stock.');
  await expect(live.source).toContainText(words);
}

test('a stale save opens the merge screen, and Live shows the merged text', async ({
  page,
  site,
  text,
}) => {
  const { live, call, page_id, contentOf } = await writeInLive(page, site, text, ' mine');
  await call(calls.page.save, {
    page_id,
    page_content: TEXT.replace('## One', '## Theirs').replace('Last line.', 'Last line. theirs'),
  });
  await live.save();
  const merge = page.getByRole('region', { name: text('editor.mergeTitle') });
  await expect(merge.getByRole('textbox', { name: text('editor.merged') })).toHaveValue(
    /^## Theirs/,
  );
  await live.expectAccessible();
  await merge.getByRole('button', { name: text('editor.useBoth') }).click();
  await merge.getByRole('button', { name: text('editor.saveMerged') }).click();
  await expect(merge).toBeHidden();
  await expect(live.saved).toBeVisible();
  const merged = await contentOf();
  expect(merged).toMatch(/^## Theirs\n/);
  expect(merged).toContain('Last line. theirs\nLast line. mine');
  await expectLive(live, 'Last line. mine');
  await expect(live.source.getByRole('heading', { name: 'Theirs', level: 2 })).toBeVisible();
});

test('a page that another user edits can only be read, and a lost lock keeps the text in Live', async ({
  page,
  site,
  text,
  browser,
  locale,
}) => {
  const { live, call, item_id, page_id, contentOf } = await writeInLive(page, site, text, ' mine');
  const { page: other, ...tomas } = await newUser(browser, site, locale, 'tomas');
  await call(calls.member.save, { item_id, username: tomas.username, member_group_id: 1 });
  const there = livePage(other, text);
  const renewLock = (on: Page) =>
    on.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

  await test.step('locked: the page can only be read', async () => {
    await other.goto(`/page/edit/${item_id}/${page_id}`);
    await expect(other.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
    await expect(other.getByRole('cell', { name: '1' })).toBeVisible();
    await expect(there.source).toHaveCount(0);
  });

  await test.step('the holder loses the lock: the text stays in Live and can be copied', async () => {
    await page.context().setOffline(true);
    await live.append(' offline');
    await site.query('update page_lock set expire_time = now() where page_id = $1', [page_id]);
    await expect(async () => {
      await renewLock(other);
      await expect(there.source).toBeVisible({ timeout: 2000 });
    }).toPass();
    await page.context().setOffline(false);
    await expect(async () => {
      await renewLock(page);
      await expect(page.getByText(text('editor.lostText'))).toBeVisible({ timeout: 2000 });
    }).toPass();
    await live.save();
    await expect(page.getByRole('button', { name: text('editor.copyText') })).toBeVisible();
    await expectLive(live, 'Last line. mine offline');
    expect(await contentOf()).toBe(TEXT);
  });

  await test.step('the lock returns with the other tab closed, and the text is saved', async () => {
    await there.choose('live');
    await expectLive(there, 'Last line.');
    await other.close({ runBeforeUnload: true });
    await expect(async () => {
      await renewLock(page);
      await expect(page.getByText(text('editor.lockedByYou'))).toBeVisible({ timeout: 2000 });
    }).toPass();
    await live.save();
    await expect(live.saved).toBeVisible();
    expect(await contentOf()).toBe(`${TEXT} mine offline`);
    await other.context().close();
  });
});

test('drafts of this device and of the server are restored into Live', async ({
  page,
  site,
  text,
  context,
  browser,
  locale,
}) => {
  const { live, item_id, page_id, username } = await writeInLive(page, site, text, ' first');
  await expect(live.draftOnServer).toBeVisible();
  const restore = async (on: Page, words: string) => {
    const offer = on.getByRole('dialog', { name: text('editor.draftTitle') });
    await expect(offer.getByText(words).first()).toBeVisible();
    await offer.getByRole('button', { name: text('editor.draftRestore') }).click();
    await expect(offer).toBeHidden();
  };

  await test.step('of the server, on another device', async () => {
    const device = await openDevice(browser, site, locale, username);
    const there = livePage(device, text);
    await device.goto(`/page/edit/${item_id}/${page_id}`);
    await restore(device, 'Last line. first');
    await there.choose('live');
    await expectLive(there, 'Last line. first');
    await device.context().close();
  });

  await test.step('of this device: the newer words never reached the server', async () => {
    await context.setOffline(true);
    await live.append(' and offline');
    await expect(live.draftOnDevice).toBeVisible();
    await page.close({ runBeforeUnload: false });
    await context.setOffline(false);
    const again = await context.newPage();
    const restored = livePage(again, text);
    await again.goto(`/page/edit/${item_id}/${page_id}`);
    await restore(again, 'Last line. first and offline');
    await expectLive(restored, 'Last line. first and offline');
    await restored.save();
    await expect(restored.saved).toBeVisible();
  });
});

test('an expired session is renewed in place, and Live keeps text and cursor', async ({
  page,
  site,
  text,
  context,
}) => {
  const { live, contentOf } = await writeInLive(page, site, text, ' before');
  await context.clearCookies();
  await live.save();
  const dialog = page.getByRole('dialog', { name: text('editor.loginTitle') });
  await dialog.getByLabel(text('user.password'), { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: text('editor.loginSubmit') }).click();
  await expect(dialog).toBeHidden();
  await expect(live.saved).toBeVisible();
  expect(await contentOf()).toBe(`${TEXT} before`);
  await expectLive(live, 'Last line. before');
  await expect(live.source).toBeFocused();
  await page.keyboard.type(' and after');
  await expect(live.line('Last line.')).toHaveText('Last line. before and after');
});

test('Back asks before it leaves text that was written in Live', async ({ page, site, text }) => {
  const { live, item_id, page_id, contentOf } = await writeInLive(page, site, text, ' unsaved');
  const goBack = () => page.evaluate(() => history.back());

  await test.step('to another document: the browser asks', async () => {
    const asked = page.waitForEvent('dialog');
    await goBack();
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await expectLive(live, 'Last line. unsaved');
  });

  await test.step('to another screen: staying keeps the text, saving leaves', async () => {
    await expect(live.draftOnServer).toBeVisible();
    page.once('dialog', (asked) => void asked.accept());
    await page.goto('/user/drafts');
    await page
      .getByRole('link', { name: text('drafts.openNamed', { name: 'Retrieve an order' }) })
      .click();
    await expectLive(live, 'Last line. unsaved');
    const dialog = page.getByRole('dialog', { name: text('editor.leaveTitle') });
    await goBack();
    await dialog.getByRole('button', { name: text('editor.stay') }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`/page/edit/${item_id}/${page_id}`));
    await expectLive(live, 'Last line. unsaved');
    await goBack();
    await dialog.getByRole('button', { name: text('editor.saveAndLeave') }).click();
    await page.waitForURL('**/user/drafts');
    expect(await contentOf()).toBe(`${TEXT} unsaved`);
  });
});

test('Live is edited while a slow save runs', async ({ page, site, text }) => {
  const { live, contentOf } = await writeInLive(page, site, text, ' first');
  const answer = Promise.withResolvers<void>();
  await page.route(`**${calls.page.save.path}`, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await live.save();
  await expect(page.getByText(text('editor.saving'), { exact: true })).toBeVisible();
  await page.keyboard.type(' second');
  await live.source.getByRole('heading', { name: 'One' }).click();
  await expect(live.line('One')).toHaveText('## One');
  await expectLive(live, 'Last line. first second');
  await live.save();
  expect(await contentOf()).toBe(TEXT);
  answer.resolve();
  // The save that was asked for during the first one follows it.
  await expect.poll(contentOf).toBe(`${TEXT} first second`);
  await expect(live.saved).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
});
