import { expect, it } from 'vitest';
import { linkedPageId, pageIdFromUrl, pageHref } from './urls.ts';

const item = { item_id: 7, item_domain: 'Harbor' };

it.each([
  ['/7/12', 12],
  ['/harbor/12', 12],
  ['/HARBOR/12#errors', 12],
  ['/harbor?page_id=12', 12],
  ['/harbor', undefined],
  ['/harbor/0', undefined],
  ['/harbor/12x', undefined],
  ['/harbor/12/13', undefined],
  ['/other/12', undefined],
  ['/page/12', undefined],
])('%s is the URL of page %s of the item', (address, page) => {
  expect(pageIdFromUrl(new URL(address, 'https://docs.example'), item)).toBe(page);
});

it('the URL of an item without a domain contains its id', () => {
  expect(pageHref({ item_id: 7, item_domain: '' }, 12)).toBe('/7/12');
  expect(
    pageIdFromUrl(new URL('https://docs.example//12'), { item_id: 7, item_domain: '' }),
  ).toBeUndefined();
});

it('the permanent URL of a page is opened in the item if its menu has the page', () => {
  const menuPage = { page_id: 12, page_title: 'A', cat_id: 0, s_number: 1, method: '' };
  const withMenu = { ...item, menu: { pages: [menuPage], catalogs: [] } };
  const idOf = (address: string) =>
    linkedPageId(new URL(address, 'https://docs.example'), withMenu);
  expect(idOf('/page/12#errors')).toBe(12);
  expect(idOf('/page/13')).toBeUndefined();
  expect(idOf('/harbor/13')).toBe(13);
  expect(idOf('/page/edit/7/12')).toBeUndefined();
});
