import { union } from './scope.ts';
import type { Scope } from './scope.ts';

/** What the rule needs to know of an item. */
export interface ItemFacts {
  readonly uid: number;
  readonly item_type: number;
  readonly is_archived: number;
  readonly is_private: boolean;
}

/** One way in which a person takes part: membership, later teams. */
export interface Tie {
  /** 1 edit, 0 read-only. */
  readonly member_group_id: number;
  /** One first-level catalog, or 0 for all. */
  readonly cat_id: number;
}

export interface Standing {
  readonly view: Scope;
  readonly edit: Scope;
  readonly owner: boolean;
  /** Edits before the archive froze them: for what only narrows. */
  readonly narrow: Scope;
}

function scopeOf({ cat_id }: Tie): Scope {
  return cat_id === 0 ? 'all' : [cat_id];
}

const READ_ONLY_TYPE = 3;

/**
 * The one rule of rights. View and edit are computed apart, each as the union over all ties; an open
 * item or a visit pass adds view only. An archived item is frozen, an imported one (type 3) read-only.
 */
export function standingIn(
  item: ItemFacts,
  uid: number | undefined,
  ties: readonly Tie[],
  hasPass: boolean,
): Standing {
  const owner = uid !== undefined && item.uid === uid;
  const isOpen = !item.is_private || hasPass || owner;
  const view = ties.map(scopeOf).reduce(union, isOpen ? 'all' : 'none');
  const editing = ties.filter((tie) => tie.member_group_id === 1).map(scopeOf);
  const mayEdit = editing.reduce(union, owner ? 'all' : 'none');
  const narrow: Scope = item.item_type === READ_ONLY_TYPE ? 'none' : mayEdit;
  return { view, edit: item.is_archived ? 'none' : narrow, owner, narrow };
}
