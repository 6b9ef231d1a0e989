import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { confirmPassword, uniqueName, registerByApi } from './users.ts';
import type { Site } from './site.ts';

async function call<T>(page: Page, site: Site, path: string, data: object): Promise<T> {
  const headers = { origin: site.url };
  const answer = await page.request.post(`${site.url}${path}`, { headers, data });
  const body = (await answer.json()) as { error_code: number; error_message: string; data: T };
  if (body.error_code !== 0) throw new Error(`${path}: ${body.error_message}`);
  return body.data;
}

test('an item is created, filled, shared, made private, searched, restored and archived', async ({
  page,
  browser,
  site,
  text,
}) => {
  await registerByApi(page, site, uniqueName('mei'));
  const domain = uniqueName('harbor');
  const guest = await (await browser.newContext({ baseURL: site.url })).newPage();
  let item_id = 0;
  let page_id = 0;

  await test.step('create', async () => {
    await page.goto('/item/add');
    await page.getByLabel(text('item.name'), { exact: true }).fill('Harbor API 港口');
    await page.getByLabel(text('item.domain'), { exact: true }).fill(domain);
    await page.locator('textarea[name=item_description]').fill('Orders of the port.\nPayments.');
    await page.getByRole('button', { name: text('addItem.create') }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/item/add'));
    await page.goto('/item/index');
    await expect(page.getByText('Orders of the port.')).toBeVisible();
    expect(await page.getByText('Orders of the port.').innerText()).toBe(
      'Orders of the port.\nPayments.',
    );
    const [item] = await call<{ item_id: number }[]>(page, site, '/api/item/myList', {});
    item_id = item?.item_id ?? 0;
  });

  await test.step('catalog and page', async () => {
    await page.goto(`/catalog/${item_id}`);
    await page
      .getByRole('button', { name: text('catalog.add') })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(text('catalog.name'), { exact: true }).fill('订单');
    await dialog.getByRole('button', { name: text('catalog.save') }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('订单').first()).toBeVisible();
    const [catalog] = await call<{ cat_id: number }[]>(page, site, '/api/catalog/catListName', {
      item_id,
    });
    const page_content =
      '# 创建订单\n\n下单后会锁定库存三十分钟，超时自动释放。\n\n## Example\n\ntext';
    const saved = await call<{ page_id: number }>(page, site, '/api/page/save', {
      item_id,
      cat_id: catalog?.cat_id,
      page_title: '创建订单',
      page_content,
    });
    page_id = saved.page_id;
    await call(page, site, '/api/page/save', { page_id, page_content: `${page_content}\n\nmore` });
  });

  await test.step('read by its domain, also without JavaScript', async () => {
    await guest.goto(`/${domain}`);
    await expect(guest.getByRole('heading', { level: 1, name: '创建订单' }).first()).toBeVisible();
    await expect(guest.getByText('锁定库存三十分钟')).toBeVisible();
    const noScriptContext = await browser.newContext({
      baseURL: site.url,
      javaScriptEnabled: false,
    });
    const staticPage = await noScriptContext.newPage();
    await staticPage.goto(`/${domain}/${page_id}`);
    await expect(staticPage.getByText('锁定库存三十分钟')).toBeVisible();
    await noScriptContext.close();
  });

  await test.step('search for a Chinese word inside a sentence', async () => {
    await guest.getByPlaceholder(text('reader.search')).fill('库存');
    await guest.keyboard.press('Enter');
    await expect(guest.getByText(text('reader.pages', { count: 1 })).first()).toBeVisible();
  });

  await test.step('share one page and cancel the link', async () => {
    await page.goto(`/${domain}/${page_id}`);
    await page.getByRole('button', { name: text('reader.share'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('switch', { name: text('reader.singlePage') }).click();
    await expect
      .poll(async () => {
        const [row] = await site.query<{ unique_key: string | null }>(
          'select unique_key from page where page_id = $1',
          [page_id],
        );
        return row?.unique_key;
      })
      .toBeTruthy();
    const [row] = await site.query<{ unique_key: string }>(
      'select unique_key from page where page_id = $1',
      [page_id],
    );
    await guest.goto(`/p/${row?.unique_key}`);
    await expect(guest.getByText('锁定库存三十分钟')).toBeVisible();
    await call(page, site, '/api/page/createSinglePage', { page_id, isCreateSiglePage: false });
    await guest.goto(`/p/${row?.unique_key}`);
    await expect(guest.getByText(text('reader.cancelledTitle'))).toBeVisible();
  });

  await test.step('make it private with a visit password', async () => {
    await call(page, site, '/api/item/update', { item_id, is_private: 1, password: 'open sesame' });
    await guest.goto(`/${domain}/${page_id}`);
    await guest.waitForURL('**/item/password/**');
    await expect(guest.getByText('Harbor API')).toHaveCount(0);
    await guest.getByLabel(text('itemPassword.password'), { exact: true }).fill('open sesame');
    await guest.getByRole('button', { name: text('itemPassword.open') }).click();
    await guest.waitForURL(`**/${domain}/${page_id}`);
    await expect(guest.getByText('锁定库存三十分钟')).toBeVisible();
  });

  await test.step('compare a version with the current text', async () => {
    const [version] = await call<{ page_history_id: number }[]>(page, site, '/api/page/history', {
      page_id,
    });
    await page.goto(`/page/diff/${page_id}/${version?.page_history_id}`);
    await expect(page.getByText('more', { exact: true }).first()).toBeVisible();
  });

  await test.step('delete the page and restore it', async () => {
    await page.goto(`/${domain}/${page_id}`);
    await page
      .getByRole('button', { name: text('reader.deletePage') })
      .first()
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('reader.deletePage') })
      .click();
    await page.waitForURL((url) => url.pathname === `/${domain}`);
    await page.goto(`/item/setting/${item_id}`);
    await page.getByRole('link', { name: text('itemSetting.recycle') }).click();
    await page
      .getByRole('button', { name: text('itemSetting.recoverPage', { page: '创建订单' }) })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('itemSetting.recoverAction') })
      .click();
    await expect
      .poll(() =>
        site.query('select page_id from page where item_id = $1 and del_time is null', [item_id]),
      )
      .toHaveLength(1);
  });

  await test.step('archive it after a confirmation', async () => {
    await page.getByRole('link', { name: text('itemSetting.advanced') }).click();
    await page.getByRole('button', { name: text('itemSetting.archive') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: text('itemSetting.archive') }).click();
    await confirmPassword(page, text);
    await page.waitForURL('**/item/index');
    await page.goto(`/${domain}`);
    await expect(page.getByText(text('reader.archived'))).toBeVisible();
  });
});
