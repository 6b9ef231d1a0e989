import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCalls } from '../helpers/valid-requests.ts';
import { openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
});
afterAll(() => site.close());

type Fields = Record<string, unknown>;

/** A field with the id of an object; member_group_id is an access level, not an id. */
const isId = (name: string) => /(^|_)id$/.test(name) && name !== 'member_group_id';

function listIds(input: Fields): string[] {
  return Object.keys(input).filter((name) => isId(name) && Number(input[name]) > 0);
}

/** Makes all items private, so that reading one requires a right. */
async function makeItemsPrivate() {
  const privateItems = await site.database.query<{ item_id: string }>(
    `update item set password_hash = 'x' where password_hash is null returning item_id`,
  );
  for (const { item_id } of privateItems) site.deps.bus.publish('item', item_id);
}

/** Returns all non-empty subsets of the ids, to be replaced by foreign ones. */
function idSubsets(ids: readonly string[]): string[][] {
  return Array.from({ length: 2 ** ids.length - 1 }, (_, bits) =>
    ids.filter((_id, at) => ((bits + 1) >> at) & 1),
  );
}

/** Fields in which a foreign id is ignored: it is a preference, or names nothing of the caller, and gives no access. */
const IGNORED_IDS: Readonly<Record<string, readonly string[]>> = {
  'item.info': ['default_page_id'],
  'favourite.delete': ['page_id'],
};

/** The console reads and changes the objects of all users; calls for `anyone` need no right. */
const UNRESTRICTED: readonly string[] = ['anyone', 'admin', 'auditor'];

const withIds = allCalls.filter(
  ({ call }) =>
    Object.keys(call.request.shape).some(isId) && !UNRESTRICTED.includes(call.access.who),
);

describe('ids of two owners in one request', () => {
  it('occur in many calls', () => {
    expect(withIds.length).toBeGreaterThan(40);
  });

  it.each(withIds)('give no access to each other: $name', async ({ name, call, prepare }) => {
    const mine = await prepare(site);
    const theirs = await prepare(site);
    await makeItemsPrivate();
    const [own, foreign] = [mine.input as Fields, theirs.input as Fields];
    const accepted: string[] = [];
    for (const idSubset of idSubsets(listIds(own))) {
      if (idSubset.every((id) => IGNORED_IDS[name]?.includes(id))) continue;
      const foreignIds = Object.fromEntries(idSubset.map((id) => [id, foreign[id]]));
      const answer = await mine.client.call(call, { ...own, ...foreignIds });
      if (answer.error_code === 0) accepted.push(idSubset.join(' and '));
    }
    expect(accepted).toEqual([]);
    // The request with only own ids succeeds.
    expect((await mine.client.call(call, own)).error_code).toBe(0);
  });
});
