import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { ADMIN_GROUP } from '@octavo/contract/user-group';
import { covers, isOpen } from '../../access/scope.ts';
import type { Scope } from '../../access/scope.ts';
import { standingIn } from '../../access/standing.ts';
import type { Reason } from '../../access/standing.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { usernameKey } from '../user/username-key.ts';

type Explain = Calls['item']['explainAccess'];

function nameOf(scope: Scope): 'none' | 'all' | 'catalogs' {
  return typeof scope === 'string' ? scope : 'catalogs';
}

/** Finds the user to explain: the owner of the item may query anyone, other users only themselves. */
async function findPerson(ctx: Ctx<Explain['access']>, username: string) {
  const { viewer, grant, repos } = ctx;
  if (viewer.kind !== 'user') throw new AppError('loginNeeded');
  const key = usernameKey(username);
  if (!grant.owner && key !== usernameKey(viewer.username)) throw new AppError('notManager');
  const person = await repos.users.findByKey(key);
  if (!person) throw new AppError('noSuchUser');
  return person;
}

/** Explains a user's rights by the reasons of the access rule, with the names of teams and catalogs. */
export async function explainAccess(
  ctx: Ctx<Explain['access']>,
  { page_id, username }: CallRequest<Explain>,
) {
  const { grant, deps, repos } = ctx;
  const person = await findPerson(ctx, username);
  const head = await deps.itemHeads.get(grant.itemId);
  const page = page_id ? await deps.pageHeads.get(page_id) : undefined;
  if (!head || (page_id && !page)) throw new AppError('notFound');
  const ties = await repos.members.listTies(grant.itemId, person.uid);
  // A visit pass is a cookie, so it is only known for the user who sends the request.
  const isSelf = person.uid === ctx.viewer.uid;
  const hasPass =
    isSelf && head.is_private && ctx.client.visitPass(head.item_id) === head.password_version;
  const standing = standingIn(head, person.uid, ties, hasPass);
  const opens = (scope: Scope) => (page ? covers(scope, page.top_cat_id) : isOpen(scope));
  const names = await repos.members.nameTies(ties);
  const told = ({ because, tie, view, edit }: Reason) => ({
    because,
    team_name: names.teams.get(tie?.team_id ?? 0) ?? '',
    member_group_id: tie?.member_group_id ?? (because === 'owner' ? 1 : 0),
    cat_id: tie?.cat_id ?? 0,
    cat_name: names.catalogs.get(tie?.cat_id ?? 0) ?? '',
    gives_view: opens(view),
    gives_edit: opens(edit),
  });
  return {
    username: person.username,
    name: person.name,
    can_view: opens(standing.view),
    can_edit: opens(standing.edit),
    view: nameOf(standing.view),
    edit: nameOf(standing.edit),
    reasons: standing.reasons.map(told),
    limits: [...standing.limits],
    is_private: head.is_private,
    is_shared: grant.owner && page !== undefined && page.unique_key !== null,
    is_admin: person.groupid === ADMIN_GROUP,
  };
}
