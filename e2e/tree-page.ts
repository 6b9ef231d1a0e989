import { AxeBuilder } from '@axe-core/playwright';
import { calls } from '@octavo/contract';
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { makeSampleItem } from './sample-item.ts';
import type { Site } from './site.ts';

export const editableTree = (page: Page) => page.locator('[role="tree"][aria-multiselectable]');
export const row = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true });

/** An item with two catalogs of two pages each. */
export async function makeTree(page: Page, site: Site) {
  const sample = await makeSampleItem(page, site);
  const { item_id, call, pages } = sample;
  const menu = await call(calls.item.info, { item_id });
  const [orders, payments] = menu.menu.catalogs.map(({ cat_id }) => cat_id);
  if (!orders || !payments) throw new Error('the sample has no catalogs');
  const refund = await call(calls.page.save, {
    item_id,
    cat_id: payments,
    page_title: 'Refund a payment',
  });
  const catalogs = { orders, payments };
  return { ...sample, catalogs, pages: { ...pages, refund: refund.page_id } };
}

/** The item of `makeTree`, open at its first page in the editable tree. */
export async function openTree(page: Page, site: Site) {
  const made = await makeTree(page, site);
  await page.goto(`/${made.item_domain}/${made.pages.create}`);
  await editableTree(page).waitFor();
  return made;
}

/** The rows as the server stores them: catalogs with their pages. */
export function storedTree({
  call,
  item_id,
}: Pick<Awaited<ReturnType<typeof openTree>>, 'call' | 'item_id'>) {
  return async () => {
    const { menu } = await call(calls.item.info, { item_id });
    return [
      ...menu.pages.map(({ page_title }) => page_title),
      ...menu.catalogs.map(
        ({ cat_name, pages, catalogs }) =>
          `${cat_name}: ${[...pages.map(({ page_title }) => page_title), ...catalogs.map((below) => `[${below.cat_name}]`)].join(', ')}`,
      ),
    ];
  };
}

export async function openMenu(page: Page, name: string, entry: string): Promise<void> {
  await row(page, name).hover();
  await row(page, name).locator('[data-action="menu"]').click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** Drags to a point of another row: 0 is its upper edge, 1 its lower one. */
export async function drag(page: Page, from: Locator, to: Locator, at: number): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('nothing to drag');
  const x = start.x + 60;
  await page.mouse.move(x, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 6, start.y + start.height / 2 + 6);
  await page.mouse.move(end.x + 60, end.y + end.height * at, { steps: 8 });
  await page.mouse.up();
}

export async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}
