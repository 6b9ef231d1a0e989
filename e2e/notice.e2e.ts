import { expect, test } from './fixtures.ts';
import { uniqueName, PASSWORD, registerByApi } from './users.ts';

test('a notification appears in another window without a reload, is read and deleted; the audit log names the actor', async ({
  page,
  browser,
  site,
  text,
  language,
}) => {
  const [owner, newOwner] = [uniqueName('ada'), uniqueName('mei')];
  await registerByApi(page, site, owner);
  const context = await browser.newContext({
    baseURL: site.url,
    locale: language === 'en' ? 'en-GB' : 'zh-CN',
    reducedMotion: 'reduce',
  });
  const second = await context.newPage();
  await registerByApi(second, site, newOwner);
  await second.goto('/item/index');
  await expect(second.getByRole('link', { name: text('notice.title'), exact: true })).toBeVisible();

  const headers = { origin: site.url };
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { headers, data });
    return ((await answer.json()) as { data: { item_id: number } }).data;
  };
  const { item_id } = await post('/api/item/add', { item_name: 'Mobile SDK' });
  await post('/api/item/attorn', { item_id, username: newOwner, password: PASSWORD });

  // Neither window was reloaded.
  const title = text('notice.itemTransferred', { from: owner, item: 'Mobile SDK' });
  const card = second.getByRole('region', { name: text('notice.newNotice') });
  await expect(card).toContainText(text('notice.unreadMessage', { count: 1 }));
  await expect(card).toContainText(title);
  const bell = text('notice.titleUnread', { count: 1 });
  await second.getByRole('link', { name: bell }).click();
  const row = second.getByRole('listitem').filter({ hasText: title });
  await expect(row).toContainText(text('notice.unreadMark'));
  await second.getByRole('button', { name: title, exact: true }).click();
  await expect(second.getByText(text('notice.itemTransferredText'))).toBeVisible();
  await expect(row).not.toContainText(text('notice.unreadMark'));
  await second.getByRole('button', { name: text('notice.delete', { notice: title }) }).click();
  await second
    .getByRole('dialog')
    .getByRole('button', { name: text('notice.deleteAction') })
    .click();
  await expect(second.getByRole('heading', { name: text('notice.emptyTitle') })).toBeVisible();

  await second.goto(`/item/setting/${item_id}?tab=audit`);
  const entry = second.getByRole('row').filter({ hasText: text('audit.itemAttorn') });
  await expect(entry).toContainText(owner);
  await expect(entry).toContainText(newOwner);
  await context.close();
});
