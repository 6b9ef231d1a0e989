import { calls } from '@octavo/contract';
import type { Call } from '@octavo/contract/define-call';
import { tokenScopes } from '@octavo/contract/token-scope';
import type { TokenScope } from '@octavo/contract/token-scope';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';
import { createTokenMatrix } from './token-matrix-fixture.ts';
import type { TokenMatrix } from './token-matrix-fixture.ts';

let site: TestSite;
let matrix: TokenMatrix;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
  matrix = await createTokenMatrix(site);
});
afterAll(() => site.close());

const all = Object.entries(calls).flatMap(([noun, verbs]) =>
  Object.entries(verbs).map(([verb, call]) => [`${noun}.${verb}`, call as Call] as const),
);

/** Calls that concern the login, the password or a secret that outlives the token; reviewed by hand. */
const WITHOUT_TOKENS = [
  'accessToken.create',
  'accessToken.getList',
  'accessToken.revoke',
  'adminScim.allowLink',
  'adminScim.createToken',
  'adminScim.revokeToken',
  'adminSecurity.removeSecondFactors',
  'adminSecurity.preview',
  'adminSecurity.save',
  'adminSetting.getLoginSecretKey',
  'adminSetting.resetLoginSecretKey',
  'adminUser.linkIdentity',
  'adminUser.mergeUser',
  'adminUser.setLocalAccess',
  'adminUser.unlinkIdentity',
  'common.verify',
  'item.archive',
  'item.attorn',
  'item.delete',
  'item.getKey',
  'item.pwd',
  'item.resetKey',
  'scriptCron.run',
  'team.attorn',
  'update.checkDb',
];
/** Nouns whose calls all reject tokens; `user` has the three calls below. */
const NOUNS_WITHOUT_TOKENS = new Set(['extLogin', 'open', 'passkey', 'secondFactor', 'user']);
const USER_CALLS: Record<string, TokenScope> = {
  'user.info': 'read',
  'user.allUser': 'read',
  'user.updateInfo': 'write',
};

describe('personal access tokens', () => {
  it('are not accepted by the reviewed calls', () => {
    const refused = all.filter(([, { scope }]) => scope === 'none').map(([name]) => name);
    const ofNouns = all
      .map(([name]) => name)
      .filter((name) => NOUNS_WITHOUT_TOKENS.has(name.split('.')[0] ?? ''))
      .filter((name) => !(name in USER_CALLS));
    expect(refused.toSorted()).toEqual([...WITHOUT_TOKENS, ...ofNouns].toSorted());
    const ofUser = all.filter(([name]) => name in USER_CALLS);
    expect(Object.fromEntries(ofUser.map(([name, { scope }]) => [name, scope]))).toEqual(
      USER_CALLS,
    );
  });

  it.each(all)('%s accepts what it declares', async (name, call) => {
    expect(await matrix.check(name, call)).toEqual([]);
  });

  it('cover every scope', () => {
    expect(new Set(all.map(([, { scope }]) => scope))).toEqual(new Set([...tokenScopes, 'none']));
  });
});
