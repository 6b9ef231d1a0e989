import type { Page } from '@playwright/test';
import { PNG_PIXEL } from './files.ts';
import { expect, test, type Translate } from './fixtures.ts';
import { openImage } from './image-page.ts';
import { tabTo, touchDrag } from './input.ts';
import type { Site } from './site.ts';

const content = (url: string) => [
  '## One',
  '',
  'Text above.',
  '',
  `![](${url})`,
  '',
  'Text below.',
  '',
  `- item ![small](${url}?list){width=40}`,
  '',
  '| Cell |',
  '|---|',
  `| ![cell](${url}?cell){width=30} |`,
  '',
  '![](/file/00000000000000000000000000000000/lost.png)',
];

/** The editor in Live mode of a page with images. */
async function openLive(page: Page, site: Site, text: Translate) {
  const opened = await openImage(page, site, text, content);
  await opened.chooseView('live');
  const { source } = opened.editor;
  const blocks = source.locator('.live-block-image');
  const image = blocks.first().locator('img');
  await expect(image).toBeVisible();
  return {
    ...opened,
    blocks,
    image,
    /** The text that the editor saves, with the image of `content` in another form. */
    async expectText(written: string) {
      await opened.editor.save();
      await expect.poll(opened.contentOf).toBe(content(opened.url).with(4, written).join('\n'));
    },
    async sizeOf() {
      const box = await image.boundingBox();
      return [Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)];
    },
  };
}

test('an image of Live mode is edited by mouse', async ({ page, site, text }) => {
  const opened = await openLive(page, site, text);
  const { editor, url, image, toolbar, caption } = opened;
  const undo = page.getByRole('button', { name: text('editor.undo') });

  await test.step('a click opens its toolbar, and the image stays drawn', async () => {
    await image.click();
    await expect(toolbar).toBeVisible();
    await expect(image).toBeVisible();
    await expect(toolbar.getByText(text('editor.imageDescribe'))).toBeVisible();
    await expect(page.getByText(text('editor.position', { line: 5, column: 1 }))).toBeVisible();
    await opened.expectAccessible();
  });

  await test.step('its width is changed by buttons, numbers and handles', async () => {
    await opened.percent(50).check();
    await expect(opened.blocks.locator('img[width="50%"]')).toBeVisible();
    await opened.pixels.fill('300');
    await opened.pixels.press('Enter');
    await expect.poll(opened.sizeOf).toEqual([300, 150]);
    const handle = await opened.rightHandle.boundingBox();
    if (!handle) throw new Error('no handle');
    const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 40, y, { steps: 3 });
    await page.mouse.move(x + 100, y, { steps: 3 });
    await page.mouse.up();
    await expect.poll(opened.sizeOf).toEqual([400, 200]);
    await expect(toolbar).toBeVisible();
    await opened.expectText(`![](${url}){width=400}`);
  });

  await test.step('the frame follows the image', async () => {
    await expect
      .poll(async () => {
        const box = await image.boundingBox();
        const handle = await opened.rightHandle.boundingBox();
        return Math.abs((box?.x ?? 0) + (box?.width ?? 0) - (handle?.x ?? 0) - 9);
      })
      .toBeLessThan(3);
  });

  await test.step('each field is one step of undo, and undo closes the toolbar', async () => {
    await caption.click();
    await page.keyboard.type('How "it" moves', { delay: 20 });
    await expect(opened.blocks.locator('figcaption')).toHaveText('How "it" moves');
    await expect(caption).toBeFocused();
    await opened.alt.click();
    await page.keyboard.type('States');
    await opened.expectText(`![States](${url} "How \\"it\\" moves"){width=400}`);
    await undo.click();
    await expect(toolbar).toBeHidden();
    await opened.expectText(`![](${url} "How \\"it\\" moves"){width=400}`);
    await undo.click();
    await undo.click();
    await opened.expectText(`![](${url}){width=300}`);
  });

  await test.step('its file is replaced and removed', async () => {
    await editor.source.getByText('Text below.').click();
    await image.click();
    const choosing = page.waitForEvent('filechooser');
    await toolbar.getByRole('button', { name: text('editor.replace') }).click();
    const file = { name: 'other.png', mimeType: 'image/png', buffer: PNG_PIXEL };
    await (await choosing).setFiles(file);
    await expect(image).toHaveAttribute('src', /other\.png/);
    await expect(toolbar).toBeVisible();
    await toolbar.getByRole('button', { name: text('editor.imageRemove') }).click();
    await expect(toolbar).toBeHidden();
    await expect(editor.source).toBeFocused();
    await opened.expectText('');
  });
});

