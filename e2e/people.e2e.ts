import type { Locator, Page } from '@playwright/test';
import { calls } from '@octavo/contract';
import { newUser } from './browsers.ts';
import { expect, test } from './fixtures.ts';
import { confirmPassword, uniqueName } from './users.ts';
import { makeSampleItem } from './sample-item.ts';

/** Types a part of the name into a select and chooses the only match. */
async function chooseOption(page: Page, select: Locator, typed: string, option: string | RegExp) {
  await select.click();
  if (typed !== '') await select.fill(typed);
  const options = page.getByRole('option').filter({ hasText: option });
  await expect(options).toHaveCount(1);
  await options.click();
}

test('a member limited to a catalog sees only that catalog', async ({
  page,
  browser,
  site,
  text,
  locale,
}) => {
  const { item_id, item_domain, pages, call } = await makeSampleItem(page, site);
  await call(calls.item.update, { item_id, is_private: 1, password: 'open sesame' });
  await call(calls.page.save, { page_id: pages.retrieve, page_content: 'Another text.' });
  await call(calls.page.save, { page_id: pages.capture, page_content: 'Another text.' });
  const member = await newUser(browser, site, locale, 'ada');

  await test.step('the owner adds the member', async () => {
    await page.goto(`/item/setting/${item_id}?tab=members`);
    await page.getByRole('button', { name: text('member.add'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    const people = dialog.getByRole('combobox', { name: text('member.users') });
    await chooseOption(page, people, member.username, member.username);
    await dialog.getByRole('heading', { name: text('member.addTitle') }).click();
    await dialog.getByText(text('member.edit'), { exact: true }).click();
    const catalog = dialog.getByRole('combobox', { name: text('member.catalog') });
    await chooseOption(page, catalog, '', 'Orders');
    await dialog.getByRole('button', { name: text('member.addAction') }).click();
    await expect(dialog).toBeHidden();
    const row = page.getByRole('row').filter({ hasText: member.username });
    await expect(row).toContainText('Orders');
    await expect(row).toContainText(text('member.edit'));
  });

  await test.step('the tree shows one catalog', async () => {
    await member.page.goto(`/${item_domain}`);
    const tree = member.page.getByRole('tree');
    await expect(tree.getByRole('treeitem', { name: 'Create an order' })).toBeVisible();
    await expect(tree.getByRole('treeitem', { name: 'Payments' })).toHaveCount(0);
  });

  await test.step('in the search', async () => {
    const field = member.page.getByRole('textbox', { name: text('reader.search') });
    await field.fill('text');
    await field.press('Enter');
    await expect(member.page.getByText(text('reader.pages', { count: 1 })).first()).toBeVisible();
    await expect(member.page.getByText('Capture a payment')).toHaveCount(0);
  });

  await test.step('in the palette', async () => {
    await member.page.goto(`/${item_domain}/${pages.create}`);
    await expect(member.page.getByRole('tree')).toBeVisible();
    const palette = member.page.getByRole('dialog', { name: text('reader.palette') });
    // The server-rendered page is interactive once its script has run.
    await member.page.locator('.prose .copy').first().waitFor();
    await member.page.keyboard.press('Control+k');
    await expect(palette.getByRole('combobox')).toBeFocused();
    await palette.getByRole('combobox').fill('order');
    await expect(palette.getByRole('option', { name: 'Retrieve an order' })).toBeVisible();
    await palette.getByRole('combobox').fill('Capture');
    await expect(palette.getByRole('option', { name: 'Capture a payment' })).toHaveCount(0);
  });

  await test.step('in history, share and by URL', async () => {
    const own = await member.call(calls.page.history, { page_id: pages.retrieve });
    expect(own).toHaveLength(1);
    for (const [path, input] of [
      [calls.page.history.path, { page_id: pages.capture }],
      [calls.page.createSinglePage.path, { page_id: pages.capture, isCreateSiglePage: true }],
      [calls.page.info.path, { page_id: pages.capture }],
    ] as const) {
      const answer = await member.page.request.post(site.url + path, {
        headers: { origin: site.url },
        data: input,
      });
      expect(await answer.json()).toMatchObject({ error_code: 10101, data: null });
    }
    const answer = await member.page.goto(`/${item_domain}/${pages.capture}`);
    expect(answer?.status()).toBe(404);
  });

  await test.step('the owner can view the explanation of the access', async () => {
    const row = page.getByRole('row').filter({ hasText: member.username });
    await row
      .getByRole('button', { name: text('member.whyOf', { username: member.username }) })
      .click();
    const { username } = member;
    await expect(page.getByText(text('member.canEditItem', { username }))).toBeVisible();
    const pageSelect = page.getByRole('combobox', { name: text('member.page') });
    await chooseOption(page, pageSelect, 'Capture', 'Capture a payment');
    await expect(page.getByText(text('member.cannotPage', { username }))).toBeVisible();
    await expect(page.getByText(text('member.givesNothing'))).toBeVisible();
  });

  await test.step('a removed member loses access', async () => {
    const { username } = member;
    await page.getByRole('button', { name: text('member.remove', { username }) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: text('member.removeAction') }).click();
    await expect(page.getByText(text('member.emptyTitle'))).toBeVisible();
    await member.page.goto(`/${item_domain}`);
    await member.page.waitForURL('**/item/password/**');
  });
});

test('a team is created, linked to an item, granted rights and transferred', async ({
  page,
  browser,
  site,
  text,
  locale,
}) => {
  const { item_id, item_domain, call } = await makeSampleItem(page, site);
  await call(calls.item.update, { item_id, is_private: 1, password: 'open sesame' });
  const ada = await newUser(browser, site, locale, 'ada');
  const newOwner = await newUser(browser, site, locale, 'hana');
  const item = 'Harbor Commerce API';
  const team = 'Storefront squad';

  await test.step('created', async () => {
    await page.goto('/item/index');
    await page.getByRole('link', { name: text('team.title') }).click();
    await page.getByRole('button', { name: text('team.add') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(text('team.name'), { exact: true }).fill(team);
    await dialog.getByRole('button', { name: text('team.save') }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('members added', async () => {
    await page.getByRole('link', { name: text('team.memberCount', { count: 0 }) }).click();
    await page.getByRole('button', { name: text('member.add'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    const people = dialog.getByRole('combobox', { name: text('member.users') });
    await chooseOption(page, people, ada.username, ada.username);
    await dialog.getByRole('heading', { name: text('member.addTitle') }).click();
    await dialog.getByRole('button', { name: text('member.addAction') }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('row').filter({ hasText: ada.username })).toBeVisible();
  });

  await test.step('linked to an item', async () => {
    await page.getByRole('link', { name: text('team.backToTeams') }).click();
    await page.getByRole('link', { name: text('team.itemCount', { count: 0 }) }).click();
    await page.getByRole('button', { name: text('team.link') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: item }).check();
    await dialog.getByRole('button', { name: text('team.link') }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('row').filter({ hasText: item })).toBeVisible();
    const info = await ada.call(calls.item.info, { item_id });
    expect(info.item_edit).toBe(false);
  });

  await test.step('granted rights, saved at once', async () => {
    await page.getByRole('button', { name: text('team.authorityIn', { item }) }).click();
    const dialog = page.getByRole('dialog', { name: text('team.authority'), exact: true });
    const { username } = ada;
    const edit = { right: text('team.rightAll', { right: text('member.edit') }) };
    const read = { right: text('team.rightAll', { right: text('member.readOnly') }) };
    const canEdit = async () => (await ada.call(calls.item.info, { item_id })).item_edit;
    await dialog.getByRole('radio', { name: text('member.edit') }).check();
    await expect(dialog.getByText(text('team.teamHas', edit))).toBeVisible();
    expect(await canEdit()).toBe(true);

    const add = dialog.getByRole('combobox', { name: text('team.addException') });
    await chooseOption(page, add, '', username);
    const authority = dialog.getByRole('combobox', {
      name: text('member.authorityOf', { username }),
    });
    await expect(authority).toBeFocused();
    await chooseOption(page, authority, '', text('member.readOnly'));
    await expect(dialog.getByText(text('team.nowHas', { username, ...read }))).toBeVisible();
    expect(await canEdit()).toBe(false);

    // An exception equal to the right of the team is kept only on request.
    await chooseOption(page, authority, '', text('member.edit'));
    const question = page.getByRole('dialog', { name: text('team.sameTitle', { username }) });
    await question.getByRole('button', { name: text('team.keepException') }).click();
    await expect(dialog.getByText(text('team.sameAsTeam'))).toBeVisible();
    expect(await canEdit()).toBe(true);
    await dialog.getByRole('button', { name: text('team.followAgain', { username }) }).click();
    await expect(dialog.getByText(text('team.followsAgain', { username }))).toBeVisible();
    await expect(dialog.getByText(text('team.noExceptions'))).toBeVisible();
    expect(await canEdit()).toBe(true);
    await dialog
      .getByRole('button', { name: text('shell.close') })
      .last()
      .click();
    await expect(dialog).toBeHidden();
  });

  await test.step('shown in the settings of the item', async () => {
    await page.goto(`/item/setting/${item_id}?tab=members`);
    await expect(page.getByText(text('member.onlyTeamsTitle'))).toBeVisible();
    await page.getByRole('button', { name: text('member.showTeam', { team }) }).click();
    await page.getByRole('button', { name: text('team.showFollowers') }).click();
    await expect(page.getByRole('listitem').filter({ hasText: ada.username })).toBeVisible();
  });

  await test.step('transferred: the item stays with its owner', async () => {
    await page.goto('/team/index');
    await page.getByRole('button', { name: text('team.attornTeam', { team }) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(text('team.newOwner'), { exact: true }).fill(newOwner.username);
    await dialog.getByRole('button', { name: text('team.attorn'), exact: true }).click();
    await confirmPassword(page, text);
    await expect(page.getByText(text('team.emptyTitle'))).toBeVisible();
    await newOwner.page.goto('/team/index');
    await expect(newOwner.page.getByRole('row').filter({ hasText: team })).toBeVisible();
    await newOwner.page.goto(`/${item_domain}`);
    await newOwner.page.waitForURL('**/item/password/**');
    await ada.page.goto(`/${item_domain}`);
    await expect(ada.page.getByRole('tree')).toBeVisible();
  });
});

test('a dialog keeps the focus, guards its input and returns the focus', async ({
  page,
  site,
  text,
}) => {
  const { item_id } = await makeSampleItem(page, site);
  const username = uniqueName('tomas');
  await site.query(`insert into "user" (username, username_key) values ($1, lower($1))`, [
    username,
  ]);
  await page.goto(`/item/setting/${item_id}?tab=members`);
  const opener = page.getByRole('button', { name: text('member.add'), exact: true });
  const dialog = page.getByRole('dialog', { name: text('member.addTitle') });
  const people = dialog.getByRole('combobox', { name: text('member.users') });
  const question = page.getByRole('dialog', { name: text('form.discardTitle') });
  const list = page.getByRole('listbox');

  await test.step('the keyboard opens the dialog and selects a user', async () => {
    await opener.press('Enter');
    await expect(people).toBeFocused();
    await page.keyboard.type(username);
    await expect(list.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(
      dialog.getByRole('button', { name: text('member.remove', { username }) }),
    ).toBeVisible();
  });

  await test.step('Tab stays in the dialog, and a click outside does not close it', async () => {
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press('Tab');
      // After its last control the focus passes a guard outside of the dialog, which sends it back.
      await expect(dialog.locator(':focus')).toHaveCount(1);
    }
    await page.mouse.click(5, 5);
    await expect(dialog).toBeVisible();
  });

  await test.step('Esc closes the list, then asks, then closes the question', async () => {
    await people.press('ArrowDown');
    await expect(list).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(question.getByRole('button', { name: text('form.keepEditing') })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(people).toBeFocused();
  });

  await test.step('discarding returns the focus to the opener', async () => {
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: text('form.discard') }).click();
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });
});
