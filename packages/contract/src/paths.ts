/** The routes of the web client, as listed in the specification. Router, links and mails use these paths. */

type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

type Params<P extends string> = { readonly [Name in ParamNames<P>]: string | number };
type Query = Readonly<Record<string, string | number | undefined>>;
type HrefArguments<P extends string> =
  ParamNames<P> extends never ? [query?: Query] : [params: Params<P>, query?: Query];

export interface Path<P extends string> {
  readonly pattern: P;
  href(...parts: HrefArguments<P>): string;
}

function path<P extends `/${string}`>(pattern: P): Path<P> {
  return {
    pattern,
    href(...parts) {
      const [params, query] = (pattern.includes(':') ? parts : [{}, parts[0]]) as [
        Record<string, string | number>,
        Query | undefined,
      ];
      const filled = pattern.replaceAll(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(String(params[name])),
      );
      const search = new URLSearchParams();
      for (const [name, value] of Object.entries(query ?? {}))
        if (value !== undefined) search.set(name, String(value));
      return search.size > 0 ? `${filled}?${search}` : filled;
    },
  };
}

export const paths = {
  landing: path('/'),
  login: path('/user/login'),
  register: path('/user/register'),
  resetPassword: path('/user/resetPassword'),
  resetPasswordByUrl: path('/user/ResetPasswordByUrl'),
  userSetting: path('/user/setting'),
  setUpSecondFactor: path('/user/second-factor'),
  userDrafts: path('/user/drafts'),
  setup: path('/user/setup'),
  invitation: path('/user/invitation'),
  verifyEmail: path('/user/verifyEmail'),
  myItems: path('/item/index'),
  addItem: path('/item/add'),
  itemPassword: path('/item/password/:item_id'),
  exportItem: path('/item/export/:item_id'),
  importTask: path('/item/import/:task_id'),
  itemSetting: path('/item/setting/:item_id'),
  itemGroups: path('/item/group/index'),
  page: path('/page/:page_id'),
  sharedPage: path('/p/:unique_key'),
  editPage: path('/page/edit/:item_id/:page_id'),
  diffPage: path('/page/diff/:page_id/:page_history_id'),
  httpTest: path('/page/http/:item_id'),
  catalogs: path('/catalog/:item_id'),
  notices: path('/notice/index'),
  teams: path('/team/index'),
  teamMembers: path('/team/member/:team_id'),
  teamItems: path('/team/item/:team_id'),
  attachments: path('/attachment/index'),
  admin: path('/admin/index'),
  search: path('/search'),
  file: path('/file/:key/:name'),
  mockPath: path('/mock-path/:item_id'),
  mockData: path('/mock-data/:unique_key'),
  item: path('/:item'),
  itemPage: path('/:item/:page_id'),
} as const;

/** Words that are not allowed as item domain because a path of the site begins with them. */
export const reservedWords: ReadonlySet<string> = new Set([
  ...Object.values(paths)
    .map(({ pattern }) => pattern.split('/')[1] ?? '')
    .filter((segment) => segment !== '' && !segment.startsWith(':')),
  ...'api server scim file assets static mock health metrics robots sitemap'.split(' '),
  ...'search login logout setup web help demo favicon'.split(' '),
]);
