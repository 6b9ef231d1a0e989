import type { HomeOverview } from '@octavo/contract/home.entities';
import type { LoginMethods } from '@octavo/contract/login-method.entities';
import { okResponse, errorResponse, stubFetch } from './responses.ts';

export const account = {
  uid: 6,
  username: 'mei.lin',
  name: 'Mei Lin',
  email: 'mei.lin@harbor.dev',
  email_verify: 1,
  groupid: 2,
  language: null,
  reg_time: '2026-01-03T10:00:00Z',
  last_login_time: null,
  password_time: '2026-01-03T10:00:00Z',
  email_sent_time: null,
  must_set_up: 0,
};

export const loginMethods: LoginMethods = {
  has_password: 1,
  local_access: 1,
  identities: [],
  scim: null,
  maintained_by: null,
  email_maintained_by: null,
  ldap_open: 0,
  oauth2_open: 0,
};

export const emptyOverview: HomeOverview = {
  is_first_visit: false,
  favourites: [],
  recent: [],
  has_more_recent: false,
  changes: { total: 0, pages: [], seen_until: null, items: [] },
};

/** The security settings of an account with a password only. */
export const securityReplies: Replies = {
  '/api/user/devices': () => okResponse([]),
  '/api/accessToken/getList': () => okResponse({ list: [], max_days: 365 }),
  '/api/secondFactor/status': () =>
    okResponse({
      passkeys: [],
      passkey_support: 'ready',
      totp: null,
      recovery: { left: 0, total: 0, last_used_time: null },
      required_from: null,
    }),
};

type Replies = Readonly<Record<string, (body: unknown) => Response | Promise<Response>>>;

/** Stubs the network with the given replies, by default for a visitor, and records the request bodies. */
export function stubAccountApi(replies: Replies) {
  const defaults: Replies = {
    '/api/user/info': () => errorResponse(10102, 'Log in to continue'),
    '/api/common/homePageSetting': () =>
      okResponse({ home_page: 1, home_item: '', register_open: 1, needs_setup: false }),
    '/api/ExtLogin/loginMethods': () => okResponse(loginMethods),
    '/api/item/myList': () => okResponse([]),
    '/api/itemGroup/getList': () => okResponse([]),
    '/api/home/open': () => okResponse(emptyOverview),
    '/api/page/drafts': () => okResponse([]),
    '/api/notice/getList': () => okResponse({ list: [], total: 0, unread: 0 }),
  };
  const sentRequests: { path: string; body: unknown }[] = [];
  stubFetch(async (request) => {
    const path = new URL(request.url).pathname;
    const body: unknown = request.method === 'POST' ? await request.json() : undefined;
    sentRequests.push({ path, body });
    const reply = replies[path] ?? defaults[path];
    return reply ? reply(body) : okResponse({});
  });
  return {
    bodiesOf: (path: string) =>
      sentRequests.filter((one) => one.path === path).map(({ body }) => body),
  };
}
