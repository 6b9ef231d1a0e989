import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { ADMIN_GROUP } from '@octavo/contract/user-group';
import { EDIT_GROUP, READ_ONLY_GROUP } from '@octavo/contract/member-group';
import { covers, isNonEmpty } from '../../access/scope.ts';
import type { Scope } from '../../access/scope.ts';
import { resolveRights } from '../../access/effective-rights.ts';
import type { AccessReason } from '../../access/effective-rights.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { usernameKey } from '../../lib/username-key.ts';
import { userRepository } from '../account/user.repository.ts';
import { memberRepository } from '../../access/member.repository.ts';

type Explain = Calls['item']['explainAccess'];

function scopeName(scope: Scope): 'none' | 'all' | 'catalogs' {
  return typeof scope === 'string' ? scope : 'catalogs';
}

/** Finds the user to explain: the owner of the item may query anyone, other users only themselves. */
async function findSubject(ctx: Ctx<Explain['access']>, username: string) {
  const { viewer, grant, db } = ctx;
  if (viewer.kind !== 'user') throw new AppError('loginNeeded');
  const key = usernameKey(username);
  if (!grant.owner && key !== usernameKey(viewer.username)) throw new AppError('notManager');
  const subject = await userRepository(db).findByKey(key);
  if (!subject) throw new AppError('noSuchUser');
  return subject;
}

/** Explains a user's rights by the reasons of the access rule, with the names of teams and catalogs. */
export async function explainAccess(
  ctx: Ctx<Explain['access']>,
  { page_id, username }: CallRequest<Explain>,
) {
  const { grant, deps, db } = ctx;
  const subject = await findSubject(ctx, username);
  const meta = await deps.itemMetaCache.get(grant.itemId);
  const page = page_id ? await deps.pageMetaCache.get(page_id) : undefined;
  if (!meta || (page_id && !page)) throw new AppError('notFound');
  const memberships = await memberRepository(db).listMemberships(grant.itemId, subject.uid);
  // A visit pass is a cookie, so it is only known for the user who sends the request.
  const isSelf = subject.uid === ctx.viewer.uid;
  const hasPass =
    isSelf && meta.is_private && ctx.client.visitPass(meta.item_id) === meta.password_version;
  const rights = resolveRights(meta, subject.uid, memberships, hasPass);
  const grantsAccess = (scope: Scope) =>
    page ? covers(scope, page.top_cat_id) : isNonEmpty(scope);
  const names = await memberRepository(db).listMembershipNames(memberships);
  const toReason = ({ because, membership, view, edit }: AccessReason) => ({
    because,
    team_name: names.teams.get(membership?.team_id ?? 0) ?? '',
    is_exception: membership?.is_exception ?? false,
    member_group_id:
      membership?.member_group_id ?? (because === 'owner' ? EDIT_GROUP : READ_ONLY_GROUP),
    cat_id: membership?.cat_id ?? 0,
    cat_name: names.catalogs.get(membership?.cat_id ?? 0) ?? '',
    gives_view: grantsAccess(view),
    gives_edit: grantsAccess(edit),
  });
  return {
    username: subject.username,
    name: subject.name,
    can_view: grantsAccess(rights.view),
    can_edit: grantsAccess(rights.edit),
    view: scopeName(rights.view),
    edit: scopeName(rights.edit),
    reasons: rights.reasons.map(toReason),
    limits: [...rights.limits],
    is_private: meta.is_private,
    is_shared: grant.owner && page !== undefined && page.unique_key !== null,
    is_admin: subject.groupid === ADMIN_GROUP,
  };
}
