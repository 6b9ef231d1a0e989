import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uniqueAddress, makeLoggedInUser, makeVisitor } from '../helpers/factories.ts';
import { allCalls } from '../helpers/valid-requests.ts';
import { openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';
import { CALL_ACTORS, NON_ITEM_CALLS } from './non-item-calls-table.ts';
import type { CallActor } from './non-item-calls-table.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
});
afterAll(() => site.close());

async function clientFor(actor: CallActor) {
  const addressHeader = { 'x-forwarded-for': uniqueAddress() };
  if (actor === 'visitor') return makeVisitor(site, addressHeader);
  const { client, uid } = await makeLoggedInUser(
    site,
    { admin: actor === 'administrator', auditor: actor === 'auditor' },
    addressHeader,
  );
  if (actor === 'expired session')
    await site.database.query(
      `update device set addtime = now() - interval '31 days' where uid = $1`,
      [uid],
    );
  if (actor === 'disabled user')
    await site.database.query('update "user" set disabled_time = now() where uid = $1', [uid]);
  return client;
}

const nonItemCalls = allCalls.filter(({ call }) => call.access.who !== 'item');

describe('calls that do not concern an item', () => {
  it('have one row each', () => {
    const names = nonItemCalls.map(({ name }) => name).toSorted();
    expect(Object.keys(NON_ITEM_CALLS).toSorted()).toEqual(names);
  });

  it.each(nonItemCalls)('$name', async ({ name, call, prepare }) => {
    const codes: Record<string, number> = {};
    for (const actor of CALL_ACTORS) {
      const { input } = await prepare(site);
      const client = await clientFor(actor);
      const answer = await client.request(
        call.method === 'GET'
          ? { method: 'GET', url: call.path, query: input as Record<string, string> }
          : { method: 'POST', url: call.path, payload: input },
      );
      const isEnvelope = String(answer.headers['content-type']).startsWith('application/json');
      codes[actor] = isEnvelope ? answer.json<{ error_code: number }>().error_code : 0;
    }
    expect(codes).toEqual(NON_ITEM_CALLS[name]);
  });
});
