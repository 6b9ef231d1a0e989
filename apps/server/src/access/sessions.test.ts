import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from '../../tests/helpers/factories.ts';
import { openTestSite } from '../../tests/helpers/site.ts';
import type { TestSite } from '../../tests/helpers/site.ts';
import { hashToken, newToken } from '../secrets.ts';
import { deviceRepository } from '../modules/account/device.repository.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

describe('sessions', () => {
  it('does not cache a session that was loaded while its account changed', async () => {
    const { db, sessions, bus } = site.deps;
    const { uid } = await makeUser(site);
    const token = newToken();
    const device = { uid, kind: 'browser', user_agent: '', address: '' } as const;
    await deviceRepository(db).insert({ ...device, token_hash: hashToken(token) });
    const loading = sessions.find(token, '127.0.0.1');
    bus.publish('account', String(uid));
    expect(await loading).toMatchObject({ uid });
    await deviceRepository(db).revokeAll(uid);
    expect(await sessions.find(token, '127.0.0.1')).toBeUndefined();
  });
});
