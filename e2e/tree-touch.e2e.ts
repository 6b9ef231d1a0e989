import { calls } from '@octavo/contract';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { longPress, touchDrag } from './input.ts';
import { DESKTOP } from './reader-page.ts';
import {
  editableTree,
  expectNoViolations,
  makeTree,
  openTree,
  row,
  storedTree,
} from './tree-page.ts';

const PHONE = { width: 390, height: 844 };

test.use({ viewport: DESKTOP });

/** Opens the actions of a row by a long press on it. */
async function openSheet(page: Page, name: string): Promise<void> {
  await longPress(page, row(page, name), () => page.getByRole('dialog').waitFor());
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
    await openSheet(phone, 'Retrieve an order');
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
    await openSheet(phone, 'Read an order');
    await sheet.getByRole('menuitem', { name: text('tree.selectPages') }).tap();
    await expect(phone.getByText(text('tree.selected', { count: 1 }))).toBeVisible();
    await row(phone, 'POST Create an order').tap();
    await expect(phone.getByText(text('tree.selected', { count: 2 }))).toBeVisible();
    await expectNoViolations(phone);
    await row(phone, 'POST Create an order').tap();
    const target = await row(phone, 'POST Create an order').boundingBox();
    const grip = row(phone, 'Read an order').locator('[data-grip]');
    await touchDrag(phone, grip, {
      x: (target?.x ?? 0) + (target?.width ?? 0) / 2,
      y: (target?.y ?? 0) + (target?.height ?? 0) / 10,
    });
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

test.describe('on a phone', () => {
  test.use({
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  });

  test('rows are added, copied, moved and deleted by touch', async ({ page, site, text }) => {
    const sample = await makeTree(page, site);
    const { call, item_id, item_domain, pages } = sample;
    const stored = storedTree(sample);
    const other = await call(calls.item.add, { item_name: 'Harbor Archive' });
    const archive = { item_id: other.item_id, cat_name: 'Closed' };
    await call(calls.catalog.save, archive);
    const dialog = page.getByRole('dialog');
    const field = editableTree(page).getByRole('textbox');
    const undo = page.getByRole('button', { name: text('tree.undo') });
    const openActions = async (name: string, entry: string) => {
      await openSheet(page, name);
      await dialog.getByRole('menuitem', { name: entry, exact: true }).tap();
    };
    const moveButton = dialog.getByRole('button', {
      name: new RegExp(`^${text('tree.moveAction', { what: '' }).trim()}`),
    });
    const openDrawer = async () => {
      await page.getByRole('button', { name: text('reader.openMenu') }).tap();
      await editableTree(page).waitFor();
    };
    await page.goto(`/${item_domain}/${pages.create}`);
    await openDrawer();

    await test.step('a new catalog', async () => {
      await openActions('Orders', text('tree.newCatalog'));
      await expect(field).toBeFocused();
      await field.fill('Fulfilment');
      await page.keyboard.press('Enter');
      await expect(row(page, 'Fulfilment')).toBeVisible();
      await expect
        .poll(stored)
        .toContain('Orders: Create an order, Retrieve an order, [Fulfilment]');
    });

    await test.step('a copy of a page and of a catalog', async () => {
      await openActions('Retrieve an order', text('tree.duplicate'));
      await expect(page.getByRole('treeitem', { name: /Retrieve an order/ })).toHaveCount(2);
      await openActions('Payments', text('tree.duplicate'));
      await expect(page.getByRole('treeitem', { name: /Payments/ })).toHaveCount(2);
    });

    await test.step('the link of a page', async () => {
      await openActions('Retrieve an order', text('reader.copyLink'));
      await expect(page.getByText(text('tree.linkCopied'))).toBeVisible();
      const href = await row(page, 'Retrieve an order').getAttribute('href');
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}${href}`);
    });

    await test.step('a page is moved to another catalog, and the move is undone', async () => {
      const before = await stored();
      await openActions('Retrieve an order', text('tree.moveRows'));
      await dialog.getByRole('treeitem', { name: 'Fulfilment' }).tap();
      await expectNoViolations(page);
      await moveButton.tap();
      await expect.poll(stored).not.toEqual(before);
      await undo.tap();
      await expect.poll(stored).toEqual(before);
    });

    await test.step('selected rows are moved to another item, and the move is undone', async () => {
      const before = await stored();
      await openActions('POST Create an order', text('tree.selectPages'));
      await row(page, 'Retrieve an order').tap();
      await page
        .getByRole('toolbar', { name: text('tree.selected', { count: 2 }) })
        .getByRole('button', { name: text('tree.moveRows') })
        .tap();
      const items = dialog.getByRole('combobox', { name: text('tree.moveItem'), exact: true });
      await items.tap();
      // The list of a select is drawn by the system of the phone.
      await items.selectOption({ label: 'Harbor Archive' });
      await dialog.getByRole('treeitem', { name: 'Closed' }).tap();
      await moveButton.tap();
      const moved = async () =>
        (await call(calls.item.info, { item_id: other.item_id })).menu.catalogs.map((catalog) =>
          catalog.pages.map(({ page_title }) => page_title),
        );
      await expect.poll(moved).toEqual([['Create an order', 'Retrieve an order']]);
      await undo.tap();
      await expect.poll(stored).toEqual(before);
      // The page that is read is followed to the other item and back.
      await page.waitForURL(`**/${item_domain}/${pages.create}`);
      await openDrawer();
    });

    await test.step('selected pages are deleted together', async () => {
      await openActions('Retrieve an order', text('tree.selectPages'));
      await page
        .getByRole('treeitem', { name: /Retrieve an order/ })
        .last()
        .tap();
      await page
        .getByRole('toolbar', { name: text('tree.selected', { count: 2 }) })
        .getByRole('button', { name: text('tree.delete') })
        .tap();
      await dialog.getByRole('button', { name: text('tree.delete') }).tap();
      await expect.poll(stored).toContain('Orders: Create an order, [Fulfilment]');
    });

    await test.step('a catalog is deleted', async () => {
      await openActions('Payments', text('tree.delete'));
      await dialog.getByRole('button', { name: text('tree.delete') }).tap();
      await expect(row(page, 'Payments')).toHaveCount(0);
      await expect
        .poll(async () => (await stored()).filter((line) => line.startsWith('Payments:')))
        .toEqual([]);
    });

    await test.step('a new page opens in the editor', async () => {
      await openActions('Fulfilment', text('tree.newPageHere'));
      await expect(field).toBeFocused();
      await field.fill('Ship an order');
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/page/edit/${item_id}/*`);
      const { menu } = await call(calls.item.info, { item_id });
      const [orders] = menu.catalogs;
      expect(orders?.catalogs[0]?.pages.map(({ page_title }) => page_title)).toEqual([
        'Ship an order',
      ]);
    });
  });
});
