import { EDIT_GROUP } from '@octavo/contract/member-group';
import type { TeamLinkGrant } from '../../access/grant.ts';
import { AppError } from '../../app-error.ts';
import type { Connection } from '../../db/connect.ts';
import type { AuditNote } from '../../http/audit-entry.ts';
import type { Actor } from '../notice/notify.ts';
import type { UnitOfWork } from '../../http/context.ts';
import { catalogRepository } from '../catalog/catalog.repository.ts';
import { notify } from '../notice/notify.ts';
import { extendsTeamRight } from './team-right.policy.ts';
import type { TeamRight } from '../../access/team-rights.ts';

type TeamLinkCtx = UnitOfWork & Actor & { readonly grant: TeamLinkGrant };

/**
 * Team and item owners may reduce the rights of a team or of a member. Only the item owner may extend them, and only
 * while the item is not archived.
 */
export function assertMayChange(
  { viewer }: TeamLinkCtx,
  item: { readonly uid: number; readonly is_archived: number },
  before: TeamRight,
  after: TeamRight,
): void {
  if (!extendsTeamRight(before, after)) return;
  if (item.uid !== viewer.uid) throw new AppError('notManager');
  if (item.is_archived) throw new AppError('itemArchived');
}

export async function notifyOfRight(
  ctx: TeamLinkCtx,
  uids: readonly number[],
  { is_active, member_group_id }: TeamRight,
  onceKey?: string,
): Promise<void> {
  const kind = is_active === 1 ? 'itemAuthority' : 'itemRemoved';
  await notify(ctx, ctx, uids, {
    kind,
    facts: { edit: member_group_id === EDIT_GROUP },
    item_id: ctx.grant.itemId,
    ...(is_active === 0 && { team_id: ctx.grant.teamId }),
    ...(onceKey !== undefined && { once_key: `${onceKey} ${kind}` }),
  });
}

/** Audit note with the old and the new right; catalogs with their current names. */
export async function teamRightAuditNote(
  db: Connection,
  before: TeamRight,
  after: TeamRight,
): Promise<Pick<AuditNote, 'was' | 'facts'>> {
  const names = await catalogRepository(db).listNames([before.cat_id, after.cat_id]);
  const withName = (right: TeamRight) => ({
    member_group_id: right.member_group_id,
    cat_id: right.cat_id,
    is_active: right.is_active,
    cat_name: names.get(right.cat_id) ?? '',
  });
  return { was: withName(before), facts: withName(after) };
}
