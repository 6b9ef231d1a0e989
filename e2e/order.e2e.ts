import { calls } from '@octavo/contract';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { uniqueName, solveCaptcha, registerByApi } from './users.ts';
import { createCaller } from './sample-item.ts';
import type { Site } from './site.ts';

/** Drags one element onto another; a drag starts after a few pixels of movement. */
async function dragOnto(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.scrollIntoViewIfNeeded();
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('nothing to drag');
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width / 2 + 12, start.y + start.height / 2 + 12);
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 12 });
  await page.mouse.move(end.x + end.width / 2 + 1, end.y + end.height / 2 + 1);
  await page.mouse.up();
}

async function makeItems(page: Page, site: Site, names: readonly string[]) {
  await page.goto('/');
  await registerByApi(page, site, uniqueName('mei'));
  const call = createCaller(page.request, site);
  const ids: number[] = [];
  for (const item_name of names) ids.push((await call(calls.item.add, { item_name })).item_id);
  return { call, ids };
}

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  test(`items, catalogs and pages are reordered by mouse and by keyboard at ${width}`, async ({
    page,
    site,
    text,
  }) => {
    await page.setViewportSize({ width, height });
    const { call, ids } = await makeItems(page, site, ['Alder', 'Birch', 'Cedar']);
    const grip = (name: string, within: Page | Locator = page) =>
      within.getByRole('button', { name: text('sorting.reorder', { name }), exact: true });
    const expectAnnouncement = (sentence: string) =>
      expect(page.getByRole('status').filter({ hasText: sentence }).first()).toBeAttached();
    const expectFocus = (name: string) =>
      expect(page.locator(':focus')).toHaveAccessibleName(text('sorting.reorder', { name }));
    const moveByKeyboard = async (name: string, key: string, at: number, within?: Locator) => {
      await grip(name, within).focus();
      await page.keyboard.press('Space');
      // A lifted element is announced at its own position.
      await expectAnnouncement(text('sorting.moved', { name, at: at - 1, count: 3 }));
      await expectFocus(name);
      await page.keyboard.press(key);
      await expectAnnouncement(text('sorting.moved', { name, at, count: 3 }));
      await expectFocus(name);
      await page.keyboard.press('Space');
    };
    const itemNames = async () => (await call(calls.item.myList, {})).map((row) => row.item_name);

    await test.step('items', async () => {
      await page.goto('/item/index');
      await expect(page.getByRole('link', { name: 'Alder', exact: true })).toBeVisible();
      const before = await itemNames();
      const [first = '', second = '', third = ''] = before;
      await moveByKeyboard(first, width > 1000 ? 'ArrowRight' : 'ArrowDown', 2);
      await expect.poll(itemNames).toEqual([second, first, third]);
      await dragOnto(page, grip(third), grip(second));
      await expect.poll(itemNames).toEqual([third, second, first]);
      await page.reload();
      await expect(page.locator('article h2').first()).toHaveText(third);
    });

    const item_id = ids[0] ?? 0;
    for (const cat_name of ['Quay', 'Reef', 'Shoal'])
      await call(calls.catalog.save, { item_id, cat_name });
    const tree = async () =>
      (await call(calls.catalog.catListGroup, { item_id })).map((row) => row.cat_name);

    await test.step('catalogs', async () => {
      await page.goto(`/catalog/${item_id}`);
      await grip('Shoal').focus();
      await page.keyboard.press('Space');
      await expectAnnouncement(
        text('catalog.lifted', {
          name: 'Shoal',
          place: text('catalog.placeAfter', { after: 'Reef' }),
        }),
      );
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Space');
      await expect.poll(tree).toEqual(['Shoal', 'Quay', 'Reef']);
      await expect(page.getByRole('listitem').first()).toContainText('Shoal');
      await dragOnto(page, grip('Reef'), grip('Shoal'));
      await expect.poll(tree).toEqual(['Reef', 'Shoal', 'Quay']);
    });

    await test.step('pages', async () => {
      const [catalog] = await call(calls.catalog.catListName, { item_id });
      const cat_id = catalog?.cat_id ?? 0;
      for (const page_title of ['Tide', 'Undertow', 'Vane'])
        await call(calls.page.save, { item_id, cat_id, page_title, page_content: 'x' });
      const pages = async () =>
        (await call(calls.catalog.getPagesBycat, { item_id, cat_id })).map((row) => row.page_title);
      await page.reload();
      const name = catalog?.cat_name ?? '';
      if (width > 1000)
        await page.getByRole('button', { name: text('catalog.sortPagesOf', { name }) }).click();
      else {
        await page.getByRole('button', { name: text('catalog.actions', { name }) }).click();
        await page.getByText(text('catalog.sortPages'), { exact: true }).click();
      }
      const dialog = page.getByRole('dialog');
      await expect(grip('Tide', dialog)).toBeVisible();
      await moveByKeyboard('Tide', 'ArrowDown', 2, dialog);
      await expect.poll(pages).toEqual(['Undertow', 'Tide', 'Vane']);
      await dragOnto(page, grip('Vane', dialog), grip('Undertow', dialog));
      await expect.poll(pages).toEqual(['Vane', 'Undertow', 'Tide']);
    });
  });

test('a private item asks for its password, and for a captcha after ten wrong ones', async ({
  page,
  browser,
  site,
  text,
  locale,
}) => {
  const { call, ids } = await makeItems(page, site, ['Alder']);
  const item_id = ids[0] ?? 0;
  const { page_id } = await call(calls.page.save, {
    item_id,
    page_title: 'Tide',
    page_content: 'The tide turns at six.',
  });
  await call(calls.item.update, { item_id, is_private: true, password: 'open sesame' });
  const context = await browser.newContext({
    baseURL: site.url,
    locale: locale ?? 'en-GB',
    viewport: { width: 390, height: 844 },
  });
  const guest = await context.newPage();
  await guest.goto(`/${item_id}/${page_id}`);
  await guest.waitForURL('**/item/password/**');
  for (let tries = 0; tries < 9; tries += 1)
    await guest.request.post(`${site.url}/api/item/pwd`, {
      headers: { origin: site.url },
      data: { item_id, password: `wrong ${tries}` },
    });
  const password = guest.getByLabel(text('itemPassword.password'), { exact: true });
  const code = guest.getByLabel(text('shell.captcha'), { exact: true });
  const open = guest.getByRole('button', { name: text('itemPassword.open') });
  await expect(code).toHaveCount(0);
  await password.fill('wrong again');
  await open.click();
  await expect(code).toBeVisible();
  await expect(guest.getByText('Alder')).toHaveCount(0);
  await password.fill('open sesame');
  await code.fill(await solveCaptcha(context, site, 'visit'));
  await open.click();
  await guest.waitForURL(`**/${item_id}/${page_id}`);
  await expect(guest.getByText('The tide turns at six.')).toBeVisible();
  await context.close();
});
