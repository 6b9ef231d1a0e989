import type { Page } from '@playwright/test';
import { PNG_PIXEL } from './files.ts';
import { expect, test, type Translate } from './fixtures.ts';
import { openImage } from './image-page.ts';
import { tabTo, touchDrag } from './input.ts';
import type { Site } from './site.ts';

/** The editor of a page with an image, with its preview. */
async function openPreview(page: Page, site: Site, text: Translate) {
  const opened = await openImage(page, site, text, (url) => [
    '## One',
    '',
    `![](${url})`,
    '',
    'Text below.',
    '',
    `<img src="${url}?x=1" alt="raw">`,
  ]);
  const preview = page.getByRole('region', { name: text('editor.preview') });
  return {
    ...opened,
    preview,
    image: preview.locator('img').first(),
    raw: preview.locator('img').last(),
    line: opened.editor.source.locator('.cm-line').nth(2),
    widthOf: async () =>
      Math.round((await preview.locator('img').first().boundingBox())?.width ?? 0),
  };
}

test('an image is edited by mouse', async ({ page, site, text }) => {
  const opened = await openPreview(page, site, text);
  const { editor, url, image, toolbar, line, caption, alt } = opened;

  await test.step('a click selects the image and its line', async () => {
    await image.click();
    await expect(toolbar).toBeVisible();
    await expect(line).toHaveClass(/cm-activeLine/);
    await expect(toolbar.getByText(text('editor.imageDescribe'))).toBeVisible();
    await opened.expectAccessible();
  });

  await test.step('its width is a percentage or a number of pixels', async () => {
    await opened.percent(50).check();
    await expect(line).toHaveText(`![](${url}){width=50%}`);
    await expect(opened.preview.locator('img[width="50%"]')).toBeVisible();
    await opened.pixels.fill('300');
    await opened.pixels.press('Enter');
    await expect(line).toHaveText(`![](${url}){width=300}`);
    await expect.poll(opened.widthOf).toBe(300);
    await opened.pixels.fill('9000');
    await expect(opened.pixels).toHaveAttribute('aria-invalid', 'true');
    await opened.pixels.press('Enter');
    await expect(line).toHaveText(`![](${url}){width=300}`);
  });

  await test.step('a handle keeps the proportions and is one step of undo', async () => {
    const handle = await opened.rightHandle.boundingBox();
    if (!handle) throw new Error('no handle');
    const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 30, y, { steps: 3 });
    await page.mouse.move(x + 100, y, { steps: 3 });
    await expect(line).toHaveText(`![](${url}){width=300}`);
    await page.mouse.up();
    await expect(line).toHaveText(`![](${url}){width=400}`);
    await expect
      .poll(async () => {
        const box = await image.boundingBox();
        return [Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)];
      })
      .toEqual([400, 200]);
  });

  await test.step('caption and alternative text are one step of undo each', async () => {
    await caption.click();
    await page.keyboard.type('How "it" moves', { delay: 20 });
    await alt.click();
    await page.keyboard.type('States');
    await expect(line).toHaveText(`![States](${url} "How \\"it\\" moves"){width=400}`);
    await expect(opened.preview.locator('figcaption')).toHaveText('How "it" moves');
    await expect(toolbar.getByText(text('editor.imageDescribe'))).toHaveCount(0);
    const undo = page.getByRole('button', { name: text('editor.undo') });
    await undo.click();
    await expect(line).toHaveText(`![](${url} "How \\"it\\" moves"){width=400}`);
    await undo.click();
    await expect(line).toHaveText(`![](${url}){width=400}`);
    await undo.click();
    await expect(line).toHaveText(`![](${url}){width=300}`);
  });

  await test.step('its file is downloaded, replaced and removed', async () => {
    await image.click();
    const downloading = page.waitForEvent('download');
    await toolbar.getByRole('link', { name: text('editor.imageDownload') }).click();
    expect((await downloading).suggestedFilename()).toBe('states.png');
    const choosing = page.waitForEvent('filechooser');
    await toolbar.getByRole('button', { name: text('editor.replace') }).click();
    const file = { name: 'other.png', mimeType: 'image/png', buffer: PNG_PIXEL };
    await (await choosing).setFiles(file);
    await expect(line).toHaveText(/^!\[\]\(\/file\/[0-9a-f]{32}\/other\.png\)\{width=300\}$/);
    await toolbar.getByRole('button', { name: text('editor.imageRemove') }).click();
    await expect(line).toHaveText('');
    await expect(toolbar).toBeHidden();
    await expect(editor.source).toContainText('Text below.');
  });

  await test.step('an image that is written as HTML can only be downloaded', async () => {
    await expect(opened.preview.locator('img')).toHaveCount(1);
    await opened.raw.click();
    await expect(toolbar.getByText(text('editor.imageSourceOnly'))).toBeVisible();
    await expect(toolbar.getByRole('link')).toBeVisible();
    await expect(toolbar.getByRole('button')).toHaveCount(0);
    await editor.source.getByText('Text below.').click();
    await expect(toolbar).toBeHidden();
  });
});

