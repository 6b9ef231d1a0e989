import AxeBuilder from '@axe-core/playwright';
import { calls } from '@octavo/contract';
import type { Page } from '@playwright/test';
import { newUser } from './browsers.ts';
import { editorPage } from './editor-page.ts';
import { expect, test } from './fixtures.ts';
import { makeSampleItem } from './sample-item.ts';

test('one user edits at a time, and each sees one correct lock notice', async ({
  page,
  site,
  text,
  browser,
  locale,
  language,
}) => {
  const { item_id, pages, call, username } = await makeSampleItem(page, site);
  const page_id = pages.retrieve;
  const address = `/page/edit/${item_id}/${page_id}`;
  await call(calls.user.updateInfo, { name: 'Mei Lin' });
  const { username: colleague, ...kral } = await newUser(browser, site, locale, 'tomas');
  await kral.call(calls.user.updateInfo, { name: 'Tomas Kral' });
  let other = kral.page;
  const context = other.context();
  await call(calls.member.save, { item_id, username: colleague, member_group_id: 1 });

  const mei = editorPage(page, text);
  const tomas = () => editorPage(other, text);
  const button = (on: Page, name: string) => on.getByRole('button', { name, exact: true });
  const editingNotice = (name: string) => text('reader.lockedBy', { name });
  const requestNotice = (name: string) => text('editor.askedTitle', { name });
  /** Checks all banners of a screen; the lock is polled every 20 s, or at once when the tab becomes visible. */
  async function expectNotice(on: Page, ...words: string[]) {
    const banners = on.getByRole('alert').filter({ hasText: /\S/ });
    await expect(async () => {
      await on.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect(banners).toHaveCount(words.length === 0 ? 0 : 1, { timeout: 2000 });
      for (const word of words) await expect(banners).toContainText(word, { timeout: 2000 });
    }).toPass();
    for (const hidden of [username, colleague])
      await expect(banners.filter({ hasText: hidden })).toHaveCount(0);
    await expect(on.getByText(text('editor.lockedByYou'))).toHaveCount(
      words.length === 0 || words[0]?.includes(text('editor.askedTitle', { name: '' }).trim())
        ? 1
        : 0,
    );
  }

  async function captureScreen(on: Page, name: string) {
    await on.screenshot({ path: `.artifacts/lock-${name}-${language}.png` });
    expect((await new AxeBuilder({ page: on }).analyze()).violations).toEqual([]);
  }

  await test.step('1 open', async () => {
    await mei.open(item_id, page_id);
    await expectNotice(page);
  });

  await test.step('a reader with edit rights sees who is editing', async () => {
    const note = () => other.getByRole('status').filter({ hasText: editingNotice('Mei Lin') });
    await other.goto(`/${item_id}/${page_id}`);
    await expect(note()).toBeVisible();
    await captureScreen(other, 'reading');
    await page.goto(`/${item_id}/${page_id}`);
    await expect(page.getByRole('heading', { name: 'Two' })).toBeVisible();
    await expect(async () => {
      await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect(note()).toHaveCount(0, { timeout: 2000 });
    }).toPass();
    await mei.open(item_id, page_id);
  });

  await test.step('2 locked: the page can be read', async () => {
    await other.goto(address);
    await expectNotice(other, editingNotice('Mei Lin'));
    await expect(other.getByRole('heading', { name: 'Two' })).toBeVisible();
    await expect(button(other, text('editor.save'))).toHaveCount(0);
    await captureScreen(other, 'locked');
  });

  await test.step('3 request the lock', async () => {
    await button(other, text('editor.askToEdit')).click();
    await expectNotice(other, editingNotice('Mei Lin'), text('editor.askWaiting'));
    await expect(button(other, text('editor.askToEdit'))).toHaveCount(0);
    await expectNotice(page, requestNotice('Tomas Kral'));
    await captureScreen(page, 'asked');
  });

  await test.step('4 decline', async () => {
    await button(page, text('editor.askedNo')).click();
    await expectNotice(page);
    await expectNotice(other, editingNotice('Mei Lin'), text('editor.askRefused'));
  });

  await test.step('5 request again', async () => {
    await button(other, text('editor.askToEdit')).click();
    await expectNotice(other, editingNotice('Mei Lin'), text('editor.askWaiting'));
    await expectNotice(page, requestNotice('Tomas Kral'));
  });

  await test.step('6 hand over: the text is saved first', async () => {
    await mei.append(' before handing over');
    await button(page, text('editor.askedYes')).click();
    await expectNotice(page, editingNotice('Tomas Kral'), text('editor.lostText'));
    await expect(tomas().source).toContainText('before handing over');
    await expectNotice(other);
    await expect(button(page, text('editor.lock'))).toHaveCount(0);
  });

  await test.step('a save without the lock is rejected, and the text is retained', async () => {
    await mei.append(' too late');
    await mei.save();
    await expect(page.getByText(text('editor.notSaved'))).toBeVisible();
    await expectNotice(page, editingNotice('Tomas Kral'), text('editor.lostText'));
    await expect(button(page, text('editor.copyText'))).toBeVisible();
    await expect(mei.source).toContainText('too late');
    await captureScreen(page, 'refused');
  });

  await test.step('7 closing the tab releases the lock, which the other user acquires', async () => {
    await other.close({ runBeforeUnload: true });
    await expectNotice(page);
    await expect(page.getByText(text('editor.unsaved'))).toBeVisible();
    await mei.save();
    await expect(mei.saved).toBeVisible();
  });

  await test.step('8 expiry: the lock holder is offline with unsaved text', async () => {
    other = await context.newPage();
    await other.goto(address);
    await expectNotice(other, editingNotice('Mei Lin'));
    await page.context().setOffline(true);
    await mei.append('\n\nwritten offline');
    await site.query('update page_lock set expire_time = now() where page_id = $1', [page_id]);
  });

  await test.step('9 acquire: the editor opens automatically', async () => {
    await expect(tomas().source).toContainText('too late');
    await expectNotice(other);
    await page.context().setOffline(false);
    await expectNotice(page, editingNotice('Tomas Kral'), text('editor.lostText'));
  });

  await test.step('10 conflict', async () => {
    await tomas().append('\n\nwritten by Tomas');
    await tomas().save();
    await expect(tomas().saved).toBeVisible();
    await button(other, text('editor.unlock')).click();
    await expectNotice(page);
    await mei.save();
    await expectMerge(page, 'Tomas Kral');
    await captureScreen(page, 'conflict');
    await expect(other.getByText(text('editor.lockedByYou'))).toHaveCount(0);
    await expectNotice(other, editingNotice('Mei Lin'));
  });

  /** The conflict banner is the only one and uses the same display name. */
  async function expectMerge(on: Page, name: string) {
    const merge = on.getByRole('region', { name: text('editor.mergeTitle') });
    await expect(merge.getByRole('alert')).toContainText(name);
    await expect(on.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(1);
  }
  async function mergeBoth(on: Page) {
    await button(on, text('editor.useBoth')).click();
    await button(on, text('editor.saveMerged')).click();
    await expect(on.getByRole('region', { name: text('editor.mergeTitle') })).toBeHidden();
    await expect(editorPage(on, text).saved).toBeVisible();
  }

  await test.step('11 merge', async () => {
    await mergeBoth(page);
    await expectNotice(page);
    await expectNotice(other, editingNotice('Mei Lin'));
  });

  await test.step('12 both saved: saving the merge removes the notice', async () => {
    await tomas().append('\n\nonce more');
    await button(page, text('editor.unlock')).click();
    await tomas().save();
    await expectMerge(other, 'Mei Lin');
    await mergeBoth(other);
    await expect(other.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
    await button(other, text('editor.lock')).click();
    await expectNotice(other);
    await expectNotice(page, editingNotice('Tomas Kral'));
    const { page_content } = await call(calls.page.info, { page_id });
    for (const part of ['too late', 'written offline', 'written by Tomas', 'once more'])
      expect(page_content).toContain(part);
  });
  await context.close();
});
