import { calls } from '@octavo/contract';
import type { Call } from '@octavo/contract/define-call';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type * as RightsModule from '../../src/access/effective-rights.ts';
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
      queries: [replaceIn(memberRepository, () => ({ delete: async () => 1 }))],
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
