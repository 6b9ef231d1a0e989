import { covers } from '../../access/scope.ts';
import { standingIn } from '../../access/standing.ts';
import { AppError } from '../../app-error.ts';
import type { Work } from '../../http/context.ts';
import type { ShowingItem } from './library.repository.ts';

/**
 * Deleting a file changes every page that it belongs to, so the uploader must currently be allowed to edit all of
 * them. Files of archived items cannot be deleted. The caller locks the items and this function the memberships, so
 * that neither changes before the file is deleted.
 */
export async function assertMayDelete(
  { repos }: Pick<Work, 'repos'>,
  items: readonly ShowingItem[],
  uid: number,
): Promise<void> {
  for (const item of items) {
    if (item.is_archived) throw new AppError('itemArchived');
    const ties = item.uid === uid ? [] : await repos.members.holdTies(item.item_id, uid);
    const { copy } = standingIn(item, uid, ties, false);
    if (!item.top_cat_ids.every((topCatId) => covers(copy, topCatId)))
      throw new AppError('forbidden');
  }
}
