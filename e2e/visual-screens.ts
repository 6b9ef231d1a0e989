import { calls } from '@octavo/contract';
import type { Page } from '@playwright/test';
import { uploadFiles, PNG_PIXEL } from './files.ts';
import { makeAdmin, PASSWORD, uniqueName } from './users.ts';
import { makeSampleItem } from './sample-item.ts';
import type { Site } from './site.ts';

/** The path of the screen and, for a dialog, the button that opens it. */
export type ScreenLocation = string | { readonly path: string; readonly openButton: string };
export type ScreenMap = Readonly<Record<string, ScreenLocation>>;

/** Screens that need no login. */
export const VISITOR_SCREENS: ScreenMap = {
  landing: '/',
  login: '/user/login',
  register: '/user/register',
  'reset-request': '/user/resetPassword',
  'reset-by-url': '/user/ResetPasswordByUrl?uid=1&email=mei.lin@harbor.test&token=x',
  'reset-old-link': '/user/ResetPasswordByUrl',
  'invitation-ended': '/user/invitation?token=x',
  'second-step-ended': '/user/login?failed=secondFactorNeeded',
  'verify-email': '/user/verifyEmail?uid=1&token=x',
  'not-found': '/team/there/is/no/such/screen',
};

/** Screens of a new user without data. */
export const EMPTY_SCREENS: ScreenMap = {
  'my-items-empty': '/item/index',
  'user-setting': '/user/setting',
  'user-setting-preferences': '/user/setting?tab=preferences',
  'user-setting-security': '/user/setting?tab=security',
  'teams-empty': '/team/index',
  notices: '/notice/index',
  'attachments-empty': '/attachment/index',
};

/** Creates two users to be added as members, without a browser. */
export async function makeUsers(site: Site): Promise<string[]> {
  const names = [uniqueName('tomas.kral'), uniqueName('wangjing')];
  for (const [at, username] of names.entries())
    await site.query(
      `insert into "user" (username, username_key, name) values ($1, lower($1), $2)`,
      [username, at === 0 ? 'Tomas Kral' : '王静'],
    );
  return names;
}

/** Creates a planned import with new and changed pages, a running one and a finished one. */
async function makeImports(page: Page, site: Site, item_id: number) {
  const headers = { origin: site.url };
  const post = async (path: string, form: Record<string, unknown>) => {
    const answer = await page.request.post(`${site.url}${path}`, { headers, ...form });
    return ((await answer.json()) as { data: { task_id: number } }).data.task_id;
  };
  const plan = (words: string) => {
    const paths = Object.fromEntries(
      ['Create a refund', 'List refunds', words].map((summary) => [
        `/${encodeURIComponent(summary)}`,
        { get: { summary, description: words, tags: ['Orders'] } },
      ]),
    );
    const file = JSON.stringify({ openapi: '3.1.0', info: { title: 'Refunds' }, paths });
    const buffer = Buffer.from(file);
    const multipart = { item_id, file: { name: 'refunds.json', mimeType: 'text/json', buffer } };
    return post(calls.import.plan.path, { multipart });
  };
  const done = await plan('Cancel a refund');
  await post(calls.import.apply.path, { data: { task_id: done } });
  // A task that no worker runs and that does not count as stalled.
  const [running] = await site.query<{ task_id: string }>(
    `insert into task (uid, item_id, kind, step, state, attempt, done, total, request, beat_time)
     select uid, item_id, kind, 'import-apply', 'running', 1, 1240, 2000, request,
       clock_timestamp() + interval '1 hour' from task where task_id = $1 returning task_id`,
    [done],
  );
  return { done, running: running?.task_id, planned: await plan('Capture a refund') };
}

