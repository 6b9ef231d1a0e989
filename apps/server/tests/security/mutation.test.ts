import { calls } from '@octavo/contract';
import type { Call } from '@octavo/contract/define-call';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type * as RightsModule from '../../src/access/effective-rights.ts';
import type * as TokenLimitsModule from '../../src/access/token-limits.ts';
import type { EffectiveRights } from '../../src/access/effective-rights.ts';
import type { Db } from '../../src/db/connect.ts';
import { openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';
import type { State } from './matrix-table.ts';
import { createMatrix } from './matrix-fixture.ts';
import type { Matrix } from './matrix-fixture.ts';
import type { Connection } from '../../src/db/connect.ts';
import { pageRepository } from '../../src/modules/page/page.repository.ts';
import { catalogRepository } from '../../src/modules/catalog/catalog.repository.ts';
import { pageSearchRepository } from '../../src/modules/search/page-search.repository.ts';
import { memberRepository } from '../../src/access/member.repository.ts';
import { itemRepository } from '../../src/access/item.repository.ts';
import { accessTokenRepository } from '../../src/modules/account/access-token.repository.ts';
import { makeTokenClient } from '../helpers/access-tokens.ts';
import { makeLoggedInUser } from '../helpers/factories.ts';
import { makeItem } from '../helpers/item-factories.ts';
import { createTokenMatrix } from './token-matrix-fixture.ts';
import { teamItemMemberRepository } from '../../src/modules/team/team-item-member.repository.ts';

/** Returns the replaced queries of a repository, and nothing for other repositories. */
type QueryMutation = (repository: unknown, real: object, db: Db) => object | undefined;

/** A mutation: replaces a rule or a query of the product. */
interface Mutation {
  rights?: (
    real: EffectiveRights,
    input: Parameters<typeof RightsModule.resolveRights>,
  ) => EffectiveRights;
  queries?: readonly QueryMutation[];
  /** Replaces rules of personal access tokens. */
  tokens?: Partial<Record<keyof typeof TokenLimitsModule, unknown>>;
}

const active = vi.hoisted(() => ({ mutation: {} as Mutation }));

vi.mock(import('../../src/access/effective-rights.ts'), async (original) => {
  const real = await original();
  return {
    ...real,
    resolveRights: (...input) => {
      const rights = real.resolveRights(...input);
      return active.mutation.rights?.(rights, input) ?? rights;
    },
  };
});

vi.mock(import('../../src/db/repository.ts'), async (original) => {
  const real = await original();
  return {
    ...real,
    repository: <R extends object>(create: (db: Db) => R) => {
      const bind: (connection: Connection) => R = real.repository((db) => {
        const own = create(db);
        // Evaluated on each access: the site is opened before a mutation is active.
        return new Proxy(own, {
          get: (_target, name) => {
            const queries = active.mutation.queries ?? [];
            const replaced = queries.map((mutate) => mutate(bind, own, db));
            return Object.assign({}, own, ...replaced)[name];
          },
        });
      });
      return bind;
    },
  };
});

function replaceIn<R extends object>(
  repository: (connection: Connection) => R,
  replace: (real: R, db: Db) => Partial<R>,
): QueryMutation {
  return (bound, real, db) => (bound === repository ? replace(real as R, db) : undefined);
}

vi.mock(import('../../src/access/token-limits.ts'), async (original) => {
  const real = await original();
  const replaced =
    <A extends unknown[], R>(name: keyof typeof real, own: (...input: A) => R) =>
    (...input: A): R =>
      ((active.mutation.tokens?.[name] as typeof own | undefined) ?? own)(...input);
  return {
    ...real,
    assertScope: replaced('assertScope', real.assertScope),
    assertItemIncluded: replaced('assertItemIncluded', real.assertItemIncluded),
    assertNoItemLimit: replaced('assertNoItemLimit', real.assertNoItemLimit),
    mayReachItem: replaced('mayReachItem', real.mayReachItem),
    narrowAccount: replaced('narrowAccount', real.narrowAccount),
  };
});

let site: TestSite;
let matrix: Matrix;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1' });
  matrix = await createMatrix(site);
});
afterAll(() => site.close());
afterEach(() => {
  active.mutation = {};
});

