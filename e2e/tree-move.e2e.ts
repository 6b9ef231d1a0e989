import { calls } from '@octavo/contract';
import { expect, test } from './fixtures.ts';
import { chooseByKeys, tabTo } from './input.ts';
import { DESKTOP } from './reader-page.ts';
import { drag, expectNoViolations, openMenu, openTree, row, storedTree } from './tree-page.ts';

test.use({ viewport: DESKTOP });

/** Another item with a catalog; the titles of the pages in it. */
async function addArchive(sample: Awaited<ReturnType<typeof openTree>>) {
  const { call } = sample;
  const { item_id } = await call(calls.item.add, { item_name: 'Harbor Archive' });
  await call(calls.catalog.save, { item_id, cat_name: 'Closed' });
  const moved = async () =>
    (await call(calls.item.info, { item_id })).menu.catalogs.flatMap(({ pages }) =>
      pages.map(({ page_title }) => page_title),
    );
  return { stored: storedTree(sample), moved };
}

test('rows are dragged, and moves are undone', async ({ page, site, text }) => {
  const sample = await openTree(page, site);
  const stored = storedTree(sample);
  const before = await stored();
  await row(page, 'Payments').click();
  await expect(row(page, 'Refund a payment')).toBeVisible();

  await row(page, 'Retrieve an order').click({ modifiers: ['Control'] });
  await row(page, 'POST Create an order').click({ modifiers: ['Control'] });
  await drag(page, row(page, 'Retrieve an order'), row(page, 'Capture a payment'), 0.9);
  await expect(
    page.getByText(
      text('tree.moved', { what: text('tree.pages', { count: 2 }), target: 'Payments' }),
    ),
  ).toBeVisible();
  await expect
    .poll(stored)
    .toEqual([
      'Orders: ',
      'Payments: Capture a payment, Create an order, Retrieve an order, Refund a payment',
    ]);
  // The page being read stays, and its breadcrumb follows.
  await expect(page.getByRole('banner')).toContainText('Payments');
  await page.getByRole('button', { name: text('tree.undo') }).click();
  await expect.poll(stored).toEqual(before);
  await expect(page.getByRole('banner')).toContainText('Orders');
});

test('rows are moved to another item with the dialog', async ({ page, site, text }) => {
  const sample = await openTree(page, site);
  const { call } = sample;
  const stored = storedTree(sample);
  const before = await stored();
  const other = await call(calls.item.add, { item_name: 'Harbor Archive' });
  const archive = await call(calls.catalog.save, { item_id: other.item_id, cat_name: 'Closed' });

  await openMenu(page, 'Payments', text('tree.moveRows'));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('combobox').first()).toBeFocused();
  await page.keyboard.type('Closed');
  await expect(dialog.getByRole('option', { name: /Closed/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expectNoViolations(page);
  await dialog
    .getByRole('button', {
      name: text('tree.moveAction', { what: text('tree.catalogs', { count: 1 }) }),
    })
    .click();
  await expect(row(page, 'Payments')).toHaveCount(0);
  const moved = async () =>
    (await call(calls.item.info, { item_id: other.item_id })).menu.catalogs.map(
      ({ cat_name, catalogs }) => `${cat_name}: ${catalogs.map((below) => below.cat_name).join()}`,
    );
  await expect.poll(moved).toEqual([`${archive.cat_name}: Payments`]);
  await page.getByRole('button', { name: text('tree.undo') }).click();
  await expect.poll(stored).toEqual(before);
  await expect(row(page, 'Payments')).toBeVisible();
});

test('rows are moved to catalogs and items with the mouse alone', async ({ page, site, text }) => {
  const sample = await openTree(page, site);
  const { stored, moved } = await addArchive(sample);
  const before = await stored();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', {
    name: text('tree.moveAction', { what: text('tree.pages', { count: 2 }) }),
  });
  await row(page, 'Retrieve an order').click({ modifiers: ['Control'] });
  await row(page, 'POST Create an order').click({ modifiers: ['Shift'] });
  const bar = page.getByRole('toolbar', { name: text('tree.selected', { count: 2 }) });

  await bar.getByRole('button', { name: text('tree.moveRows') }).click();
  await dialog.getByRole('treeitem', { name: 'Payments' }).click();
  await submit.click();
  await expect
    .poll(stored)
    .toEqual([
      'Orders: ',
      'Payments: Capture a payment, Refund a payment, Create an order, Retrieve an order',
    ]);
  // The catalog was closed.
  await expect(row(page, 'Retrieve an order')).toBeVisible();
  await page.getByRole('button', { name: text('tree.undo') }).click();
  await expect.poll(stored).toEqual(before);

  await bar.getByRole('button', { name: text('tree.moveRows') }).click();
  await dialog.getByRole('option', { name: 'Harbor Archive' }).click();
  await dialog.getByRole('treeitem', { name: 'Closed' }).click();
  await submit.click();
  await expect.poll(moved).toEqual(['Create an order', 'Retrieve an order']);
  await page.getByRole('button', { name: text('tree.undo') }).click();
  await expect.poll(stored).toEqual(before);
});

test('rows are moved to catalogs and items with the keyboard alone', async ({
  page,
  site,
  text,
}) => {
  const sample = await openTree(page, site);
  const { stored, moved } = await addArchive(sample);
  const before = await stored();
  const dialog = page.getByRole('dialog');
  const moveEntry = page.getByRole('menuitem', { name: text('tree.moveRows') });
  await tabTo(page, row(page, 'POST Create an order'));

  await test.step('one place up and down', async () => {
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(stored).toContain('Orders: Retrieve an order, Create an order');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(stored).toEqual(before);
  });

  await test.step('to another catalog', async () => {
    await page.keyboard.press('Shift+F10');
    await chooseByKeys(page, moveEntry);
    await expect(dialog.getByRole('combobox').first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await expect(dialog.getByRole('treeitem', { name: 'Payments' })).toBeFocused();
    await page.keyboard.press('Space');
    await expect(dialog.getByRole('treeitem', { selected: true })).toContainText('Payments');
    await page.keyboard.press('Enter');
    await expect
      .poll(stored)
      .toContain('Payments: Capture a payment, Refund a payment, Create an order');
    await expect(row(page, 'POST Create an order')).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect.poll(stored).toEqual(before);
  });

  await test.step('selected rows to another item', async () => {
    await row(page, 'POST Create an order').focus();
    await page.keyboard.press('Control+Space');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+F10');
    await chooseByKeys(page, moveEntry);
    await expect(dialog.getByRole('combobox').first()).toBeFocused();
    await page.keyboard.type('Closed');
    await expect(dialog.getByRole('option', { name: /Closed/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('treeitem', { selected: true })).toContainText('Closed');
    await page.keyboard.press('Enter');
    await expect.poll(moved).toEqual(['Create an order', 'Retrieve an order']);
    // The page that is read is followed to the other item.
    await expect(row(page, 'Closed')).toBeVisible();
    await expect(page.getByRole('button', { name: text('tree.undo') })).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect.poll(stored).toEqual(before);
  });
});
