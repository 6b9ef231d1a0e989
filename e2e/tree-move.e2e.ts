import { calls } from '@octavo/contract';
import { expect, test } from './fixtures.ts';
import { DESKTOP } from './reader-page.ts';
import { drag, expectNoViolations, openMenu, openTree, row, storedTree } from './tree-page.ts';

test.use({ viewport: DESKTOP });

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
