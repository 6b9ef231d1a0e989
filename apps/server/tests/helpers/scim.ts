import { randomUUID } from 'node:crypto';
import { SCIM_PATH, SCIM_TOKEN_PREFIX } from '@octavo/contract/scim';
import { newAccessToken, shownPrefix } from '../../src/access/access-token.ts';
import { scimTokenRepository } from '../../src/modules/scim/scim-token.repository.ts';
import { hashToken } from '../../src/secrets.ts';
import { uniqueAddress } from './factories.ts';
import type { TestSite } from './site.ts';

export type Json = Record<string, unknown>;
export type ScimMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface ScimResponse {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  /** Empty if the answer has no body. */
  readonly body: Json;
}

/** Creates a SCIM token in the database. */
export async function makeScimToken(site: TestSite, name = 'Harbor directory') {
  const token = newAccessToken(SCIM_TOKEN_PREFIX);
  const row = await scimTokenRepository(site.deps.db).insert(
    {
      name,
      prefix: shownPrefix(token, SCIM_TOKEN_PREFIX),
      token_hash: hashToken(token),
      username: 'admin',
    },
    1000,
  );
  if (!row) throw new Error('there are too many tokens');
  return { token, id: row.id };
}

/** An identity provider that sends requests with this token. */
export function scimClient(site: TestSite, token: string) {
  const address = uniqueAddress();
  const send = async (
    method: ScimMethod,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ScimResponse> => {
    const answer = await site.app.inject({
      method,
      url: `${SCIM_PATH}${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        'x-forwarded-for': address,
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body !== undefined && {
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.body === '' ? {} : answer.json(),
    };
  };
  const expectStatus = async (
    status: number,
    ...request: Parameters<typeof send>
  ): Promise<Json> => {
    const answer = await send(...request);
    if (answer.status !== status)
      throw new Error(
        `${request[0]} ${request[1]}: ${answer.status} ${JSON.stringify(answer.body)}`,
      );
    return answer.body;
  };
  return { send, expectStatus };
}

export async function makeScimClient(site: TestSite, name?: string) {
  const { token, id } = await makeScimToken(site, name);
  return { ...scimClient(site, token), token, tokenId: id };
}

/** The body of a new user. */
export function scimUser(userName: string, fields: Json = {}): Json {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName,
    externalId: randomUUID(),
    active: true,
    displayName: `${userName} of Harbor`,
    emails: [{ type: 'work', primary: true, value: `${userName}@harbor.test` }],
    ...fields,
  };
}

export const patch = (...operations: Json[]): Json => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
});

export const byFilter = (endpoint: string, filter: string): string =>
  `${endpoint}?filter=${encodeURIComponent(filter)}`;
