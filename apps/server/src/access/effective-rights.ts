import { RUN_API_ITEM } from '@octavo/contract/item-type';
import { EDIT_GROUP } from '@octavo/contract/member-group';
import { union } from './scope.ts';
import type { Scope } from './scope.ts';

/** The columns of an item that determine access. */
export interface ItemAccessFields {
  readonly uid: number;
  readonly item_type: number;
  readonly is_archived: number;
  readonly is_private: boolean;
}

/** A user's membership in an item, direct or through a team. */
export interface Membership {
  /** 1 edit, 0 read-only. */
  readonly member_group_id: number;
  /** One first-level catalog, or 0 for all. */
  readonly cat_id: number;
  /** Null for a direct membership. */
  readonly team_id: number | null;
  /** The right through the team is an exception of this user, not the default right of the team. */
  readonly is_exception: boolean;
}

/** A reason for access, with the scope that it grants by itself. */
export interface AccessReason {
  readonly because: 'open' | 'pass' | 'owner' | 'member' | 'team';
  readonly view: Scope;
  readonly edit: Scope;
  readonly membership?: Membership;
}

export interface EffectiveRights {
  readonly view: Scope;
  readonly edit: Scope;
  readonly owner: boolean;
  /** The edit scope without the limit of the archive, for calls that only reduce access. */
  readonly restrict: Scope;
  /** The edit scope without any limit, for calls that copy content. */
  readonly copy: Scope;
  /** View and edit are the unions of these, reduced by the limits. */
  readonly reasons: readonly AccessReason[];
  readonly limits: readonly ('archived' | 'imported')[];
}

function toReason(membership: Membership): AccessReason {
  const scope: Scope = membership.cat_id === 0 ? 'all' : [membership.cat_id];
  return {
    because: membership.team_id === null ? 'member' : 'team',
    view: scope,
    edit: membership.member_group_id === EDIT_GROUP ? scope : 'none',
    membership,
  };
}

/**
 * Computes a user's rights in an item. View and edit are each the union over all reasons; a public item or a visit
 * pass adds view only. Archived and imported (type 3) items cannot be edited. Administrators and auditors have no extra rights.
 */
export function resolveRights(
  item: ItemAccessFields,
  uid: number | undefined,
  memberships: readonly Membership[],
  hasVisitPass: boolean,
): EffectiveRights {
  const owner = uid !== undefined && item.uid === uid;
  const reasons: AccessReason[] = [];
  if (!item.is_private) reasons.push({ because: 'open', view: 'all', edit: 'none' });
  if (hasVisitPass) reasons.push({ because: 'pass', view: 'all', edit: 'none' });
  if (owner) reasons.push({ because: 'owner', view: 'all', edit: 'all' });
  reasons.push(...memberships.map(toReason));

  const limits: EffectiveRights['limits'][number][] = [];
  if (item.item_type === RUN_API_ITEM) limits.push('imported');
  if (item.is_archived) limits.push('archived');

  const view = reasons.map((reason) => reason.view).reduce(union, 'none');
  const copy = reasons.map((reason) => reason.edit).reduce(union, 'none');
  const restrict: Scope = limits.includes('imported') ? 'none' : copy;
  const edit: Scope = limits.includes('archived') ? 'none' : restrict;
  return { view, edit, owner, restrict, copy, reasons, limits };
}
