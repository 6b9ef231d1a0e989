import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyCall } from '../testing/good-requests.ts';
import { openTestSite } from '../testing/site.ts';
import type { TestSite } from '../testing/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
});
afterAll(() => site.close());

type Fields = Record<string, unknown>;

/** A field with the id of an object; member_group_id is an access level, not an id. */
const isId = (name: string) => /(^|_)id$/.test(name) && name !== 'member_group_id';

function idsOf(input: Fields): string[] {
  return Object.keys(input).filter((name) => isId(name) && Number(input[name]) > 0);
}

/** Makes all items private, so that reading one requires a right. */
async function closeItems() {
  const closed = await site.database.query<{ item_id: string }>(
    `update item set password_hash = 'x' where password_hash is null returning item_id`,
  );
  for (const { item_id } of closed) site.deps.bus.publish('item', item_id);
}

/** Returns all non-empty subsets of the ids, to be replaced by foreign ones. */
function mixtures(ids: readonly string[]): string[][] {
  return Array.from({ length: 2 ** ids.length - 1 }, (_, bits) =>
    ids.filter((_id, at) => ((bits + 1) >> at) & 1),
  );
}

/** Fields in which a foreign id is ignored: it is a preference and gives no access. */
const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  'item.info': ['default_page_id'],
};

/** Administrators may access every object; calls for `anyone` need no right. */
const ALL_ALIKE: readonly string[] = ['anyone', 'admin'];

const withIds = everyCall.filter(
  ({ call }) => Object.keys(call.request.shape).some(isId) && !ALL_ALIKE.includes(call.access.who),
);

describe('ids of two owners in one request', () => {
  it('occur in many calls', () => {
    expect(withIds.length).toBeGreaterThan(40);
  });

  it.each(withIds)('give no access to each other: $name', async ({ name, call, prepare }) => {
    const mine = await prepare(site);
    const theirs = await prepare(site);
    await closeItems();
    const [own, foreign] = [mine.input as Fields, theirs.input as Fields];
    const accepted: string[] = [];
    for (const mixture of mixtures(idsOf(own))) {
      if (mixture.every((id) => HARMLESS[name]?.includes(id))) continue;
      const taken = Object.fromEntries(mixture.map((id) => [id, foreign[id]]));
      const answer = await mine.client.call(call, { ...own, ...taken });
      if (answer.error_code === 0) accepted.push(mixture.join(' and '));
    }
    expect(accepted).toEqual([]);
    // The request with only own ids succeeds.
    expect((await mine.client.call(call, own)).error_code).toBe(0);
  });
});
