import { calls } from '@octavo/contract';
import type { Page } from '@playwright/test';
import { editorPage, openEditor } from './editor-page.ts';
import { expect, test } from './fixtures.ts';
import { makeSampleItem } from './sample-item.ts';
import { PASSWORD, registerByApi, uniqueName } from './users.ts';

test('a draft survives its tab, is offered with a diff, and is retained when discarded', async ({
  page,
  site,
  text,
  context,
}) => {
  const { item_id, pages } = await makeSampleItem(page, site);
  const first = await context.newPage();
  const writer = editorPage(first, text);
  await writer.open(item_id, pages.retrieve);
  await writer.append(' never saved');
  await expect(writer.draftSaved).toBeVisible();
  await first.close({ runBeforeUnload: false });

  const editor = editorPage(page, text);
  await editor.open(item_id, pages.retrieve);
  const draftDialog = page.getByRole('dialog', { name: text('editor.draftTitle') });
  await expect(draftDialog.getByText('never saved').first()).toBeVisible();
  const dialogBox = await draftDialog.boundingBox();
  const texts = await draftDialog.getByLabel(text('editor.draftYours')).boundingBox();
  expect((texts?.x ?? 0) - (dialogBox?.x ?? 0)).toBeGreaterThanOrEqual(24);
  await draftDialog.getByRole('button', { name: text('editor.draftRestore') }).click();
  await expect(draftDialog).toBeHidden();
  await expect(editor.source).toContainText('never saved');
  await expect(editor.draftSaved).toBeVisible();

  await test.step('a discarded draft is listed under my drafts', async () => {
    page.on('dialog', (asked) => void asked.accept());
    await page.reload();
    await draftDialog.getByRole('button', { name: text('editor.draftDiscard') }).click();
    await expect(draftDialog).toBeHidden();
    await expect(editor.source).not.toContainText('never saved');
    await expect(editor.source).toBeFocused();
    await page.goto('/user/drafts');
    await expect(page.getByText(text('drafts.discarded', { days: 7 }))).toBeVisible();
    await page
      .getByRole('link', { name: text('drafts.openNamed', { name: 'Retrieve an order' }) })
      .click();
    await expect(editor.source).toContainText('never saved');
    await editor.save();
    await expect(editor.saved).toBeVisible();
    await expect(editor.draftSaved).toBeHidden();
    await page.goto('/user/drafts');
    await expect(page.getByText(text('drafts.emptyTitle'))).toBeVisible();
  });
});

test('logging out lists the unsaved drafts on this device', async ({ page, site, text }) => {
  const { editor } = await openEditor(page, site, text);
  await editor.append(' never saved');
  await expect(editor.draftSaved).toBeVisible();
  page.on('dialog', (asked) => void asked.accept());
  await page.goto('/item/index');
  await page
    .getByRole('button', { name: text('shell.logOut'), exact: true })
    .first()
    .click();
  const draftDialog = page.getByRole('dialog', { name: text('drafts.logoutTitle') });
  await expect(draftDialog.getByText('Retrieve an order')).toBeVisible();
  await draftDialog.getByRole('button', { name: text('drafts.logoutKeep') }).click();
  await page.waitForURL((url) => url.pathname === '/');
});

test('full storage on the device: the newer text of the server is offered and cannot be discarded', async ({
  page,
  site,
  text,
}) => {
  const { item_id, page_id, editor } = await openEditor(page, site, text);
  page.on('dialog', (asked) => void asked.accept());
  const fillStorage = () =>
    page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
  await editor.append(' first');
  await expect(editor.draftOnServer).toBeVisible();
  await fillStorage();
  await editor.append(' second');
  await expect
    .poll(async () => {
      const rows = await site.query<{ page_content: string }>(
        'select page_content from page_draft where page_id = $1',
        [page_id],
      );
      return rows.map(({ page_content }) => page_content.includes('first second'));
    })
    .toEqual([true]);
  await page.goto('/item/index');

  await page.goto(`/page/edit/${item_id}/${page_id}`);
  const offer = page.getByRole('dialog', { name: text('editor.draftTitle') });
  await expect(offer.getByText('first second').first()).toBeVisible();
  await fillStorage();
  await offer.getByRole('button', { name: text('editor.draftDiscard') }).click();
  await expect(page.getByText(text('editor.draftNotDiscarded'))).toBeVisible();
  await page.reload();
  await offer.getByRole('button', { name: text('editor.draftRestore') }).click();
  await expect(editor.source).toContainText('first second');
});

test('without the server or the session the draft stays on the device and is sent later', async ({
  page,
  site,
  text,
  context,
}) => {
  const { call, username, editor } = await openEditor(page, site, text);

  await test.step('offline', async () => {
    await context.setOffline(true);
    await editor.append(' offline');
    await expect(editor.draftOnDevice).toHaveCSS('color', await warningColor(page));
    await context.setOffline(false);
    await expect(editor.draftOnServer).toBeVisible();
  });

  await test.step('an expired session opens no dialog; the draft follows after the login', async () => {
    await context.clearCookies();
    await editor.append(' and without a session');
    await expect(editor.draftOnDevice).toHaveCSS('color', await warningColor(page));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await call(calls.user.login, { username, password: PASSWORD });
    // The next attempt is up to 30 s later; being online again is one too.
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(editor.draftOnServer).toBeVisible();
  });

  await test.step('another user of the same browser neither gets nor sees it', async () => {
    const before = await site.query(
      'select uid, revision from page_draft where closed_time is null',
    );
    await context.clearCookies();
    const next = uniqueName('tomas');
    const other = await context.newPage();
    await other.goto('/');
    await registerByApi(other, site, next);
    await page.bringToFront();
    await editor.append(' after the change of users');
    await expect(editor.draftOnDevice).toBeVisible();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(editor.draftOnDevice).toBeVisible();
    await other.goto('/user/drafts');
    await expect(other.getByText(text('drafts.emptyTitle'))).toBeVisible();
    expect(
      await site.query('select uid, revision from page_draft where closed_time is null'),
    ).toEqual(before);
  });
});

const warningColor = (page: Page) =>
  page.evaluate(() => {
    const probe = document.createElement('span');
    probe.style.color = 'var(--warn)';
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
