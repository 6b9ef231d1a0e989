import AxeBuilder from '@axe-core/playwright';
import { calls } from '@octavo/contract';
import type { Page } from '@playwright/test';
import { editorPage } from './editor-page.ts';
import { PNG_PIXEL } from './files.ts';
import { expect, test, type Translate } from './fixtures.ts';
import { makeSampleItem } from './sample-item.ts';
import type { Site } from './site.ts';

const PICTURE_SIZE = { width: 800, height: 400 };

/** A PNG of 800 × 400 pixels, drawn by the browser. */
async function drawPicture(page: Page): Promise<string> {
  return page.evaluate(({ width, height }) => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d');
    if (context) context.fillStyle = '#3355e0';
    context?.fillRect(0, 0, width, height);
    return canvas.toDataURL();
  }, PICTURE_SIZE);
}

/** The editor of a page with an image, and the toolbar of the image. */
async function openImage(page: Page, site: Site, text: Translate) {
  const { item_id, pages, call } = await makeSampleItem(page, site);
  const drawn = await drawPicture(page);
  const answer = await page.request.post(site.url + calls.page.uploadImg.path, {
    headers: { origin: site.url },
    multipart: {
      page_id: String(pages.retrieve),
      item_id: String(item_id),
      'editormd-image-file': {
        name: 'states.png',
        mimeType: 'image/png',
        buffer: Buffer.from(drawn.split(',')[1] ?? '', 'base64'),
      },
    },
  });
  const { data: file } = (await answer.json()) as { data: { url: string } };
  const { url } = file;
  const lines = [
    '## One',
    '',
    `![](${url})`,
    '',
    'Text below.',
    '',
    `<img src="${url}?x=1" alt="raw">`,
  ];
  await call(calls.page.save, {
    page_id: pages.retrieve,
    item_id,
    page_title: 'Order states',
    page_content: lines.join('\n'),
  });
  const editor = editorPage(page, text);
  const preview = page.getByRole('region', { name: text('editor.preview') });
  const toolbar = page.getByRole('group', { name: text('editor.image') });
  await page.goto(`/page/edit/${item_id}/${pages.retrieve}`);
  return {
    editor,
    url,
    preview,
    toolbar,
    image: preview.locator('img').first(),
    raw: preview.locator('img').last(),
    line: editor.source.locator('.cm-line').nth(2),
    caption: toolbar.getByRole('textbox', { name: text('editor.imageCaption') }),
    alt: toolbar.getByRole('textbox', { name: text('editor.imageAlt') }),
    pixels: toolbar.getByRole('textbox', { name: text('editor.imagePixels') }),
    percent: (value: number) => toolbar.getByRole('radio', { name: `${value} %` }),
    leftHandle: page.getByRole('slider', { name: text('editor.imageResizeLeft') }),
    rightHandle: page.getByRole('slider', { name: text('editor.imageResizeRight') }),
    widthOf: async () =>
      Math.round((await preview.locator('img').first().boundingBox())?.width ?? 0),
    async expectAccessible() {
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations).toEqual([]);
    },
  };
}

test('an image is edited by mouse', async ({ page, site, text }) => {
  const opened = await openImage(page, site, text);
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

test('an image is edited by keyboard', async ({ page, site, text }) => {
  const opened = await openImage(page, site, text);
  const { url, image, toolbar, line } = opened;
  const press = (key: string) => page.keyboard.press(key);
  await image.focus();
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
  await opened.caption.focus();
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
  await opened.rightHandle.focus();
  await press('ArrowRight');
  await expect(line).toHaveText(/\{width=210\}$/);
  await expect.poll(opened.widthOf).toBe(210);
  await opened.leftHandle.focus();
  await press('ArrowRight');
  await expect(line).toHaveText(/\{width=200\}$/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the image toolbar is a sheet', async ({ page, site, text }) => {
    const opened = await openImage(page, site, text);
    const { url, image, toolbar, line } = opened;
    const viewMode = (name: string) => page.getByRole('radio', { name, exact: true });
    await viewMode(text('editor.read')).check({ force: true });
    await image.tap();
    await expect(toolbar).toBeVisible();
    const sheet = await toolbar.boundingBox();
    expect(sheet && [sheet.x, sheet.width, Math.round(sheet.y + sheet.height)]).toEqual([
      0, 390, 844,
    ]);
    const controls = await toolbar.locator('button, a, label:has(> input)').evaluateAll((all) =>
      all.map((control) => {
        const { height, left, right } = control.getBoundingClientRect();
        return height >= 44 && left >= 0 && right <= innerWidth;
      }),
    );
    expect(controls.length).toBeGreaterThan(6);
    expect(controls).not.toContain(false);
    await opened.expectAccessible();
    await opened.percent(75).check({ force: true });
    await opened.caption.fill('States');
    await expect(opened.preview.locator('figcaption')).toHaveText('States');
    await opened.preview.getByText('Text below.').tap();
    await expect(toolbar).toBeHidden();
    await viewMode(text('editor.write')).check({ force: true });
    await expect(line).toHaveText(`![](${url} "States"){width=75%}`);
  });
});
