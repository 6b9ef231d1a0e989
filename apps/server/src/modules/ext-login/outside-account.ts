import { USER_GROUP } from '@octavo/contract/user-group';
import { AppError } from '../../app-error.ts';
import type { Repositories } from '../../db/repositories.ts';
import type { Ctx } from '../../http/context.ts';
import { recordFailedLogin } from '../user/record-failed-login.ts';
import { usernameKey } from '../user/username-key.ts';
import { assertUsername, isReserved } from '../user/username.policy.ts';
import type { ExternalIdentity } from './external-identity.ts';
import type { OutsideKind } from './outside-login.repository.ts';
import { offerLink } from './pending-link.ts';

interface Account {
  readonly uid: number;
  readonly groupid: number;
  readonly disabled_time: Date | null;
}

type Refusing = Pick<Ctx, 'deps' | 'client'>;

/** The external system has authenticated the user, so the error may say that the account is disabled. */
export function refuseDisabled(
  { deps, client }: Refusing,
  account: { readonly uid: number },
  kind: OutsideKind,
): AppError {
  recordFailedLogin(deps, client, { account, reason: 'disabled', facts: { kind } });
  return new AppError('accountDisabled');
}

async function linkedAccount(
  ctx: Refusing,
  { outsideLogins }: Repositories,
  kind: OutsideKind,
  { id, username }: ExternalIdentity,
) {
  const linked = await outsideLogins.find(kind, id);
  if (linked?.disabled_time) throw refuseDisabled(ctx, linked, kind);
  // Password confirmation searches the directory by this username.
  if (linked && username !== '' && linked.external_username !== username)
    await outsideLogins.rename(kind, id, username);
  return linked;
}

/**
 * Returns the account of an external identity and creates it at the first login. Only the link identifies the
 * account: an existing account with the same username is never taken over.
 */
export async function outsideAccount(
  ctx: Refusing,
  repos: Repositories,
  kind: OutsideKind,
  person: ExternalIdentity,
): Promise<Account> {
  const linked = await linkedAccount(ctx, repos, kind, person);
  if (linked) return linked;
  const { id, username, name } = person;
  assertUsername(username);
  const namesake = await repos.users.findForLogin(usernameKey(username), username);
  if (!namesake && isReserved(username)) throw new AppError('usernameReserved');
  const inserted =
    !namesake &&
    (await repos.users.insert({
      username,
      username_key: usernameKey(username),
      name: name.slice(0, 64),
      groupid: USER_GROUP,
      password_hash: null,
      language: null,
    }));
  if (inserted) {
    // An administrator has linked the identity concurrently: the error rolls back the new account.
    if (!(await repos.outsideLogins.insert(kind, id, inserted.uid, username)))
      throw new AppError('attemptEnded');
    return { uid: inserted.uid, groupid: USER_GROUP, disabled_time: null };
  }
  // A concurrent login of the same identity may have created the account.
  const meanwhile = await linkedAccount(ctx, repos, kind, person);
  if (meanwhile) return meanwhile;
  recordFailedLogin(ctx.deps, ctx.client, {
    account: namesake,
    reason: 'notLinked',
    facts: { kind, external_id: id },
  });
  if (kind !== 'integration') offerLink(ctx, kind, person);
  throw new AppError('notLinked');
}
