import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeAccessToken, makeScript } from '../../../tests/helpers/access-tokens.ts';
import {
  makeLoggedInUser,
  makeUser,
  makeVisitor,
  uniqueAddress,
} from '../../../tests/helpers/factories.ts';
import { makeItem } from '../../../tests/helpers/item-factories.ts';
import { makeSignedLink } from '../../../tests/helpers/login-link.ts';
import { enableOauth2Login } from '../../../tests/helpers/oauth2-attempt.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { WAIT } from '../../../tests/helpers/wait.ts';
import { settingRepository } from '../setting/setting.repository.ts';
import { publishSettingsChange } from '../setting/settings.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
});
afterAll(() => site.close());

const at = () => ({ 'x-forwarded-for': uniqueAddress() });

/** The newest entry with this action, once there are `count` more of them than before `act`. */
async function entryOf(action: string, act: () => Promise<unknown>, count = 1) {
  const list = () =>
    site.database.query<{ facts: Record<string, unknown>; text: string }>(
      'select *, audit_log::text as text from audit_log where action = $1 order by audit_id',
      [action],
    );
  const before = (await list()).length;
  await act();
  await vi.waitFor(async () => expect(await list()).toHaveLength(before + count), WAIT);
  return (await list()).at(-1);
}

/** Limits logins and tokens to these networks; without any, to none. */
async function limitLogins(networks: readonly string[]) {
  const time = new Date(0).toISOString();
  await settingRepository(site.deps.db).save({
    login_networks_on: networks.length > 0,
    login_networks: networks.map((network) => ({ network, note: '', username: 'mei', time })),
  });
  publishSettingsChange(site.deps.bus);
}

const FAILURE = { result: 'failure', actor_kind: 'anonymous', uid: null, username: '' };

describe('the audit log', () => {
  it('has refused personal access tokens, with their owner and without the token', async () => {
    const { uid, username } = await makeUser(site);
    const item_id = await makeItem(site, { owner: { uid, username } });
    const other = await makeItem(site, { owner: { uid, username } });
    const script = async (options: Parameters<typeof makeAccessToken>[2]) => {
      const { token } = await makeAccessToken(site, uid, options);
      return { client: makeScript(site, token), token };
    };
    const cases = [
      ['expired', calls.user.info, {}, { scopes: ['read'], days: -1 }],
      ['scope', calls.item.add, { item_name: 'New' }, { scopes: ['read'] }],
      ['items', calls.item.info, { item_id: other }, { scopes: ['read'], item_ids: [item_id] }],
      ['call', calls.user.devices, {}, { scopes: ['read'] }],
    ] as const;
    for (const [reason, call, input, options] of cases) {
      const { client, token } = await script(options);
      const entry = await entryOf('accessToken.refused', () => client.call(call, input));
      expect(entry).toMatchObject({
        ...FAILURE,
        subject: username,
        facts: { reason, call: call.path, token_prefix: token.slice(0, 8) },
      });
      expect(entry?.text).not.toContain(token.slice(9));
    }
    const { token, client } = await script({ scopes: ['read'] });
    await limitLogins(['10.0.0.0/8']);
    const elsewhere = await entryOf('accessToken.refused', () => client.call(calls.user.info, {}));
    expect(elsewhere).toMatchObject({
      ...FAILURE,
      subject: username,
      facts: { reason: 'network' },
    });
    await limitLogins([]);
    await site.database.query('delete from access_token where uid = $1', [uid]);
    const revoked = await entryOf('accessToken.refused', () =>
      makeScript(site, token).call(calls.user.info, {}),
    );
    expect(revoked).toMatchObject({ ...FAILURE, subject: '', facts: { reason: 'unknown' } });
    expect(revoked?.text).not.toContain(token.slice(4, 8));
  });

  it('has refused API keys of items', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    const { api_key, api_token } = await owner.client.callOk(calls.item.getKey, { item_id });
    await limitLogins(['10.0.0.0/8']);
    const elsewhere = await entryOf('open.refused', () =>
      makeVisitor(site, at()).call(calls.open.deletePage, { api_key, api_token, page_id: 1 }),
    );
    expect(elsewhere).toMatchObject({ ...FAILURE, facts: { reason: 'network' } });
    await limitLogins([]);
    const by = { api_key: 'f'.repeat(32), api_token: 'e'.repeat(32) };
    const entry = await entryOf('open.refused', () =>
      makeVisitor(site, at()).call(calls.open.deletePage, { ...by, page_id: 1 }),
    );
    expect(entry).toMatchObject({ ...FAILURE, facts: { reason: 'key' } });
    expect(entry?.text).not.toMatch(/ffff|eeee/);
  });

  it('has invalid links of mails, invitations and the first start', async () => {
    const { uid } = await makeUser(site);
    const token = 'planted-link-token';
    const password = 'another horse 8 battery';
    const cases = [
      ['reset', calls.user.resetPasswordByUrl, { uid, email: 'a@b.test', new_password: password }],
      ['verify', calls.user.verifyEmail, { uid }],
      ['invitation', calls.user.invitation, {}],
      [
        'invitation',
        calls.user.acceptInvitation,
        { username: 'invited', password, confirm_password: password },
      ],
    ] as const;
    for (const [reason, call, input] of cases) {
      const entry = await entryOf('user.linkRefused', () =>
        makeVisitor(site, at()).call(call, { token, ...input }),
      );
      expect(entry).toMatchObject({ ...FAILURE, subject: '', facts: { reason } });
      expect(entry?.text).not.toContain(token);
    }
  });

  it('has failed logins at the provider and by signed links', async () => {
    await enableOauth2Login(site);
    const denied = await entryOf('user.loginFailed', () =>
      makeVisitor(site, at()).request({
        method: 'GET',
        url: calls.extLogin.oauth2.path,
        query: { error: 'access_denied', state: 'unknown' },
      }),
    );
    expect(denied).toMatchObject({
      ...FAILURE,
      facts: { reason: 'provider', kind: 'oauth2', error: 'attemptEnded' },
    });
    const { username } = await makeUser(site);
    const { username: administrator } = await makeUser(site, { admin: true });
    const links = [
      ['linkInvalid', { ...(await makeSignedLink(site, { username })), sign: 'planted-sign' }],
      ['forbidden', await makeSignedLink(site, { username: administrator })],
    ] as const;
    for (const [error, query] of links) {
      const entry = await entryOf('user.loginFailed', () =>
        makeVisitor(site, at()).request({
          method: 'GET',
          url: calls.extLogin.bySecretKey.path,
          query,
        }),
      );
      expect(entry).toMatchObject({
        ...FAILURE,
        facts: { reason: 'link', kind: 'integration', error },
      });
      expect(entry?.text).not.toContain('planted-sign');
    }
  });

  it('has failed confirmations of identity, up to the limit of an hour', async () => {
    const { client, username, uid } = await makeLoggedInUser(site, {}, at());
    const guess = (password: string) =>
      client.call(calls.user.updateEmail, { email: 'new@harbor.test', password });
    const first = await entryOf('user.confirmFailed', () => guess('planted-guess'));
    expect(first).toMatchObject({
      ...FAILURE,
      subject: username,
      subject_uid: String(uid),
      facts: { reason: 'password', call: calls.user.updateEmail.path },
    });
    expect(first?.text).not.toContain('planted-guess');
    const last = await entryOf(
      'user.confirmFailed',
      async () => {
        for (let time = 0; time < 4; time += 1) await guess('wrong');
        expect((await guess('wrong')).error_code).not.toBe(0);
      },
      4,
    );
    expect(last?.facts).toMatchObject({ more_unlisted: true });
  });
});