test('the caption of an image is below its middle', async ({ page, site, text }) => {
  const opened = await openPreview(page, site, text);
  const { image, line, url } = opened;
  const words = opened.preview.locator('figcaption');
  await image.click();
  await opened.caption.fill('Below');
  await expect(words).toHaveText('Below');
  for (const percent of [undefined, 25, 50, 75, 100]) {
    if (percent) await opened.percent(percent).check();
    if (percent) await expect(opened.preview.locator(`img[width="${percent}%"]`)).toBeVisible();
    const middleOf = () =>
      words.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { left, width } = range.getBoundingClientRect();
        return left + width / 2;
      });
    await expect
      .poll(async () => {
        const box = await image.boundingBox();
        return Math.abs((await middleOf()) - ((box?.x ?? 0) + (box?.width ?? 0) / 2));
      })
      .toBeLessThan(2);
  }
  await opened.caption.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await expect(line).toHaveText(`![](${url}){width=100%}`);
});

test('an image is edited by keyboard', async ({ page, site, text }) => {
  const opened = await openPreview(page, site, text);
  const { url, image, toolbar, line } = opened;
  const press = (key: string) => page.keyboard.press(key);
  await tabTo(page, opened.editor.source);
  await tabTo(page, image);
  await press('Enter');
  await expect(opened.percent(25)).toBeFocused();
  await press('Space');
  await expect(line).toHaveText(`![](${url}){width=25%}`);
  await press('ArrowRight');
  await expect(line).toHaveText(`![](${url}){width=50%}`);
  await press('Tab');
  await expect(opened.pixels).toBeFocused();
  await page.keyboard.type('200');
  await press('Enter');
  await expect(line).toHaveText(`![](${url}){width=200}`);
  await tabTo(page, opened.caption);
  await page.keyboard.type('流程');
  await press('Tab');
  await page.keyboard.type('States');
  await expect(line).toHaveText(`![States](${url} "流程"){width=200}`);
  await press('Escape');
  await expect(toolbar).toBeHidden();
  await expect(image).toBeFocused();

  await press('Enter');
  await expect(toolbar).toBeVisible();
  await expect.poll(opened.widthOf).toBe(200);
  await tabTo(page, opened.rightHandle, 'Shift+Tab');
  await press('ArrowRight');
  await expect(line).toHaveText(/\{width=210\}$/);
  await expect.poll(opened.widthOf).toBe(210);
  await tabTo(page, opened.leftHandle, 'Shift+Tab');
  await press('ArrowRight');
  await expect(line).toHaveText(/\{width=200\}$/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the image toolbar is a sheet', async ({ page, site, text }) => {
    const opened = await openPreview(page, site, text);
    const { url, image, toolbar, line } = opened;
    await opened.chooseView('read');
    await image.tap();
    await expect(toolbar).toBeVisible();
    const sheet = await toolbar.boundingBox();
    expect(sheet && [sheet.x, sheet.width, Math.round(sheet.y + sheet.height)]).toEqual([
      0, 390, 844,
    ]);
    await opened.expectTouchTargets();
    await opened.expectAccessible();
    await opened.percentLabel(25).tap();
    await expect(opened.preview.locator('img[width="25%"]')).toBeVisible();
    const handle = await opened.rightHandle.boundingBox();
    await touchDrag(page, opened.rightHandle, {
      x: (handle?.x ?? 0) + (handle?.width ?? 0) / 2 + 50,
      y: handle?.y ?? 0,
    });
    await expect(opened.preview.locator('img[width$="%"]')).toHaveCount(0);
    await expect(opened.percent(25)).not.toBeChecked();
    await opened.percentLabel(75).tap();
    await expect(opened.preview.locator('img[width="75%"]')).toBeVisible();
    await opened.caption.tap();
    await opened.caption.fill('States');
    await expect(opened.preview.locator('figcaption')).toHaveText('States');
    await opened.preview.getByText('Text below.').tap();
    await expect(toolbar).toBeHidden();
    await opened.chooseView('write');
    await expect(line).toHaveText(`![](${url} "States"){width=75%}`);
  });
});
