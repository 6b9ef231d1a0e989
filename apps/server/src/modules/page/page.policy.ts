import { hasSinglePage } from '@octavo/contract/item-type';
/** The fields of a page that the tree depends on. */
export interface TreeEntry {
  readonly page_title: string;
  readonly cat_id: number;
  readonly s_number: number;
  readonly method: string;
}

export function changesTree(current: TreeEntry, next: TreeEntry): boolean {
  return (
    current.page_title !== next.page_title ||
    current.cat_id !== next.cat_id ||
    current.s_number !== next.s_number ||
    current.method !== next.method
  );
}

interface DeletionFacts {
  readonly itemType: number;
  readonly owner: boolean;
  readonly uid: number;
  readonly creator_uid: number | null;
  readonly author_uid: number | null;
  /** The user is the author of a previous version. */
  readonly hasVersion: boolean;
}

/** The owner may delete any page, an editor only pages they created or edited. */
export function mayDelete(facts: DeletionFacts): boolean {
  const { itemType, owner, uid, creator_uid, author_uid, hasVersion } = facts;
  if (hasSinglePage(itemType)) return false;
  return owner || creator_uid === uid || author_uid === uid || hasVersion;
}
