import { covers } from '../../access/scope.ts';
import { resolveRights } from '../../access/effective-rights.ts';
import { AppError } from '../../app-error.ts';
import type { UnitOfWork } from '../../http/context.ts';
import type { ItemShowingFile } from './library.repository.ts';
import { memberRepository } from '../../access/member.repository.ts';

/**
 * Deleting a file changes every page that it belongs to, so the uploader must currently be allowed to edit all of
 * them. The read-only state of imported items is ignored, but a file that an archived item shows cannot be deleted. The
 * caller locks the items and this function the memberships, so that neither changes before the file is deleted.
 */
export async function assertMayDelete(
  { db }: Pick<UnitOfWork, 'db'>,
  items: readonly ItemShowingFile[],
  uid: number,
): Promise<void> {
  for (const item of items) {
    if (item.is_archived) throw new AppError('itemArchived');
    const memberships =
      item.uid === uid ? [] : await memberRepository(db).lockMemberships(item.item_id, uid);
    const { copy } = resolveRights(item, uid, memberships, false);
    if (!item.top_cat_ids.every((topCatId) => covers(copy, topCatId)))
      throw new AppError('forbidden');
  }
}