test('an image of Live mode is edited by keyboard', async ({ page, site, text }) => {
  const opened = await openLive(page, site, text);
  const { editor, url, image, toolbar } = opened;
  const press = (key: string) => page.keyboard.press(key);

  await test.step('arrow keys select the image and leave it', async () => {
    await editor.source.getByText('Text above.').click();
    await press('End');
    await press('ArrowDown');
    await press('ArrowDown');
    await expect(image).toHaveClass(/live-selected/);
    await press('ArrowDown');
    await expect(image).not.toHaveClass(/live-selected/);
    await press('ArrowUp');
    await expect(image).toHaveClass(/live-selected/);
    await press('ArrowUp');
    await expect(image).not.toHaveClass(/live-selected/);
    await press('ArrowDown');
    await expect(image).toHaveClass(/live-selected/);
  });

  await test.step('Enter opens the toolbar, Escape returns to the text', async () => {
    await press('Enter');
    await expect(opened.percent(25)).toBeFocused();
    await press('Space');
    await press('ArrowRight');
    await press('Tab');
    await expect(opened.pixels).toBeFocused();
    await page.keyboard.type('200');
    await press('Enter');
    await expect.poll(opened.sizeOf).toEqual([200, 100]);
    await tabTo(page, opened.caption);
    await page.keyboard.type('流程');
    await press('Escape');
    await expect(toolbar).toBeHidden();
    await expect(editor.source).toBeFocused();
    await expect(image).toHaveClass(/live-selected/);
    await opened.expectText(`![](${url} "流程"){width=200}`);
    await press('Enter');
    await tabTo(page, opened.rightHandle, 'Shift+Tab');
    await press('ArrowRight');
    await expect.poll(opened.sizeOf).toEqual([210, 105]);
    await tabTo(page, opened.caption);
    await press('Escape');
  });

  await test.step('Escape shows the source, Delete removes the image, and undo restores it', async () => {
    await press('Escape');
    await expect(editor.source.locator('.cm-line').nth(4)).toHaveText(
      `![](${url} "流程"){width=210}`,
    );
    await press('ArrowUp');
    await press('ArrowDown');
    await expect(image).toHaveClass(/live-selected/);
    await press('Delete');
    await opened.expectText('');
    await press('ControlOrMeta+z');
    await opened.expectText(`![](${url} "流程"){width=210}`);
  });
});

test('other images and other changes of the text', async ({ page, site, text }) => {
  const opened = await openLive(page, site, text);
  const { editor, url, toolbar } = opened;

  await test.step('an image in a list has the same toolbar', async () => {
    const listed = editor.source.locator('.live-inline img');
    await listed.click();
    await expect(toolbar).toBeVisible();
    await opened.pixels.fill('60');
    await opened.pixels.press('Enter');
    await expect.poll(async () => Math.round((await listed.boundingBox())?.width ?? 0)).toBe(60);
    await opened.alt.fill('larger');
    await expect(listed).toHaveAttribute('alt', 'larger');
    await opened.pixels.fill('40');
    await opened.pixels.press('Enter');
    await opened.alt.fill('small');
    await opened.alt.press('Escape');
  });

  await test.step('a click on an image in a table edits the cell', async () => {
    const cell = editor.source.locator('td img');
    await cell.click();
    const name = text('live.cell', { column: 'Cell', row: 1 });
    await expect(editor.source.getByRole('textbox', { name, exact: true })).toBeFocused();
    await expect(toolbar).toBeHidden();
  });

  await test.step('an image that is not loaded can be clicked', async () => {
    const lost = opened.blocks.last().locator('img');
    await expect(lost).toHaveClass(/live-failed/);
    await lost.click();
    await expect(toolbar).toBeVisible();
    await opened.expectAccessible();
    await toolbar.getByRole('button', { name: text('editor.imageRemove') }).click();
    await expect(toolbar).toBeHidden();
    await page.getByRole('button', { name: text('editor.undo') }).click();
  });

  await test.step('the toolbar stays when the text before its image changes', async () => {
    const picture = { name: 'above.png', mimeType: 'image/png', buffer: PNG_PIXEL };
    let answer = () => {};
    await page.route('**/uploadImg', async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      await route.continue();
    });
    await editor.source.getByText('Text above.').click();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: text('attachment.insertImage') }).click();
    await (await choosing).setFiles(picture);
    await expect(editor.source).toContainText(text('attachment.uploading', { name: 'above.png' }));
    await editor.source.locator(`img[src="${url}"]`).click();
    await expect(toolbar).toBeVisible();
    answer();
    await expect(editor.source).not.toContainText('#uploading');
    await opened.percent(25).check();
    await expect(editor.source.locator(`img[src="${url}"][width="25%"]`)).toBeVisible();
    await expect(toolbar).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the image toolbar of Live mode is a sheet', async ({ page, site, text }) => {
    const opened = await openLive(page, site, text);
    const { editor, url, image, toolbar } = opened;
    await image.tap();
    await expect(toolbar).toBeVisible();
    const sheet = await toolbar.boundingBox();
    expect(sheet && [sheet.x, sheet.width, Math.round(sheet.y + sheet.height)]).toEqual([
      0, 390, 844,
    ]);
    await opened.expectTouchTargets();
    await opened.expectAccessible();
    await opened.percentLabel(25).tap();
    await expect(opened.blocks.locator('img[width="25%"]')).toBeVisible();
    const handle = await opened.rightHandle.boundingBox();
    await touchDrag(page, opened.rightHandle, {
      x: (handle?.x ?? 0) + (handle?.width ?? 0) / 2 + 50,
      y: handle?.y ?? 0,
    });
    await expect(opened.blocks.locator('img[width$="%"]')).toHaveCount(0);
    await opened.percentLabel(75).tap();
    await expect(opened.blocks.locator('img[width="75%"]')).toBeVisible();
    await opened.caption.tap();
    await opened.caption.fill('States');
    await expect(opened.blocks.locator('figcaption')).toHaveText('States');
    await editor.source.getByText('One').tap();
    await expect(toolbar).toBeHidden();
    await opened.expectText(`![](${url} "States"){width=75%}`);
  });
});