const FULL_ACCESS = { view: 'all', edit: 'all' } as const;

type MutationCase = readonly [
  name: string,
  call: string,
  state: State,
  createMutation: () => Mutation,
];

const mutations: readonly MutationCase[] = [
  [
    'the menu omits the catalog filter',
    'item.info',
    'private',
    () => ({
      queries: [
        replaceIn(pageRepository, ({ listMenu }) => ({
          listMenu: (grant) => listMenu({ ...grant, ...FULL_ACCESS }),
        })),
        replaceIn(catalogRepository, ({ list }) => ({
          list: (grant) => list({ ...grant, ...FULL_ACCESS }),
        })),
      ],
    }),
  ],
  [
    'the search ignores the catalog limit',
    'item.search',
    'private',
    () => ({
      queries: [replaceIn(pageSearchRepository, withFullAccess)],
    }),
  ],
  [
    'memberships stay cached after a removal',
    'page.info',
    'private',
    () => {
      const cachedMemberships = new Map<
        string,
        ReturnType<ReturnType<typeof memberRepository>['listMemberships']>
      >();
      return {
        queries: [
          replaceIn(memberRepository, ({ listMemberships }) => ({
            listMemberships: (itemId, uid) => {
              const key = `${itemId} ${uid}`;
              const memberships = cachedMemberships.get(key) ?? listMemberships(itemId, uid);
              cachedMemberships.set(key, memberships);
              return memberships;
            },
          })),
        ],
      };
    },
  ],
  [
    'an editor of one catalog may edit every catalog that they can read',
    'page.save',
    'private',
    () => ({
      rights: (real) => (real.edit === 'none' ? real : { ...real, edit: real.view }),
    }),
  ],
  [
    'a catalog limit is ignored',
    'page.history',
    'private',
    () => ({
      rights: (real) => (Array.isArray(real.view) ? { ...real, view: 'all' } : real),
    }),
  ],
  [
    'an archived item can be edited',
    'page.updateHistoryComments',
    'archived',
    () => ({ rights: (real) => ({ ...real, edit: real.restrict }) }),
  ],
  [
    'an imported item can be edited',
    'page.createSinglePage',
    'type 3',
    () => ({
      rights: (real) => (real.owner ? { ...real, restrict: 'all', edit: 'all' } : real),
    }),
  ],
  [
    'a private item is public',
    'page.diff',
    'private',
    () => ({ rights: (real) => ({ ...real, view: 'all' }) }),
  ],
  [
    'every logged-in user counts as the owner',
    'item.getKey',
    'public',
    () => ({
      rights: (real, [, uid]) => (uid === undefined ? real : { ...real, owner: true }),
    }),
  ],
  [
    'reading members may write',
    'page.sort',
    'public',
    () => ({
      rights: (real, [, , memberships]) =>
        memberships.length > 0 ? { ...real, edit: real.view, restrict: real.view } : real,
    }),
  ],
  [
    'a deleted item is still found',
    'item.info',
    'deleted',
    () => ({
      queries: [
        replaceIn(itemRepository, (_real, db) => ({
          findMeta: (itemId) =>
            db
              .selectFrom('item')
              .selectAll()
              .where('item_id', '=', itemId)
              .executeTakeFirst()
              .then((row) => row && { ...row, is_private: row.password_hash !== null }),
        })),
      ],
    }),
  ],
  [
    'leaving an item does not end the team membership in it',
    'page.info',
    'private',
    () => ({
      queries: [replaceIn(teamItemMemberRepository, () => ({ deactivate: async () => true }))],
    }),
  ],
  [
    'removing a member keeps the row',
    'page.isLock',
    'private',
    () => ({
      queries: [
        replaceIn(memberRepository, () => ({
          delete: async () => ({ uid: 1, member_group_id: 0, cat_id: 0 }),
        })),
      ],
    }),
  ],
];

