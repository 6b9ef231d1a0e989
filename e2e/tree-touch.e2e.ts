import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { DESKTOP } from './reader-page.ts';
import { editableTree, expectNoViolations, openTree, row, storedTree } from './tree-page.ts';

const PHONE = { width: 390, height: 844 };

test.use({ viewport: DESKTOP });

/** A finger on a row for longer than a long press. */
async function longPress(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing to press');
  const touchPoints = [{ x: box.x + 60, y: box.y + box.height / 2 }];
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.getByRole('dialog').waitFor();
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

async function touchDrag(page: Page, from: Locator, to: Locator, at: number): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('nothing to drag');
  const session = await page.context().newCDPSession(page);
  const x = start.x + start.width / 2;
  const from_y = start.y + start.height / 2;
  const to_y = end.y + end.height * at;
  const send = (type: 'touchStart' | 'touchMove', y: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
  await send('touchStart', from_y);
  for (const step of Array.from({ length: 11 }, (_, index) => index / 10))
    await send('touchMove', from_y + (to_y - from_y) * step);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

async function openOnPhone(context: BrowserContext, path: string, menu: string): Promise<Page> {
  const phone = await context.newPage();
  await phone.goto(path);
  await phone.getByRole('button', { name: menu }).tap();
  await editableTree(phone).waitFor();
  return phone;
}

test('an editor uses the tree by touch', async ({ page, browser, site, text, locale }) => {
  const sample = await openTree(page, site);
  const stored = storedTree(sample);
  const context = await browser.newContext({
    baseURL: site.url,
    storageState: await page.context().storageState(),
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
    ...(locale && { locale }),
  });
  const path = `/${sample.item_domain}/${sample.pages.create}`;
  const phone = await openOnPhone(context, path, text('reader.openMenu'));
  const sheet = phone.getByRole('dialog');

  await test.step('a long press opens the actions of a row, headed by it', async () => {
    await longPress(phone, row(phone, 'Retrieve an order'));
    await expect(sheet.getByRole('heading', { name: 'Retrieve an order' })).toBeVisible();
    await expect(sheet).toContainText('Orders');
    const height = await sheet
      .getByRole('menuitem', { name: text('tree.rename') })
      .evaluate((element) => element.clientHeight);
    expect(height).toBe(48);
    const edge = (await sheet.boundingBox())?.y ?? 0;
    const box = await row(phone, 'Retrieve an order').boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(edge);
    await expectNoViolations(phone);
    await sheet.getByRole('menuitem', { name: text('tree.rename') }).tap();
    await phone.getByRole('textbox', { name: text('tree.pageTitle') }).fill('Read an order');
    await phone.keyboard.press('Enter');
    await expect(row(phone, 'Read an order')).toBeVisible();
    // The drawer stays open.
    await expect(phone.getByRole('tree')).toBeVisible();
  });

  await test.step('selected rows are dragged by their grip', async () => {
    await longPress(phone, row(phone, 'Read an order'));
    await sheet.getByRole('menuitem', { name: text('tree.selectPages') }).tap();
    await expect(phone.getByText(text('tree.selected', { count: 1 }))).toBeVisible();
    await row(phone, 'POST Create an order').tap();
    await expect(phone.getByText(text('tree.selected', { count: 2 }))).toBeVisible();
    await expectNoViolations(phone);
    await row(phone, 'POST Create an order').tap();
    await touchDrag(
      phone,
      row(phone, 'Read an order').locator('[data-grip]'),
      row(phone, 'POST Create an order'),
      0.1,
    );
    await expect.poll(stored).toContain('Orders: Read an order, Create an order');
    await phone.getByRole('button', { name: text('tree.undo') }).tap();
    await expect.poll(stored).toContain('Orders: Create an order, Read an order');
  });

  await test.step('and moved or deleted by the bar', async () => {
    await phone.getByRole('button', { name: text('tree.delete') }).tap();
    await sheet.getByRole('button', { name: text('reader.deletePage') }).tap();
    await expect.poll(stored).toContain('Orders: Create an order');
    await expect(phone.getByText(text('tree.selected', { count: 1 }))).toHaveCount(0);
  });
  await context.close();
});
