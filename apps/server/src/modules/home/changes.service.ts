import { readableItems } from '../../access/readable-items.ts';
import type { ReadableItem } from '../../access/readable-items.ts';
import type { ViewerOf } from '../../access/viewer.ts';
import type { Deps } from '../../deps.ts';
import { changedPageRepository } from './changed-page.repository.ts';

/** What others have changed in the user's items since a time. Pages that the user may not view do not count. */
export async function findChanges(
  { readDb }: Deps,
  viewer: ViewerOf<{ who: 'user' }>,
  since: Date,
) {
  const { uid } = viewer;
  const items = await readableItems(readDb, viewer, 'mine');
  const repository = changedPageRepository(readDb);
  const changed = items.length === 0 ? [] : await repository.list(items, uid, since);
  const newest = changed[0]?.addtime;
  const nameOf = new Map(items.map(({ itemId, itemName }) => [itemId, itemName]));
  const changedIds = new Set(changed.map(({ item_id }) => item_id));
  const changedItems: readonly ReadableItem[] = items.filter(({ itemId }) =>
    changedIds.has(itemId),
  );

  return {
    total: changed.length,
    // PostgreSQL stores microseconds and a Date milliseconds: the next one includes the newest change.
    seen_until: newest ? new Date(newest.getTime() + 1) : null,

    items: () =>
      [...changedIds].map((item_id) => ({
        item_id,
        item_name: nameOf.get(item_id) ?? '',
        count: changed.filter((row) => row.item_id === item_id).length,
      })),

    async pages(offset: number, count: number) {
      const ids = changed.slice(offset, offset + count).map(({ page_id }) => page_id);
      if (ids.length === 0) return [];
      const details = await repository.listDetails(changedItems, uid, since, ids);
      const byId = new Map(details.map((page) => [page.page_id, page]));
      return ids.flatMap((id) => {
        const page = byId.get(id);
        return page ? [{ ...page, item_name: nameOf.get(page.item_id) ?? '' }] : [];
      });
    },
  };
}
