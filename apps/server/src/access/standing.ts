import { union } from './scope.ts';
import type { Scope } from './scope.ts';

/** What the rule needs to know of an item. */
export interface ItemFacts {
  readonly uid: number;
  readonly item_type: number;
  readonly is_archived: number;
  readonly is_private: boolean;
}

/** One way in which a person takes part: as a member, or through a team. */
export interface Tie {
  /** 1 edit, 0 read-only. */
  readonly member_group_id: number;
  /** One first-level catalog, or 0 for all. */
  readonly cat_id: number;
  /** Null for a membership of one's own. */
  readonly team_id: number | null;
}

/** Why something may be seen or changed, and how much of the item this alone opens. */
export interface Reason {
  readonly because: 'open' | 'pass' | 'owner' | 'member' | 'team';
  readonly view: Scope;
  readonly edit: Scope;
  readonly tie?: Tie;
}

export interface Standing {
  readonly view: Scope;
  readonly edit: Scope;
  readonly owner: boolean;
  /** Edits before the archive froze them: for what only narrows. */
  readonly narrow: Scope;
  /** Edits before anything froze them: for what makes a copy. */
  readonly copy: Scope;
  /** The proof: view and edit are the union over these, less what the limits take away. */
  readonly reasons: readonly Reason[];
  readonly limits: readonly ('archived' | 'imported')[];
}

function reasonOf(tie: Tie): Reason {
  const scope: Scope = tie.cat_id === 0 ? 'all' : [tie.cat_id];
  return {
    because: tie.team_id === null ? 'member' : 'team',
    view: scope,
    edit: tie.member_group_id === 1 ? scope : 'none',
    tie,
  };
}

const READ_ONLY_TYPE = 3;

/**
 * The one rule of rights. View and edit are computed apart, each as the union over all reasons; an
 * open item or a visit pass adds view only. An archived item is frozen, an imported one (type 3)
 * read-only. Nothing else counts, being an administrator included.
 */
export function standingIn(
  item: ItemFacts,
  uid: number | undefined,
  ties: readonly Tie[],
  hasPass: boolean,
): Standing {
  const owner = uid !== undefined && item.uid === uid;
  const reasons: Reason[] = [];
  if (!item.is_private) reasons.push({ because: 'open', view: 'all', edit: 'none' });
  if (hasPass) reasons.push({ because: 'pass', view: 'all', edit: 'none' });
  if (owner) reasons.push({ because: 'owner', view: 'all', edit: 'all' });
  reasons.push(...ties.map(reasonOf));

  const limits: Standing['limits'][number][] = [];
  if (item.item_type === READ_ONLY_TYPE) limits.push('imported');
  if (item.is_archived) limits.push('archived');

  const view = reasons.map((reason) => reason.view).reduce(union, 'none');
  const copy = reasons.map((reason) => reason.edit).reduce(union, 'none');
  const narrow: Scope = limits.includes('imported') ? 'none' : copy;
  const edit: Scope = limits.includes('archived') ? 'none' : narrow;
  return { view, edit, owner, narrow, copy, reasons, limits };
}
