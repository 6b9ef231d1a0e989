/** What the tree shows of a page. */
export interface TreeFacts {
  readonly page_title: string;
  readonly cat_id: number;
  readonly s_number: number;
  readonly method: string;
}

export function changesTree(now: TreeFacts, next: TreeFacts): boolean {
  return (
    now.page_title !== next.page_title ||
    now.cat_id !== next.cat_id ||
    now.s_number !== next.s_number ||
    now.method !== next.method
  );
}

const SINGLE_PAGE = 2;
const TABLE = 4;

/** Items of these types are one page: made with the item, never added to, never deleted. */
export function isOnePage(itemType: number): boolean {
  return itemType === SINGLE_PAGE || itemType === TABLE;
}

interface Deletion {
  readonly itemType: number;
  readonly owner: boolean;
  readonly uid: number;
  readonly creator_uid: number | null;
  readonly author_uid: number | null;
  /** A former version is theirs. */
  readonly hasVersion: boolean;
}

/** The owner deletes any page, an editor those they made or wrote on. */
export function mayDelete(deletion: Deletion): boolean {
  const { itemType, owner, uid, creator_uid, author_uid, hasVersion } = deletion;
  if (isOnePage(itemType)) return false;
  return owner || creator_uid === uid || author_uid === uid || hasVersion;
}
