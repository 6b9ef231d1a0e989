import { expect, it } from 'vitest';
import { pageIdFromUrl, pageHref } from './urls.ts';

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
