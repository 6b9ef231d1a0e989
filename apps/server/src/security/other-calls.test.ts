import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshAddress, makeLoggedIn, visitor } from '../testing/factories.ts';
import { everyCall } from '../testing/good-requests.ts';
import { openTestSite } from '../testing/site.ts';
import type { TestSite } from '../testing/site.ts';
import { OTHER_ACTORS, OTHER_CALLS } from './other-calls-table.ts';
import type { OtherActor } from './other-calls-table.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
});
afterAll(() => site.close());

async function clientOf(actor: OtherActor) {
  const apart = { 'x-forwarded-for': freshAddress() };
  if (actor === 'visitor') return visitor(site, apart);
  const { client, uid } = await makeLoggedIn(site, { admin: actor === 'administrator' }, apart);
  if (actor === 'expired login')
    await site.database.query(
      `update device set addtime = now() - interval '31 days' where uid = $1`,
      [uid],
    );
  if (actor === 'disabled person')
    await site.database.query('update "user" set disabled_time = now() where uid = $1', [uid]);
  return client;
}

const otherCalls = everyCall.filter(({ call }) => call.access.who !== 'item');

describe('calls that do not concern an item', () => {
  it('have one row each', () => {
    const names = otherCalls.map(({ name }) => name).toSorted();
    expect(Object.keys(OTHER_CALLS).toSorted()).toEqual(names);
  });

  it.each(otherCalls)('$name', async ({ name, call, prepare }) => {
    const codes: Record<string, number> = {};
    for (const actor of OTHER_ACTORS) {
      const { input } = await prepare(site);
      const client = await clientOf(actor);
      const answer = await client.request(
        call.method === 'GET'
          ? { method: 'GET', url: call.path, query: input as Record<string, string> }
          : { method: 'POST', url: call.path, payload: input },
      );
      const isEnvelope = String(answer.headers['content-type']).startsWith('application/json');
      codes[actor] = isEnvelope ? answer.json<{ error_code: number }>().error_code : 0;
    }
    expect(codes).toEqual(OTHER_CALLS[name]);
  });
});
