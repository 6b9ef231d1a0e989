import AxeBuilder from '@axe-core/playwright';
import { calls } from '@octavo/contract';
import type { Page } from '@playwright/test';
import { editorPage } from './editor-page.ts';
import { PNG_PIXEL } from './files.ts';
import { expect, test, type Translate } from './fixtures.ts';
import { makeSampleItem } from './sample-item.ts';
import type { Site } from './site.ts';

const IMAGE = /!\[\]\(\/file\/[0-9a-f]{32}\/shot\.png\)/;

/** The editor of a page with the placeholder of an image that could not be uploaded without a connection. */
async function openFailed(page: Page, site: Site, text: Translate) {
  const { item_id, pages, call } = await makeSampleItem(page, site);
  const page_id = pages.retrieve;
  await call(calls.page.save, { page_id, item_id, page_title: 'One', page_content: 'Before ' });
  const editor = editorPage(page, text);
  await editor.open(item_id, page_id);
  await editor.source.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.context().setOffline(true);
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: text('attachment.insertImage') }).click();
  const file = { name: 'shot.png', mimeType: 'image/png', buffer: PNG_PIXEL };
  await (await choosing).setFiles(file);
  const reason = text('attachment.noConnection');
  const failed = editor.source.getByRole('group', {
    name: text('attachment.notUploaded', { name: 'shot.png', reason }),
  });
  await expect(failed).toBeVisible();
  return {
    editor,
    failed,
    retry: failed.getByRole('button', { name: text('shell.retry') }),
    remove: failed.getByRole('button', { name: text('attachment.removeFailed') }),
    connect: () => page.context().setOffline(false),
    chooseView: (view: 'write' | 'live') =>
      page.getByRole('radio', { name: text(`editor.${view}`), exact: true }).check({ force: true }),
    contentOf: async () => (await call(calls.page.info, { page_id })).page_content,
    async expectAccessible() {
      // A tooltip is outside of all landmarks.
      await page.mouse.move(0, 0);
      await expect(page.getByRole('tooltip')).toHaveCount(0);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations).toEqual([]);
    },
  };
}

test('a failed upload stays in the text until it is retried or removed', async ({
  page,
  site,
  text,
}) => {
  const opened = await openFailed(page, site, text);
  const { editor, failed, retry, remove, contentOf } = opened;

  await test.step('its placeholder has the reason, also in the preview', async () => {
    await expect(retry).toBeVisible();
    await expect(remove).toBeVisible();
    const preview = page.getByRole('region', { name: text('editor.preview') });
    await expect(preview.locator('img[alt*="shot.png"]')).toBeAttached();
    await opened.expectAccessible();
  });

  await test.step('a retry without a connection fails again', async () => {
    await retry.click();
    await expect(failed).toBeVisible();
  });

  await test.step('a removed placeholder is restored by undo', async () => {
    await remove.click();
    await expect(failed).toBeHidden();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(failed).toBeVisible();
  });

  await test.step('the page is saved without it, and the file stays unsaved', async () => {
    await opened.connect();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type(' after');
    await editor.save();
    await expect(page.getByRole('alert')).toContainText(
      text('attachment.savedWithout', { count: 1 }),
    );
    await expect.poll(contentOf).toBe('Before  after');
    await expect(page.getByText(text('editor.unsaved'))).toBeVisible();
    const alert = page.getByRole('alert');
    await alert.getByRole('button', { name: text('shell.dismiss') }).click();
    await expect(alert).toBeEmpty();
    await editor.saveOptions.click();
    await editor.savePopover.getByRole('button', { name: text('editor.saveAndLeave') }).click();
    await expect(alert).toContainText(text('attachment.savedWithout', { count: 1 }));
    await expect(editor.savePopover).toBeHidden();
    await expect(failed).toBeVisible();
  });

  await test.step('it is retried in Live by keyboard', async () => {
    await opened.chooseView('live');
    await expect(failed).toBeVisible();
    await opened.expectAccessible();
    await editor.source.focus();
    await page.keyboard.press('Tab');
    await expect(retry).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(failed).toBeHidden();
    await expect(editor.source).toBeFocused();
    await editor.save();
    await expect.poll(contentOf).toMatch(IMAGE);
    await expect(editor.saved).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the buttons of a failed upload are large enough', async ({ page, site, text }) => {
    const opened = await openFailed(page, site, text);
    for (const button of [opened.retry, opened.remove]) {
      const box = await button.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect(box?.width).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    }
    await opened.expectAccessible();
    await opened.connect();
    await opened.retry.tap();
    await expect(opened.editor.source).toContainText(IMAGE);
  });
});
