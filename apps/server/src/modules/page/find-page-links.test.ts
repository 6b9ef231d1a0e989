import { expect, it } from 'vitest';
import { findPageLinks, parsePageUrl } from './find-page-links.ts';

const SITE = 'https://docs.example';

it.each([
  ['/page/12', { target_page_id: 12, item_ref: '' }],
  ['/page/12#user-content-errors', { target_page_id: 12, item_ref: '' }],
  ['/page/12?a=b', { target_page_id: 12, item_ref: '' }],
  [`${SITE}/page/12`, { target_page_id: 12, item_ref: '' }],
  ['/Harbor/12', { target_page_id: 12, item_ref: 'harbor' }],
  ['/7/12', { target_page_id: 12, item_ref: '7' }],
  ['/harbor?page_id=12&a=b', { target_page_id: 12, item_ref: 'harbor' }],
  ['/help/12', { target_page_id: 12, item_ref: 'help' }],
  ['/catalog/12', undefined],
  ['/p/12', undefined],
  ['/page/012', undefined],
  ['/page/12/13', undefined],
  ['/page/edit/7/12', undefined],
  ['https://other.example/page/12', undefined],
  ['#12', undefined],
])('%s', (href, expected) => {
  expect(parsePageUrl(href, SITE)).toEqual(expected);
});

it('finds links in all notations, once each, and none in code', () => {
  const text = [
    'See [Create](/page/1), [again](/page/1#fields) and [old](/harbor/2).',
    `Bare: ${SITE}/page/3, and (${SITE}/harbor/4).`,
    '[ref]: /page/5',
    '<a href="/page/6">six</a>',
    '`[code](/page/7)`',
    '```\n[code](/page/8)\n```',
    'GET /users/9',
  ].join('\n\n');
  expect(findPageLinks(text, SITE).map((link) => link.target_page_id)).toEqual([1, 2, 5, 6, 3, 4]);
});

it('stores a limited number of links', () => {
  const text = Array.from({ length: 5000 }, (_, at) => `[a](/page/${at + 1})`).join(' ');
  expect(findPageLinks(text, SITE)).toHaveLength(2000);
});
