import type { TokenScope } from '@octavo/contract/token-scope';
import { newAccessToken, shownPrefix } from '../../src/access/access-token.ts';
import { accessTokenRepository } from '../../src/modules/account/access-token.repository.ts';
import { hashToken } from '../../src/secrets.ts';
import type { TestClient } from './client.ts';
import { makeVisitor, uniqueAddress } from './factories.ts';
import type { TestSite } from './site.ts';

interface TokenOptions {
  readonly scopes: readonly TokenScope[];
  readonly item_ids?: readonly number[];
  readonly network?: string;
  readonly days?: number;
}

/** Creates a personal access token in the database. */
export async function makeAccessToken(
  site: TestSite,
  uid: number,
  { scopes, item_ids, network = '', days = 30 }: TokenOptions,
) {
  const token = newAccessToken();
  const row = await accessTokenRepository(site.deps.db).insert(
    {
      uid,
      name: 'Build server',
      prefix: shownPrefix(token),
      token_hash: hashToken(token),
      scopes,
      item_ids: item_ids ?? null,
      network,
      days,
      by_provider: false,
    },
    1000,
  );
  if (!row) throw new Error('the user has too many tokens');
  return { token, id: row.id };
}

/** A script that sends this token from an address of its own; scripts send no Origin. */
export function makeScript(site: TestSite, token: string): TestClient {
  return makeVisitor(site, {
    origin: undefined,
    'sec-fetch-site': undefined,
    'x-forwarded-for': uniqueAddress(),
    authorization: `Bearer ${token}`,
  });
}

/** A script with a new token. */
export async function makeTokenClient(site: TestSite, uid: number, options: TokenOptions) {
  const { token, id } = await makeAccessToken(site, uid, options);
  return Object.assign(makeScript(site, token), { tokenId: id });
}
