import type { Locator, Page } from '@playwright/test';
import { openEditor } from './editor-page.ts';
import { PDF, PNG_PIXEL } from './files.ts';
import { expect, test, type Translate } from './fixtures.ts';
import { copyToClipboard, pasteFromMenu, tabTo } from './input.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const PICTURE = { name: 'shot.png', mimeType: 'image/png', buffer: PNG_PIXEL };
const FILE = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: PDF };
const IMAGE = /!\[\]\(\/file\/[0-9a-f]{32}\/[\w.-]+\)/g;
const SHEET = '<table><tr><td>Name</td><td>Port</td></tr><tr><td>web</td><td>443</td></tr></table>';

/** Inserts an image and a file by the buttons of the toolbar, which return the focus to the text. */
async function insertFiles(
  page: Page,
  text: Translate,
  source: Locator,
  press: (button: Locator) => Promise<void>,
): Promise<void> {
  const insert = async (label: 'insertImage' | 'attachFile', file: typeof PICTURE) => {
    const choosing = page.waitForEvent('filechooser');
    await press(page.getByRole('button', { name: text(`attachment.${label}`) }));
    await (await choosing).setFiles(file);
    await expect(source).toBeFocused();
  };
  await insert('insertImage', PICTURE);
  await expect(source).toContainText(/!\[\]\(\/file\/[0-9a-f]{32}\/shot\.png\)/);
  await insert('attachFile', FILE);
  await expect(source).toContainText(/\[plan\.pdf\]\(\/file\/[0-9a-f]{32}\/plan\.pdf\)/);
}

/** Pastes an image and a range of a spreadsheet at the cursor. */
async function pasteContent(page: Page, source: Locator, paste: () => Promise<void>) {
  await copyToClipboard(page, { 'image/png': PNG_PIXEL });
  await paste();
  await expect.poll(async () => (await source.innerText()).match(IMAGE)?.length).toBe(2);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await copyToClipboard(page, { 'text/html': SHEET, 'text/plain': 'Name\tPort\nweb\t443' });
  await paste();
  const lines = source.locator('.cm-line');
  await expect(lines.filter({ hasText: '| Name | Port |' })).toHaveCount(1);
  await expect(lines.filter({ hasText: '| web | 443 |' })).toHaveCount(1);
}

test('images and files are inserted and pasted with the mouse', async ({ page, site, text }) => {
  const { editor } = await openEditor(page, site, text, 'docs');
  const { source } = editor;
  await copyToClipboard(page, { 'text/plain': 'https://a.example/x' });
  await source.getByText('docs').dblclick({ position: { x: 20, y: 10 } });
  await pasteFromMenu(page);
  await expect(source).toHaveText('[docs](https://a.example/x)');
  await insertFiles(page, text, source, (button) => button.click());
  await pasteContent(page, source, () => pasteFromMenu(page));
  await page.getByRole('button', { name: text('editor.save'), exact: true }).click();
  await expect(editor.saved).toBeVisible();
});

test('images and files are inserted and pasted with the keyboard alone', async ({
  page,
  site,
  text,
}) => {
  const { editor } = await openEditor(page, site, text, 'docs');
  const { source } = editor;
  await tabTo(page, source);
  await page.keyboard.press('Shift+End');
  await copyToClipboard(page, { 'text/plain': 'https://a.example/x' });
  await page.keyboard.press('ControlOrMeta+v');
  await expect(source).toHaveText('[docs](https://a.example/x)');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Enter');
  await insertFiles(page, text, source, async (button) => {
    await tabTo(page, button, 'Shift+Tab');
    await page.keyboard.press('Enter');
  });
  await pasteContent(page, source, () => page.keyboard.press('ControlOrMeta+v'));
  await editor.save();
  await expect(editor.saved).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('images and files are inserted and pasted by touch', async ({ page, site, text }) => {
    const { editor } = await openEditor(page, site, text, 'docs');
    const { source } = editor;
    await copyToClipboard(page, { 'text/plain': 'https://a.example/x' });
    // Two taps select the word.
    const word = await source.getByText('docs').boundingBox();
    const at = [(word?.x ?? 0) + 20, (word?.y ?? 0) + (word?.height ?? 0) / 2] as const;
    await page.touchscreen.tap(...at);
    await page.touchscreen.tap(...at);
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('docs');
    await pasteFromMenu(page);
    await expect(source).toHaveText('[docs](https://a.example/x)');
    await insertFiles(page, text, source, (button) => button.tap());
    await pasteContent(page, source, () => pasteFromMenu(page));
    await page.getByRole('button', { name: text('editor.save'), exact: true }).tap();
    await expect(editor.saved).toBeVisible();
  });
});
