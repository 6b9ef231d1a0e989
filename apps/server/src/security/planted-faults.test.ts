import { calls } from '@octavo/contract';
import type { Call } from '@octavo/contract/define-call';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type * as StandingModule from '../access/standing.ts';
import type { Standing } from '../access/standing.ts';
import type { Db } from '../db/connect.ts';
import type * as RepositoriesModule from '../db/repositories.ts';
import type { Repositories } from '../db/repositories.ts';
import { openTestSite } from '../testing/site.ts';
import type { TestSite } from '../testing/site.ts';
import type { State } from './matrix-table.ts';
import { openMatrix } from './matrix-world.ts';
import type { Matrix } from './matrix-world.ts';

/** A mutation: replaces a rule or a query of the product. */
interface Fault {
  standing?: (real: Standing, input: Parameters<typeof StandingModule.standingIn>) => Standing;
  repositories?: (real: Repositories, db: Db) => Repositories;
}

const planted = vi.hoisted(() => ({ fault: {} as Fault }));

vi.mock(import('../access/standing.ts'), async (original) => {
  const real = await original();
  return {
    ...real,
    standingIn: (...input) => {
      const standing = real.standingIn(...input);
      return planted.fault.standing?.(standing, input) ?? standing;
    },
  };
});

vi.mock(import('../db/repositories.ts'), async (original) => {
  const real: typeof RepositoriesModule = await original();
  return {
    ...real,
    // Evaluated on each access: the site is opened before a mutation is active.
    repositories: (db) => {
      const own = real.repositories(db);
      return new Proxy(own, {
        get: (_target, name: keyof Repositories) =>
          (planted.fault.repositories?.(own, db) ?? own)[name],
      });
    },
  };
});

let site: TestSite;
let matrix: Matrix;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1' });
  matrix = await openMatrix(site);
});
afterAll(() => site.close());
afterEach(() => {
  planted.fault = {};
});

const EVERYTHING = { view: 'all', edit: 'all' } as const;

type FaultRow = readonly [name: string, call: string, state: State, fault: () => Fault];

const faults: readonly FaultRow[] = [
  [
    'the menu leaves the catalog filter out',
    'item.info',
    'private',
    () => ({
      repositories: (real) => ({
        ...real,
        pages: {
          ...real.pages,
          listMenu: (grant) => real.pages.listMenu({ ...grant, ...EVERYTHING }),
        },
        catalogs: {
          ...real.catalogs,
          list: (grant) => real.catalogs.list({ ...grant, ...EVERYTHING }),
        },
      }),
    }),
  ],
  [
    'the search skips the scope',
    'item.search',
    'private',
    () => ({
      repositories: (real) => ({
        ...real,
        pageSearch: widened(real.pageSearch),
      }),
    }),
  ],
  [
    'ties are remembered after a removal',
    'page.info',
    'private',
    () => {
      const known = new Map<string, ReturnType<Repositories['members']['listTies']>>();
      return {
        repositories: (real) => ({
          ...real,
          members: {
            ...real.members,
            listTies: (itemId, uid) => {
              const key = `${itemId} ${uid}`;
              const ties = known.get(key) ?? real.members.listTies(itemId, uid);
              known.set(key, ties);
              return ties;
            },
          },
        }),
      };
    },
  ],
  [
    'who edits one catalog edits all they read',
    'page.save',
    'private',
    () => ({
      standing: (real) => (real.edit === 'none' ? real : { ...real, edit: real.view }),
    }),
  ],
  [
    'a catalog limit is not looked at',
    'page.history',
    'private',
    () => ({
      standing: (real) => (Array.isArray(real.view) ? { ...real, view: 'all' } : real),
    }),
  ],
  [
    'an archived item is not frozen',
    'page.updateHistoryComments',
    'archived',
    () => ({ standing: (real) => ({ ...real, edit: real.narrow }) }),
  ],
  [
    'an imported item can be edited',
    'page.createSinglePage',
    'type 3',
    () => ({
      standing: (real) => (real.owner ? { ...real, narrow: 'all', edit: 'all' } : real),
    }),
  ],
  [
    'a private item opens to everybody',
    'page.diff',
    'private',
    () => ({ standing: (real) => ({ ...real, view: 'all' }) }),
  ],
  [
    'every person who is logged in counts as the owner',
    'item.getKey',
    'public',
    () => ({
      standing: (real, [, uid]) => (uid === undefined ? real : { ...real, owner: true }),
    }),
  ],
  [
    'reading members may write',
    'page.sort',
    'public',
    () => ({
      standing: (real, [, , ties]) =>
        ties.length > 0 ? { ...real, edit: real.view, narrow: real.view } : real,
    }),
  ],
  [
    'a deleted item is still found',
    'item.info',
    'deleted',
    () => ({
      repositories: (real, db) => ({
        ...real,
        items: {
          ...real.items,
          findHead: (itemId) =>
            db
              .selectFrom('item')
              .selectAll()
              .where('item_id', '=', itemId)
              .executeTakeFirst()
              .then((row) => row && { ...row, is_private: row.password_hash !== null }),
        },
      }),
    }),
  ],
  [
    'leaving an item does not end what a team gave',
    'page.info',
    'private',
    () => ({
      repositories: (real) => ({
        ...real,
        teamItemMembers: { ...real.teamItemMembers, switchOff: async () => true },
      }),
    }),
  ],
  [
    'removing a member leaves the row',
    'page.isLock',
    'private',
    () => ({
      repositories: (real) => ({
        ...real,
        members: { ...real.members, delete: async () => 1 },
      }),
    }),
  ],
];

/** Runs every query of the search with access to everything in its items. */
function widened<R extends object>(real: R): R {
  return Object.fromEntries(
    Object.entries(real).map(([name, query]) => [
      name,
      (grants: readonly object[], ...rest: unknown[]) =>
        (query as (...input: unknown[]) => unknown)(
          grants.map((grant) => ({ ...grant, ...EVERYTHING })),
          ...rest,
        ),
    ]),
  ) as R;
}

function callOf(name: string): Call {
  const [noun = '', verb = ''] = name.split('.');
  return (calls as unknown as Record<string, Record<string, Call>>)[noun]?.[verb] as Call;
}

describe('the rights matrix detects a server in which', () => {
  it.each(faults)('%s (%s, %s)', async (_fault, name, state, plant) => {
    expect(await matrix.walk(name, callOf(name), [state])).toEqual([]);
    planted.fault = plant();
    const caught = await matrix.walk(name, callOf(name), [state]);
    // The mutation must grant access or reveal a text, not merely cause an error.
    expect(caught.join('\n')).toMatch(/: 0 instead of|tells the/);
  });
});
