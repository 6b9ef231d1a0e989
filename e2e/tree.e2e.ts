import { calls } from '@octavo/contract';
import { expect, test } from './fixtures.ts';
import { chooseByKeys, tabTo } from './input.ts';
import { DESKTOP, title } from './reader-page.ts';
import {
  editableTree,
  expectNoViolations,
  openMenu,
  openTree,
  row,
  storedTree,
} from './tree-page.ts';
import { PASSWORD, registerByApi, uniqueName } from './users.ts';

test.use({ viewport: DESKTOP, permissions: ['clipboard-read', 'clipboard-write'] });

test('an editor names, adds, copies and deletes rows with the mouse', async ({
  page,
  site,
  text,
}) => {
  const sample = await openTree(page, site);
  const stored = storedTree(sample);
  const field = page.getByRole('textbox', { name: text('tree.pageTitle') });

  await test.step('the title of the page being read follows its name in the tree', async () => {
    await openMenu(page, 'POST Create an order', text('tree.rename'));
    await expect(field).toBeFocused();
    await page.keyboard.type('Place an order');
    await page.keyboard.press('Enter');
    await expect(row(page, 'POST Place an order')).toBeFocused();
    await expect(title(page, 'Place an order')).toBeVisible();
    await expect(page.getByRole('banner')).toContainText('Place an order');
    await expect(page).toHaveTitle(/^Place an order/);
    await expect.poll(stored).toContain('Orders: Place an order, Retrieve an order');
  });

  await test.step('so does the card of the next page', async () => {
    await openMenu(page, 'Retrieve an order', text('tree.rename'));
    await field.fill('Read an order');
    // Leaving the field saves too.
    await title(page, 'Place an order').click();
    await expect(page.locator('a[rel="next"]')).toContainText('Read an order');
    await openMenu(page, 'Read an order', text('tree.rename'));
    await field.fill('   ');
    await page.keyboard.press('Enter');
    await expect(row(page, 'Read an order')).toBeFocused();
  });

  await test.step('a new page without a name of its own is given up', async () => {
    await row(page, 'Orders').hover();
    await row(page, 'Orders').locator('[data-action="newPage"]').click();
    await expect(field).toHaveValue(text('tree.untitledPage'));
    await page.keyboard.press('Escape');
    await expect(field).toHaveCount(0);
    await expect(row(page, 'Orders')).toBeFocused();
    await row(page, 'Orders').locator('[data-action="newPage"]').click();
    await title(page, 'Place an order').click();
    await expect(field).toHaveCount(0);
  });

  await test.step('leaving a new page with a name creates it without opening the editor', async () => {
    await row(page, 'POST Place an order').hover();
    await row(page, 'POST Place an order').locator('[data-action="newPage"]').click();
    await field.fill('List orders');
    await title(page, 'Place an order').click();
    await expect(row(page, 'List orders')).toBeVisible();
    await expect.poll(stored).toContain('Orders: Place an order, List orders, Read an order');
  });

  await test.step('a new catalog stays in the tree', async () => {
    await openMenu(page, 'Payments', text('tree.newCatalog'));
    await page.getByRole('textbox', { name: text('tree.catalogName') }).fill('Disputes');
    await page.keyboard.press('Enter');
    await expect(row(page, 'Disputes')).toBeFocused();
    await expect
      .poll(stored)
      .toContain('Payments: Capture a payment, Refund a payment, [Disputes]');
  });

  await test.step('pages and catalogs are duplicated', async () => {
    await openMenu(page, 'List orders', text('tree.duplicate'));
    await expect(page.getByRole('treeitem', { name: /List orders/ })).toHaveCount(2);
    await openMenu(page, 'Payments', text('tree.duplicate'));
    await expect(page.getByRole('treeitem', { name: /Payments/ })).toHaveCount(2);
    await expect
      .poll(async () => (await stored()).filter((line) => line.includes('Refund')).length)
      .toBe(2);
  });

  await test.step('selected pages are deleted together', async () => {
    const copy = page.getByRole('treeitem', { name: /List orders/ }).last();
    await copy.click({ modifiers: ['Control'] });
    await row(page, 'Read an order').click({ modifiers: ['Control'] });
    await page
      .getByRole('toolbar', { name: text('tree.selected', { count: 2 }) })
      .getByRole('button', { name: text('tree.delete') })
      .click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(text('tree.deletePages', { count: 2 }));
    await dialog.getByRole('button', { name: text('tree.delete') }).click();
    await expect.poll(stored).toContain('Orders: Place an order, List orders');
  });

  await test.step('the link of a page is copied', async () => {
    await openMenu(page, 'List orders', text('reader.copyLink'));
    await expect(page.getByText(text('tree.linkCopied'))).toBeVisible();
    const href = await row(page, 'List orders').getAttribute('href');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}${href}`);
  });

  await test.step('a catalog is deleted after its pages were counted', async () => {
    await openMenu(page, 'Payments', text('tree.delete'));
    const dialog = page.getByRole('dialog', {
      name: text('reader.deleteTitle', { title: 'Payments' }),
    });
    await expect(dialog).toContainText(text('tree.deletePages', { count: 2 }));
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: text('tree.delete') }).click();
    await expect(row(page, 'Payments')).toHaveCount(0);
    await expect
      .poll(async () => (await stored()).filter((line) => line.startsWith('Payments:')))
      .toEqual([]);
  });

  await test.step('after the page being read was deleted, the next one is shown', async () => {
    await row(page, 'POST Place an order').click({ button: 'right' });
    await page.getByRole('menuitem', { name: text('tree.delete') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('reader.deletePage') })
      .click();
    await expect(title(page, 'List orders')).toBeVisible();
    await expect(row(page, 'List orders')).toBeFocused();
  });

  await test.step('Enter creates a page once and opens the editor', async () => {
    const saves: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith(calls.page.save.path)) saves.push(request.url());
    });
    await row(page, 'Orders').hover();
    await row(page, 'Orders').locator('[data-action="newPage"]').click();
    await field.fill('Cancel an order');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter').catch(() => {});
    await page.waitForURL(`**/page/edit/${sample.item_id}/*`);
    expect(saves).toHaveLength(1);
    await expect.poll(async () => (await stored()).join().split('Cancel an order').length).toBe(2);
  });
});

test('an editor uses the tree with the keyboard alone', async ({ page, site, text }) => {
  const sample = await openTree(page, site);
  const stored = storedTree(sample);
  await row(page, 'POST Create an order').focus();

  await test.step('F2 renames, Esc restores', async () => {
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('F2');
    await page.keyboard.type('Read an order');
    await page.keyboard.press('Escape');
    await expect(row(page, 'Retrieve an order')).toBeFocused();
    await page.keyboard.press('F2');
    await page.keyboard.type('Read an order');
    await page.keyboard.press('Enter');
    await expect(row(page, 'Read an order')).toBeFocused();
  });

  await test.step('the menu opens by Shift+F10 and by the menu key', async () => {
    await page.keyboard.press('Shift+F10');
    await expect(page.getByRole('menuitem', { name: text('tree.newPageHere') })).toBeFocused();
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await expect(row(page, 'Read an order')).toBeFocused();
    await page.keyboard.press('ContextMenu');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: text('tree.newCatalog') })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Fulfilment');
    await page.keyboard.press('Enter');
    await expect(row(page, 'Fulfilment')).toBeFocused();
  });

  await test.step('Space lifts a row, arrows move it, Space drops it', async () => {
    await row(page, 'Read an order').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await expect.poll(stored).toContain('Orders: Read an order, Create an order, [Fulfilment]');
    await expect(row(page, 'Read an order')).toBeFocused();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(stored).toContain('Orders: Create an order, Read an order, [Fulfilment]');
    await expect(row(page, 'Read an order')).toBeFocused();
  });

  await test.step('Ctrl+Z undoes the move', async () => {
    await page.keyboard.press('Control+z');
    await expect.poll(stored).toContain('Orders: Read an order, Create an order, [Fulfilment]');
  });

  await test.step('rows are selected by Ctrl+Space and Shift with arrows, and Esc clears', async () => {
    await row(page, 'Read an order').focus();
    await page.keyboard.press('Control+Space');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(page.getByRole('treeitem', { selected: true })).toHaveCount(2);
    await expect(page.getByText(text('tree.selected', { count: 2 }))).toBeVisible();
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('treeitem', { selected: true })).toHaveCount(0);
    await expect(row(page, 'POST Create an order')).toBeFocused();
  });

  await test.step('Del deletes the selected rows and focuses the next one', async () => {
    await page.keyboard.press('Control+Space');
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Delete');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(text('tree.deletePages', { count: 2 }));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(row(page, 'Fulfilment')).toBeFocused();
    await expect.poll(stored).toContain('Orders: [Fulfilment]');
    await expect(title(page, 'Capture a payment')).toBeVisible();
  });
});

test('every entry of the menu of a row works with the keyboard alone', async ({
  page,
  site,
  text,
}) => {
  const sample = await openTree(page, site);
  const stored = storedTree(sample);
  const choose = async (entry: string) => {
    await page.keyboard.press('Shift+F10');
    await chooseByKeys(page, page.getByRole('menuitem', { name: entry }));
  };
  await tabTo(page, row(page, 'POST Create an order'));

  await test.step('pages and catalogs are duplicated', async () => {
    await choose(text('tree.duplicate'));
    await expect(page.getByRole('treeitem', { name: /Create an order/ })).toHaveCount(2);
    await expect(row(page, 'POST Create an order')).toBeFocused();
    await page.keyboard.press('End');
    await expect(row(page, 'Payments')).toBeFocused();
    await choose(text('tree.duplicate'));
    await expect(page.getByRole('treeitem', { name: /Payments/ })).toHaveCount(2);
  });

  await test.step('a name is changed and the link copied', async () => {
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await choose(text('tree.rename'));
    await page.keyboard.type('Place an order');
    await page.keyboard.press('Enter');
    await expect(row(page, 'POST Place an order')).toBeFocused();
    await choose(text('reader.copyLink'));
    await expect(page.getByText(text('tree.linkCopied'))).toBeVisible();
    const href = await row(page, 'POST Place an order').getAttribute('href');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}${href}`);
    await expect(row(page, 'POST Place an order')).toBeFocused();
  });

  await test.step('a catalog is deleted', async () => {
    await page.keyboard.press('End');
    await choose(text('tree.delete'));
    const submit = page.getByRole('dialog').getByRole('button', { name: text('tree.delete') });
    await tabTo(page, submit);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('treeitem', { name: /Payments/ })).toHaveCount(1);
    await expect.poll(async () => (await stored()).join().split('Payments').length).toBe(2);
  });

  await test.step('a new page opens in the editor', async () => {
    await page.keyboard.press('Home');
    await choose(text('tree.newPageHere'));
    await expect(page.getByRole('textbox', { name: text('tree.pageTitle') })).toBeFocused();
    await page.keyboard.type('List orders');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/page/edit/${sample.item_id}/*`);
    await expect.poll(async () => (await stored()).join()).toContain('List orders');
  });
});

test('the editable tree keeps the position and the focus of the plain one', async ({
  page,
  site,
}) => {
  const { item_id, item_domain, call, catalogs } = await openTree(page, site);
  for (const at of Array.from({ length: 60 }, (_, index) => index))
    await call(calls.page.save, { item_id, cat_id: catalogs.orders, page_title: `Field ${at}` });
  const last = await call(calls.page.save, { item_id, cat_id: 0, page_title: 'Changelog' });
  // The script of the editable tree arrives only when the test asks for it.
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route(/editable-tree-.*\.js$/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto(`/${item_domain}/${last.page_id}`);
  const tree = page.getByRole('tree');
  await row(page, 'Orders').click();
  await row(page, 'Field 20').focus();
  await tree.evaluate((element) => element.scrollTo({ top: 500 }));
  const place = await row(page, 'Field 20').boundingBox();
  release();
  await editableTree(page).waitFor();
  await expect(row(page, 'Field 20')).toBeFocused();
  expect(await tree.evaluate((element) => element.scrollTop)).toBe(500);
  expect(await row(page, 'Field 20').boundingBox()).toEqual(place);
});

test('readers see the plain tree, and limited editors only their catalogs', async ({
  page,
  browser,
  site,
  text,
}) => {
  const { item_id, item_domain, pages, call, catalogs } = await openTree(page, site);
  const visit = async (username?: string) => {
    const context = await browser.newContext({ baseURL: site.url });
    const visitor = await context.newPage();
    await visitor.goto('/');
    if (username) await registerByApi(visitor, site, username);
    return visitor;
  };

  await test.step('a visitor', async () => {
    const visitor = await visit();
    const scripts: string[] = [];
    visitor.on('request', (request) => scripts.push(request.url()));
    await visitor.goto(`/${item_domain}/${pages.create}`, { waitUntil: 'networkidle' });
    await expect(editableTree(visitor)).toHaveCount(0);
    await row(visitor, 'Orders').click({ button: 'right' });
    await expect(visitor.getByRole('menu')).toHaveCount(0);
    expect(scripts.filter((url) => url.includes('editable-tree'))).toEqual([]);
    await visitor.context().close();
  });

  await test.step('a member who may edit one catalog', async () => {
    const username = uniqueName('tomas');
    const visitor = await visit(username);
    await call(calls.member.save, {
      item_id,
      username,
      member_group_id: 1,
      cat_id: catalogs.payments,
    });
    await visitor.goto(`/${item_domain}/${pages.create}`);
    await editableTree(visitor).waitFor();
    await row(visitor, 'Orders').focus();
    await visitor.keyboard.press('F2');
    await visitor.keyboard.press('Shift+F10');
    await expect(visitor.getByRole('menu')).toHaveCount(0);
    await expect(row(visitor, 'Orders')).not.toHaveAttribute('aria-haspopup');
    await row(visitor, 'Payments').focus();
    await visitor.keyboard.press('Shift+F10');
    const entries = visitor.getByRole('menuitem');
    await expect(entries).toHaveText([
      text('tree.newPageHere'),
      text('tree.newCatalog'),
      text('reader.copyLink'),
      text('reader.export'),
    ]);
    await entries.first().click();
    await visitor.getByRole('textbox', { name: text('tree.pageTitle') }).fill('Void a payment');
    await title(visitor, 'Create an order').click();
    await expect(row(visitor, 'Void a payment')).toBeVisible();
    await expectNoViolations(visitor);
    await visitor.context().close();
  });

  await test.step('an archived item', async () => {
    await call(calls.item.archive, { item_id, password: PASSWORD });
    await page.goto(`/${item_domain}/${pages.create}`, { waitUntil: 'networkidle' });
    await expect(page.getByText(text('reader.archived'))).toBeVisible();
    await expect(editableTree(page)).toHaveCount(0);
  });
});

test('a change that fails shows the reason', async ({ page, site, text }) => {
  const { call, pages } = await openTree(page, site);
  const field = page.getByRole('textbox', { name: text('tree.pageTitle') });

  await test.step('a name that is rejected stays in its field', async () => {
    await openMenu(page, 'Retrieve an order', text('tree.rename'));
    await call(calls.page.delete, { page_id: pages.retrieve });
    await field.fill('Read an order');
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('alert').filter({ hasText: text('errors.notFound') }),
    ).toBeVisible();
    await expect(field).toHaveValue('Read an order');
    await expect(field).toBeFocused();
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await expect(row(page, 'Retrieve an order')).toBeFocused();
  });

  await test.step('after the login has expired, the user logs in and tries again', async () => {
    await row(page, 'POST Create an order').focus();
    await page.keyboard.press('F2');
    await field.fill('Place an order');
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await page.keyboard.press('Enter');
    await expect(page.getByText(text('errors.loginNeeded'))).toBeVisible();
    await expect(page.getByRole('link', { name: text('shell.login'), exact: true })).toBeVisible();
    await expect(field).toBeFocused();
    await page.context().addCookies(cookies);
    await page.keyboard.press('Enter');
    await expect(row(page, 'POST Place an order')).toBeFocused();
  });

  await test.step('without a connection', async () => {
    await page.context().setOffline(true);
    await row(page, 'POST Place an order').hover();
    await row(page, 'POST Place an order').locator('[data-action="newPage"]').click();
    await field.fill('List orders');
    await page.keyboard.press('Enter');
    await expect(page.getByText(text('states.offline'))).toBeVisible();
    await page.context().setOffline(false);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/page/edit/**');
  });
});

test('a change whose response is lost is shown and not made twice', async ({
  page,
  site,
  text,
}) => {
  const sample = await openTree(page, site);
  const { item_id, call, catalogs } = sample;
  await call(calls.catalog.deleteMany, { item_id, cat_ids: [catalogs.payments] });
  await page.reload();
  await editableTree(page).waitFor();
  const stored = storedTree(sample);
  /** The server makes the change, and the connection breaks before its response arrives. */
  const loseResponse = (path: string) =>
    page.route(
      `**${path}`,
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );

  await test.step('a new catalog that is sent again under another name', async () => {
    const field = page.getByRole('textbox', { name: text('tree.catalogName') });
    await openMenu(page, 'Orders', text('tree.newCatalog'));
    await field.fill('Retuns');
    await loseResponse(calls.catalog.save.path);
    await page.keyboard.press('Enter');
    await expect(page.getByText(text('states.offline'))).toBeVisible();
    await field.fill('Returns');
    await page.keyboard.press('Enter');
    await expect(row(page, 'Returns')).toBeFocused();
    await expect(row(page, 'Returns')).toHaveCount(1);
    await expect(row(page, 'Retuns')).toHaveCount(0);
    expect(await stored()).toEqual(['Orders: Create an order, Retrieve an order, [Returns]']);
  });

  await test.step('a name', async () => {
    await openMenu(page, 'Returns', text('tree.rename'));
    await page.keyboard.type('Refunds');
    await loseResponse(calls.catalog.save.path);
    await page.keyboard.press('Enter');
    await expect(page.getByText(text('states.offline'))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(row(page, 'Refunds')).toBeVisible();
  });

  const reason = text('states.offline');
  await test.step('a copy', async () => {
    await loseResponse(calls.page.duplicate.path);
    await openMenu(page, 'Retrieve an order', text('tree.duplicate'));
    await expect(page.getByText(text('tree.unconfirmed', { reason }))).toBeVisible();
    await expect(row(page, text('tree.copyName', { name: 'Retrieve an order' }))).toBeVisible();
  });

  await test.step('a row that is deleted', async () => {
    await loseResponse(calls.catalog.deleteMany.path);
    await openMenu(page, 'Retrieve an order', text('tree.delete'));
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: text('reader.deletePage') }).click();
    await expect(dialog.getByText(reason, { exact: true })).toBeVisible();
    await expect(row(page, 'Retrieve an order')).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('a row that another user has deleted', async () => {
    const [copy] = await site.query<{ page_id: string }>(
      'select page_id from page where item_id = $1 order by page_id desc limit 1',
      [item_id],
    );
    const name = text('tree.copyName', { name: 'Retrieve an order' });
    await openMenu(page, name, text('tree.delete'));
    await call(calls.page.delete, { page_id: Number(copy?.page_id) });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: text('reader.deletePage') }).click();
    await expect(dialog.getByText(text('errors.notFound'), { exact: true })).toBeVisible();
    await expect(row(page, name)).toHaveCount(0);
    await page.keyboard.press('Escape');
  });
});

test('an empty item offers its first page', async ({ page, site, text }) => {
  const { call } = await openTree(page, site);
  const { item_id } = await call(calls.item.add, { item_name: 'Harbor Archive' });
  const { menu } = await call(calls.item.info, { item_id });
  for (const { page_id } of menu.pages) await call(calls.page.delete, { page_id });
  await page.goto(`/${item_id}`);
  const side = page.getByRole('navigation', { name: text('reader.catalog') });
  await expect(side.getByText(text('reader.noPagesTitle'))).toBeVisible();
  await expectNoViolations(page);
  await side.getByRole('button', { name: text('reader.newPage') }).click();
  await page.keyboard.type('Overview');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/page/edit/${item_id}/*`);
  const source = page.getByRole('textbox', { name: text('editor.source') });
  await expect(source).toBeFocused();
  await page.keyboard.type('Written at once.');
  await expect(source).toContainText('Written at once.');
});
