import { calls } from '@octavo/contract';
import type { Page } from '@playwright/test';
import { makeDocuments } from './reader-site.ts';
import type { Site } from './site.ts';

type Screens = Readonly<Record<string, string>>;

/** Screens that anybody can open. */
export const VISITOR_SCREENS: Screens = {
  landing: '/',
  login: '/user/login',
  register: '/user/register',
  'reset-request': '/user/resetPassword',
  'reset-by-url': '/user/ResetPasswordByUrl?uid=1&email=mei.lin@harbor.test&token=x',
  'reset-old-link': '/user/ResetPasswordByUrl',
  'verify-email': '/user/verifyEmail?uid=1&token=x',
  'not-found': '/team/there/is/no/such/screen',
};

/** A newcomer's, with nothing in them yet. */
export const EMPTY_SCREENS: Screens = {
  'my-items-empty': '/item/index',
  'user-setting': '/user/setting',
  notices: '/notice/index',
};

/** What an owner of a filled item sees; the browser is logged in as them afterwards. */
export async function ownerScreens(page: Page, site: Site): Promise<Screens> {
  const { item_id, item_domain, pages, call } = await makeDocuments(page, site);
  await call(calls.page.save, { page_id: pages.retrieve, page_content: '## One\n\nOther text.' });
  const [version] = await call(calls.page.history, { page_id: pages.retrieve });
  await call(calls.page.delete, { page_id: pages.capture });
  return {
    'my-items': '/item/index',
    'add-item': '/item/add',
    'item-groups': '/item/group/index',
    'item-setting': `/item/setting/${item_id}`,
    'item-setting-advanced': `/item/setting/${item_id}?tab=advanced`,
    'item-setting-open-api': `/item/setting/${item_id}?tab=open-api`,
    'item-setting-recycle': `/item/setting/${item_id}?tab=recycle`,
    catalog: `/catalog/${item_id}`,
    reader: `/${item_domain}/${pages.create}`,
    'lone-page': `/page/${pages.create}`,
    diff: `/page/diff/${pages.retrieve}/${version?.page_history_id}`,
  };
}