/** Screens of the owner of a filled item; the browser is logged in as the owner afterwards. */
export async function ownerScreens(page: Page, site: Site): Promise<ScreenMap> {
  const { username, item_id, item_domain, pages, call } = await makeSampleItem(page, site);
  await call(calls.page.save, { page_id: pages.retrieve, page_content: '## One\n\nOther text.' });
  const [version] = await call(calls.page.history, { page_id: pages.retrieve });
  await call(calls.page.delete, { page_id: pages.capture });
  const table = await call(calls.item.add, { item_name: 'Error codes', item_type: 4 });
  const { default_page_id } = await call(calls.item.info, { item_id: table.item_id });
  const makeCodeTable = (count: number) =>
    JSON.stringify([
      {
        name: 'Error codes',
        rows: [
          ['Code', 'HTTP', 'Name', 'Cause'],
          ...Array.from({ length: count }, (_, at) => [
            String(10_102 + at),
            '401',
            'not_logged_in',
            'The session ended, or no cookie was sent 未登录',
          ]),
        ],
        cols: { 2: { width: 160 }, 3: { width: 320 } },
      },
      { name: 'Regions', rows: [['eu', '欧洲']] },
    ]);
  for (const count of [12, 13])
    await call(calls.page.save, { page_id: default_page_id, page_content: makeCodeTable(count) });
  const [cells] = await call(calls.page.history, { page_id: default_page_id, content: false });
  const { page_id: sheet } = await call(calls.page.save, {
    item_id,
    page_title: 'Table of codes',
    page_type: 1,
    page_content: makeCodeTable(40),
  });
  const { unique_key } = await call(calls.page.createSinglePage, {
    page_id: pages.create,
    isCreateSiglePage: true,
  });
  const usernames = await makeUsers(site);
  await call(calls.member.save, { item_id, username: usernames, member_group_id: 1 });
  const { id: team_id } = await call(calls.team.save, { team_name: 'Storefront squad' });
  await call(calls.teamMember.save, { team_id, member_username: usernames });
  await call(calls.teamItem.save, { team_id, item_id, member_group_id: 1 });
  const [first] = await call(calls.teamItemMember.getList, { team_id, item_id });
  await call(calls.teamItemMember.save, { id: first?.id ?? 0, member_group_id: 0 });
  await uploadFiles(page, site, {
    'webhook-samples.json': Buffer.from('{}'),
    'sandbox-fixtures.zip': Buffer.from('PK\x05\x06'.padEnd(22, '\0')),
    '字段对照表.xlsx': Buffer.from('x'),
    'settlement-format-2026.pdf': Buffer.from('%PDF-1.7'),
    'a very long name of a file that was exported from another tool.csv': Buffer.from('a'),
    'order-state-machine.png': PNG_PIXEL,
    'checkout-flow-v3.png': PNG_PIXEL,
  });
  const imports = await makeImports(page, site, item_id);
  await call(calls.accessToken.create, {
    name: 'Build server',
    scopes: ['read', 'write'],
    item_ids: [item_id],
    network: '10.20.4.0/24',
    days: 90,
    password: PASSWORD,
  });
  await makeAdmin(page, site, username);
  await call(calls.adminSetting.saveOauth2Config, {
    oauth2_form: {
      kind: 'oidc',
      issuer: 'https://sso.harbor.test/realms/staff',
      client_id: 'octavo',
    },
  });
  return {
    'my-items': '/item/index',
    'add-item': '/item/add',
    'add-item-import': '/item/add?tab=import',
    'import-plan': `/item/import/${imports.planned}`,
    'import-change': {
      path: `/item/import/${imports.planned}`,
      openButton: 'button[aria-label*="Create a refund"]',
    },
    'import-new-page': {
      path: `/item/import/${imports.planned}`,
      openButton: 'button[aria-label*="Capture a refund"]',
    },
    'import-running': `/item/import/${imports.running}`,
    'import-done': `/item/import/${imports.done}`,
    'add-item-auto': '/item/add?tab=auto',
    'item-groups': '/item/group/index',
    search: '/search?keyword=order',
    'search-nothing': '/search?keyword=nowhere-at-all',
    'item-setting': `/item/setting/${item_id}`,
    'item-setting-members': `/item/setting/${item_id}?tab=members`,
    export: `/item/export/${item_id}`,
    'http-test': `/page/http/${item_id}`,
    teams: '/team/index',
    'team-members': `/team/member/${team_id}`,
    'team-items': `/team/item/${team_id}`,
    'team-access': {
      path: `/team/item/${team_id}`,
      openButton: 'button:has(svg)[aria-label*="Harbor"]',
    },
    'item-setting-advanced': `/item/setting/${item_id}?tab=advanced`,
    'item-setting-open-api': `/item/setting/${item_id}?tab=open-api`,
    'item-setting-audit': `/item/setting/${item_id}?tab=audit`,
    'item-setting-recycle': `/item/setting/${item_id}?tab=recycle`,
    catalog: `/catalog/${item_id}`,
    editor: `/page/edit/${item_id}/${pages.create}`,
    'editor-new': `/page/edit/${item_id}/0`,
    drafts: '/user/drafts',
    reader: `/${item_domain}/${pages.create}`,
    'shared-page': `/p/${unique_key}`,
    table: `/${table.item_id}/${default_page_id}`,
    'table-page': `/${item_domain}/${sheet}`,
    'table-diff': `/page/diff/${default_page_id}/${cells?.page_history_id}`,
    attachments: '/attachment/index',
    'user-setting-tokens': '/user/setting?tab=security',
    'new-token': {
      path: '/user/setting?tab=security',
      openButton: 'main button:has(.lucide-plus) >> nth=-1',
    },
    'admin-users': '/admin/index',
    'admin-users-filtered': '/admin/index?state=active&seen=7d',
    'admin-user-details': { path: '/admin/index', openButton: 'tbody tr:first-child a' },
    'admin-invite': { path: '/admin/index', openButton: '.lucide-mail-plus' },
    'admin-user-import': { path: '/admin/index', openButton: '.lucide-upload' },
    'admin-items': '/admin/index?tab=items',
    'admin-login': '/admin/index?tab=login',
    'admin-oauth2': '/admin/index?tab=oauth2',
    'admin-scim': '/admin/index?tab=scim',
    'admin-security': '/admin/index?tab=security',
    'admin-settings': '/admin/index?tab=settings',
    'admin-attachments': '/admin/index?tab=attachments',
    'admin-announcements': '/admin/index?tab=announcements',
    'admin-update': '/admin/index?tab=update',
    'admin-audit': '/admin/index?tab=audit',
    'admin-diagnostics': '/admin/index?tab=diagnostics',
    diff: `/page/diff/${pages.retrieve}/${version?.page_history_id}`,
  };
}

/** Sets the site banner; an empty text removes it. */
export async function setBanner(page: Page, site: Site, banner_text: string): Promise<void> {
  await page.request.post(`${site.url}${calls.adminSetting.saveConfig.path}`, {
    headers: { origin: site.url },
    data: { banner_text, banner_level: 'warning' },
  });
}
