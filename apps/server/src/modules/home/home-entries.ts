import { MARKDOWN_PAGE } from '@octavo/contract/page-type';
import type { ItemGrant } from '../../access/grant.ts';
import { readableAmong } from '../../access/readable-items.ts';
import type { ReadableItem } from '../../access/readable-items.ts';
import { covers } from '../../access/scope.ts';
import type { Viewer } from '../../access/viewer.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';

interface StoredEntry {
  readonly item_id: number | null;
  readonly page_id: number | null;
  readonly page_title: string | null;
  readonly page_type: 0 | 1 | null;
  readonly method: string | null;
  readonly top_cat_id: number | null;
}

type EntryCtx = Pick<Ctx, 'deps' | 'viewer' | 'client' | 'authorize'>;

/** Visitors may call what requires the right `view`. */
export function assertUser(viewer: Viewer) {
  if (viewer.kind !== 'user') throw new AppError('loginNeeded');
  return viewer;
}

/** The items that the caller may view, also by a visit pass. */
async function findReadable(
  { deps, viewer, client, authorize }: EntryCtx,
  itemIds: readonly number[],
): Promise<Map<number, Omit<ReadableItem, 'itemId'>>> {
  const items = await readableAmong(deps.readDb, assertUser(viewer), itemIds);
  const readable = new Map<number, Omit<ReadableItem, 'itemId'>>(
    items.map(({ itemId, ...item }) => [itemId, item]),
  );
  const visited = itemIds.filter((id) => client.visitPass(id) !== undefined && !readable.has(id));
  for (const itemId of visited) {
    const grant: ItemGrant | undefined = await authorize('view', itemId).catch(() => undefined);
    const meta = grant && (await deps.itemMetaCache.get(itemId));
    if (meta)
      readable.set(itemId, {
        view: grant.view,
        itemName: meta.item_name,
        itemType: meta.item_type,
      });
  }
  return readable;
}

/** Returns a function that adds the items to stored entries and leaves out those that the caller may no longer view. */
export async function createEntryFilter(ctx: EntryCtx, all: readonly StoredEntry[]) {
  const itemIds = new Set(all.flatMap(({ item_id }) => item_id ?? []));
  const readable = await findReadable(ctx, [...itemIds]);
  return <E extends StoredEntry>(entries: readonly E[]) =>
    entries.flatMap(({ top_cat_id, ...entry }) => {
      const item = readable.get(entry.item_id ?? 0);
      if (!item || (entry.page_id !== null && !covers(item.view, top_cat_id ?? 0))) return [];
      return [
        {
          ...entry,
          item_id: entry.item_id ?? 0,
          item_name: item.itemName,
          item_type: item.itemType,
          page_id: entry.page_id ?? 0,
          page_title: entry.page_title ?? '',
          page_type: entry.page_type ?? MARKDOWN_PAGE,
          method: entry.method ?? '',
        },
      ];
    });
}
