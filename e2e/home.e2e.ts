import { AxeBuilder } from '@axe-core/playwright';
import { calls } from '@octavo/contract';
import type { Browser, Locator, Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { expect, test, type Translate } from './fixtures.ts';
import { createCaller, makeSampleItem } from './sample-item.ts';
import type { Site } from './site.ts';
import { registerByApi, uniqueName } from './users.ts';

const HOME = '/item/index';

/** A user with two items who was here two hours ago; since then another user has changed two pages. */
async function setUp(page: Page, browser: Browser, site: Site, text: Translate) {
  const owner = await makeSampleItem(page, site);
  const { call, item_id, pages } = owner;
  const { item_id: second } = await call(calls.item.add, { item_name: 'Data dictionary' });
  await site.query(
    `insert into user_visit (uid, last_seen_time, changes_since)
     select uid, now() - interval '2 hours', now() - interval '2 hours' from "user" where username = $1`,
    [owner.username],
  );
  const author = await (await browser.newContext({ baseURL: site.url })).newPage();
  await author.goto('/');
  const username = uniqueName('tomas');
  await registerByApi(author, site, username);
  await call(calls.member.save, { item_id, username, member_group_id: 1 });
  const callAsAuthor = createCaller(author.request, site);
  await callAsAuthor(calls.page.save, { page_id: pages.capture, page_content: 'Other words.' });
  await callAsAuthor(calls.page.save, { item_id, page_title: 'Refunds', page_content: 'New.' });
  await author.context().close();
  const star = (name: string, within: Page | Locator = page) =>
    within.getByRole('button', { name: text('favourite.add', { name }), exact: true });
  const unstar = (name: string, within: Page | Locator = page) =>
    within.getByRole('button', { name: text('favourite.remove', { name }), exact: true });
  return {
    ...owner,
    second,
    author: username,
    star,
    unstar,
    card: (name: string) =>
      page.locator('li').filter({ has: page.locator('article', { hasText: name }) }),
    column: page.getByRole('complementary', { name: text('myItems.home') }),
    favourites: async () =>
      (await call(calls.favourite.list, {})).map((entry) => entry.page_title || entry.item_name),
  };
}

async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

test('favourites, viewed pages, drafts and changes are beside the items', async ({
  page,
  browser,
  site,
  text,
}) => {
  const { call, item_id, item_domain, pages, author, star, unstar, card, column, favourites } =
    await setUp(page, browser, site, text);
  await call(calls.page.saveDraft, {
    page_id: pages.create,
    draft_id: randomUUID(),
    page_title: 'Create a refund',
    page_content: 'unsaved',
    revision: 1,
  });
  await test.step('a page gets a star in its operation bar and is remembered', async () => {
    await page.goto(`/${item_domain}/${pages.retrieve}`);
    await star('Retrieve an order').click();
    await expect(unstar('Retrieve an order')).toBeVisible();
    await page.getByRole('treeitem', { name: 'Create an order' }).click();
    await expect(star('Create an order')).toBeVisible();
    await expect.poll(favourites).toEqual(['Retrieve an order']);
  });
  await test.step('an item gets a star on its card', async () => {
    await page.goto(HOME);
    await expect(column.getByRole('link', { name: 'Retrieve an order' }).first()).toBeVisible();
    await card('Data dictionary').hover();
    await star('Data dictionary').click();
    await expect(unstar('Data dictionary')).toBeVisible();
    await expect.poll(favourites).toEqual(['Retrieve an order', 'Data dictionary']);
  });
  const list = (name: Parameters<typeof text>[0]) =>
    column.getByRole('list', { name: text(name as 'home.recent') });
  await test.step('favourites are sorted with the mouse', async () => {
    const rows = list('home.favourites').getByRole('listitem');
    const [from, to] = [await rows.nth(1).boundingBox(), await rows.nth(0).boundingBox()];
    if (!from || !to) throw new Error('nothing to drag');
    await page.mouse.move(from.x + 60, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + 70, from.y + from.height / 2 - 8);
    await page.mouse.move(to.x + 60, to.y + to.height / 2 - 4, { steps: 8 });
    await page.mouse.up();
    await expect.poll(favourites).toEqual(['Data dictionary', 'Retrieve an order']);
    await expect(rows.first()).toContainText('Data dictionary');
  });
  await test.step('other sections', async () => {
    await expect(list('home.recent').getByRole('listitem')).toHaveCount(2);
    await expect(list('home.recent').getByRole('listitem').first()).toContainText(
      'Create an order',
    );
    await expect(list('home.drafts')).toContainText('Create a refund');
    const changes = list('home.changes');
    await expect(changes.getByRole('listitem')).toHaveCount(2);
    await expect(changes).toContainText(text('home.newPage', { title: 'Refunds' }));
    await expect(changes).toContainText(author);
    await expect(card('Harbor Commerce API')).toContainText(text('myItems.changed', { count: 2 }));
    await expectAccessible(page);
  });
  await test.step('all changes, and none after they are marked as seen', async () => {
    await column.getByRole('link', { name: text('home.seeAllChanges') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('myItems.tabChanges'));
    const main = page
      .getByRole('main')
      .getByRole('list', { name: text('home.changes') })
      .first();
    await expect(main).toContainText('Harbor Commerce API');
    await page
      .getByRole('button', { name: text('home.markSeen') })
      .first()
      .click();
    await expect(page.getByText(text('home.noChangesTitle'))).toBeVisible();
    await expect(list('home.changes')).toBeHidden();
    await page.getByRole('link', { name: text('item.backToItems') }).click();
    await expect(card('Harbor Commerce API')).toBeVisible();
    await expect(page.getByText(text('myItems.changed', { count: 2 }))).toBeHidden();
    expect((await call(calls.home.changes, {})).total).toBe(0);
  });
  await test.step('a draft opens the editor', async () => {
    await list('home.drafts').getByRole('link').click();
    await page.waitForURL(`**/page/edit/${item_id}/${pages.create}**`);
  });
});

test('stars are set, sorted and removed with the keyboard alone', async ({
  page,
  browser,
  site,
  text,
}) => {
  const { call, item_domain, pages, unstar, card, column, favourites } = await setUp(
    page,
    browser,
    site,
    text,
  );
  await call(calls.favourite.add, { page_id: pages.create });
  await page.goto(HOME);
  await expect(column.getByRole('link', { name: 'Create an order' })).toBeVisible();
  await page.getByRole('link', { name: 'Data dictionary', exact: true }).focus();
  await page.keyboard.press('s');
  await expect(unstar('Data dictionary')).toBeVisible();
  await expect.poll(favourites).toEqual(['Create an order', 'Data dictionary']);

  const grip = column.getByRole('button', {
    name: text('sorting.reorder', { name: 'Data dictionary' }),
  });
  const announcement = (at: number) =>
    page
      .getByRole('status')
      .filter({ hasText: text('sorting.moved', { name: 'Data dictionary', at, count: 2 }) })
      .first();
  await grip.focus();
  await page.keyboard.press('Space');
  await expect(announcement(2)).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(announcement(1)).toBeAttached();
  await page.keyboard.press('Space');
  await expect.poll(favourites).toEqual(['Data dictionary', 'Create an order']);

  await card('Data dictionary').getByRole('link', { name: 'Data dictionary', exact: true }).focus();
  await page.keyboard.press('s');
  await expect.poll(favourites).toEqual(['Create an order']);

  await page.goto(`/${item_domain}/${pages.create}`);
  await unstar('Create an order').focus();
  await page.keyboard.press('Enter');
  await expect.poll(favourites).toEqual([]);

  await page.goto(HOME);
  await column.getByRole('button', { name: text('home.markSeen') }).focus();
  await page.keyboard.press('Enter');
  await expect(column.getByText(text('home.changes'))).toBeHidden();
  await expect(page.locator('#main, main').first()).toBeFocused();
});

test('the column is a drawer between 1000 and 1200 px, and never moves the items', async ({
  page,
  browser,
  site,
  text,
}) => {
  const { card, column } = await setUp(page, browser, site, text);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/home/open', async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto(HOME);
  const before = await card('Harbor Commerce API').boundingBox();
  answer();
  await expect(column.getByText(text('home.changes'))).toBeVisible();
  expect(await card('Harbor Commerce API').boundingBox()).toEqual(before);

  await page.setViewportSize({ width: 1100, height: 800 });
  await expect(column).toBeHidden();
  await page.getByRole('button', { name: text('myItems.home') }).click();
  await expect(column.getByText(text('home.changes'))).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(column).toBeHidden();
  await page.getByRole('button', { name: text('myItems.home') }).click();
  await column.getByRole('link', { name: text('home.seeAllChanges') }).click();
  await expect(column).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('myItems.tabChanges'));
});

test('a failure leaves one line with Retry, and a star that was refused is taken back', async ({
  page,
  browser,
  site,
  text,
}) => {
  const { card, column, star, unstar, favourites } = await setUp(page, browser, site, text);
  await page.route('**/api/home/open', (route) => route.abort());
  await page.goto(HOME);
  await expect(card('Data dictionary')).toBeVisible();
  await expect(column).toContainText(text('myItems.homeFailed'));
  await expectAccessible(page);
  await page.unroute('**/api/home/open');
  await column.getByRole('button', { name: text('shell.retry') }).click();
  await expect(column.getByText(text('home.changes'))).toBeVisible();

  const reason = 'Two hundred favourites are enough';
  await page.route('**/api/favourite/add', (route) =>
    route.fulfill({ json: { error_code: 10608, error_message: reason, data: null } }),
  );
  await card('Data dictionary').hover();
  await star('Data dictionary').click();
  await expect(page.getByRole('alert').getByText(reason)).toBeVisible();
  await expect(star('Data dictionary')).toBeAttached();
  await expect(unstar('Data dictionary')).toBeHidden();
  expect(await favourites()).toEqual([]);
});

test('visitors load neither the star nor its code', async ({ page, browser, site, text }) => {
  const { item_domain, pages, star } = await setUp(page, browser, site, text);
  const context = await browser.newContext({ baseURL: site.url });
  const visitor = await context.newPage();
  const requests: string[] = [];
  visitor.on('request', (request) => requests.push(request.url()));
  await visitor.goto(`/${item_domain}/${pages.create}`);
  await visitor.getByRole('treeitem', { name: 'Retrieve an order' }).click();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Retrieve an order');
  await expect(star('Retrieve an order', visitor)).toBeHidden();
  expect(requests.filter((url) => /page-star|api\/home/.test(url))).toEqual([]);
  await context.close();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the lists are tabs, used by touch', async ({ page, browser, site, text }) => {
    const { item_domain, pages, call, author, star, unstar, favourites } = await setUp(
      page,
      browser,
      site,
      text,
    );
    await page.goto(`/${item_domain}/${pages.retrieve}`);
    await star('Retrieve an order').tap();
    await expect.poll(favourites).toEqual(['Retrieve an order']);

    await page.goto(HOME);
    const tabs = page.getByRole('navigation', { name: text('shell.myItems') });
    const row = page.getByRole('link', { name: text('home.changesRow', { count: 2 }) });
    await expect(row).toBeVisible();
    await expectAccessible(page);
    await star('Data dictionary').tap();
    await expect.poll(favourites).toEqual(['Retrieve an order', 'Data dictionary']);

    await tabs.getByRole('link', { name: text('myItems.tabFavourites') }).tap();
    const list = page.getByRole('list', { name: text('home.favourites') });
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await expectAccessible(page);
    await unstar('Retrieve an order', list).tap();
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await expect.poll(favourites).toEqual(['Data dictionary']);

    await tabs.getByRole('link', { name: text('myItems.tabRecent') }).tap();
    await expect(page.getByRole('list', { name: text('home.recent') })).toContainText(
      'Retrieve an order',
    );
    await tabs.getByRole('link', { name: text('myItems.tabDrafts') }).tap();
    await expect(page.getByText(text('home.noDraftsTitle'))).toBeVisible();

    await tabs.getByRole('link', { name: text('myItems.tabItems') }).tap();
    await row.tap();
    await expect(page.getByRole('list', { name: text('home.changes') })).toContainText(author);
    await page.getByRole('button', { name: text('home.markSeen') }).tap();
    await expect(page.getByText(text('home.noChangesTitle'))).toBeVisible();
    expect((await call(calls.home.changes, {})).total).toBe(0);
  });
});
