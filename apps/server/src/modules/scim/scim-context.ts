import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../http/context.ts';
import type { UnitOfWork } from '../../http/context.ts';
import type { AccountSource } from '../directory-sync/apply-changes.ts';
import { provisionedAccountRepository } from '../directory-sync/directory-account.repository.ts';

/** The identity provider that sends a request, known by its token. */
export interface ScimClient {
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
  readonly address: string;
  readonly userAgent: string;
}

export interface ScimContext {
  readonly deps: Deps;
  readonly client: ScimClient;
  readonly baseUrl: string;
}

/** No account has such a username, because usernames have no spaces. */
const actorName = (name: string): string => `SCIM: ${name}`;

export function sourceOf({ deps, client }: ScimContext): AccountSource {
  return {
    deps,
    accounts: provisionedAccountRepository,
    facts: { token_prefix: client.prefix },
    actor: {
      uid: null,
      username: actorName(client.name),
      address: client.address,
      user_agent: client.userAgent,
    },
  };
}

/** Runs a change in one transaction, together with its audit entries. */
export const inChange = <T>({ deps }: ScimContext, act: (work: UnitOfWork) => Promise<T>) =>
  inTransaction(deps, act);
