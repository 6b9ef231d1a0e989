import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import type { IdentityKind } from '@octavo/contract/login-method.entities';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import {
  identityNote,
  isReplaced,
  linkIdentity,
  loginMethodsOf,
  unlinkIdentity,
} from '../ext-login/external-identity.ts';
import { providerUserId } from '../ext-login/provider.policy.ts';
import { endSessions } from '../account/end-sessions.ts';
import { externalIdentityRepository } from '../ext-login/external-identity.repository.ts';
import { userRepository } from '../account/user.repository.ts';
import { adminUserRepository } from './admin-user.repository.ts';
import { mailLinkRepository } from './mail-link.repository.ts';

type AdminUser = Calls['adminUser'];

export async function getLoginMethods(
  { db, deps }: Ctx<AdminUser['getLoginMethods']['access']>,
  { uid }: CallRequest<AdminUser['getLoginMethods']>,
) {
  return loginMethodsOf(db, uid, await deps.settings.get());
}

/**
 * Switches the local password of a directory account on or off. Sessions do not record their login method, so switching
 * it off ends all of them.
 */
export async function setLocalAccess(
  ctx: Ctx<AdminUser['setLocalAccess']['access']>,
  { uid, local_access }: CallRequest<AdminUser['setLocalAccess']>,
) {
  const { db } = ctx;
  const user = await adminUserRepository(db).lockAccount(uid);
  if (!user) throw new AppError('noSuchUser');
  const kinds = await externalIdentityRepository(db).listKinds(uid);
  // An identity of SCIM is no login.
  const hasLogin = kinds.some((kind) => kind !== 'scim');
  if (!local_access && user.local_access && !hasLogin) throw new AppError('identityRequired');
  ctx.note({ subject_uid: uid, was: { local_access: user.local_access } });
  if (user.local_access === local_access) return {};
  await userRepository(db).setLocalAccess(uid, local_access);
  if (local_access) return {};
  await mailLinkRepository(db).expire(uid, 'reset');
  await endSessions(ctx, ctx, uid);
  return {};
}

/** Looks up an LDAP user by username. An OAuth 2 provider cannot be searched, so its id is used as typed. */
async function resolveIdentity({ deps }: Pick<Ctx, 'deps'>, kind: IdentityKind, identity: string) {
  if (kind === 'ldap') {
    const entry = await deps.ldapLogin.lookUp(identity);
    if (!entry) throw new AppError('identityUnknown');
    return { kind, ...entry };
  }
  const { oauth2_form } = await deps.settings.get();
  return { kind, id: providerUserId(oauth2_form, identity), username: '', name: '', dn: '' };
}

export async function findIdentity(
  ctx: Ctx<AdminUser['findIdentity']['access']>,
  { kind, identity }: CallRequest<AdminUser['findIdentity']>,
) {
  const { id, username, name, dn } = await resolveIdentity(ctx, kind, identity);
  const linked = await externalIdentityRepository(ctx.db).find(kind, id);
  return {
    external_id: id,
    external_username: username,
    name,
    dn,
    linked_username: linked?.username ?? '',
  };
}

export async function link(
  ctx: Ctx<AdminUser['linkIdentity']['access']>,
  { uid, kind, identity, replace }: CallRequest<AdminUser['linkIdentity']>,
) {
  const externalIdentity = await resolveIdentity(ctx, kind, identity);
  return ctx.transaction(async (work) => {
    const { db } = work;
    if (!(await adminUserRepository(db).lockAccount(uid))) throw new AppError('noSuchUser');
    const previous = await linkIdentity(db, uid, externalIdentity, { replace });
    if (isReplaced(previous, externalIdentity.id)) await endSessions(work, ctx, uid);
    ctx.note({ subject_uid: uid, ...identityNote(kind, previous, externalIdentity) });
    const linked = (await externalIdentityRepository(db).list(uid)).find(
      (each) => each.kind === kind,
    );
    if (!linked) throw new AppError('noSuchUser');
    return linked;
  });
}

export async function unlink(
  ctx: Ctx<AdminUser['unlinkIdentity']['access']>,
  { uid, kind }: CallRequest<AdminUser['unlinkIdentity']>,
) {
  if (!(await adminUserRepository(ctx.db).lockAccount(uid))) throw new AppError('noSuchUser');
  const previous = await unlinkIdentity(ctx.db, uid, kind);
  await endSessions(ctx, ctx, uid);
  ctx.note({ subject_uid: uid, ...identityNote(kind, previous, undefined) });
  return {};
}