/** Runs every query of the search with access to everything in its items. */
function withFullAccess<R extends object>(real: R): R {
  return Object.fromEntries(
    Object.entries(real).map(([name, query]) => [
      name,
      (grants: readonly object[], ...rest: unknown[]) =>
        (query as (...input: unknown[]) => unknown)(
          grants.map((grant) => ({ ...grant, ...FULL_ACCESS })),
          ...rest,
        ),
    ]),
  ) as R;
}

function findCall(name: string): Call {
  const [noun = '', verb = ''] = name.split('.');
  return (calls as unknown as Record<string, Record<string, Call>>)[noun]?.[verb] as Call;
}

describe('the rights matrix detects a server in which', () => {
  it.each(mutations)('%s (%s, %s)', async (_description, name, state, createMutation) => {
    expect(await matrix.check(name, findCall(name), [state])).toEqual([]);
    active.mutation = createMutation();
    const deviations = await matrix.check(name, findCall(name), [state]);
    // The mutation must grant access or reveal a text, not merely cause an error.
    expect(deviations.join('\n')).toMatch(/: 0 instead of|reveals the/);
  });
});

const tokenMutations: readonly (readonly [name: string, call: string, mutation: () => Mutation])[] =
  [
    [
      'the scope of a call is not checked',
      'page.history',
      () => ({ tokens: { assertScope() {} } }),
    ],
    [
      'the scope of a command is not checked',
      'page.save',
      () => ({ tokens: { assertScope() {} } }),
    ],
    [
      'the items of a token are not checked',
      'page.info',
      () => ({ tokens: { assertItemIncluded() {} } }),
    ],
    [
      'a limited token reaches calls without an item',
      'notice.getList',
      () => ({ tokens: { assertNoItemLimit() {} } }),
    ],
    [
      'a limited token exports every item',
      'export.status',
      () => ({ tokens: { assertItemIncluded() {} } }),
    ],
    [
      'an expired token still works',
      'item.info',
      () => ({
        queries: [
          replaceIn(accessTokenRepository, ({ findByToken }) => ({
            findByToken: async (hash: Buffer) => {
              const row = await findByToken(hash);
              return row && { ...row, is_expired: false };
            },
          })),
        ],
      }),
    ],
  ];

describe('the matrix of tokens detects a server in which', () => {
  it.each(tokenMutations)('%s (%s)', async (_description, name, createMutation) => {
    const tokens = await createTokenMatrix(site);
    expect(await tokens.check(name, findCall(name))).toEqual([]);
    active.mutation = createMutation();
    const deviations = await tokens.check(name, findCall(name));
    expect(deviations.join('\n')).toMatch(/: passed instead of/);
  });
});

describe('without the rule', () => {
  it('that narrows the role, a token without the scope admin reads the audit log', async () => {
    const { uid } = await makeLoggedInUser(site, { admin: true });
    const codeOf = async () => {
      const script = await makeTokenClient(site, uid, { scopes: ['read'] });
      return (await script.call(calls.audit.getList, {})).error_code;
    };
    expect(await codeOf()).not.toBe(0);
    active.mutation = {
      tokens: { narrowAccount: (account: object, token: object) => ({ ...account, token }) },
    };
    expect(await codeOf()).toBe(0);
  });

  it('that narrows lists, a limited token lists other items', async () => {
    const owner = await makeLoggedInUser(site);
    const [mine, other] = [await makeItem(site, { owner }), await makeItem(site, { owner })];
    const script = await makeTokenClient(site, owner.uid, { scopes: ['read'], item_ids: [mine] });
    const list = async () =>
      (await script.callOk(calls.item.myList, {})).map(({ item_id }) => item_id);
    expect(await list()).toEqual([mine]);
    active.mutation = { tokens: { mayReachItem: () => true } };
    expect(await list()).toEqual([mine, other]);
  });
});
